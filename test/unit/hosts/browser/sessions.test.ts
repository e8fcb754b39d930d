import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { newSecret } from '../../../../src-main/contract/sealed.ts';
import { linkOfRunning } from '../../../../src-main/hosts/browser/running-link.ts';
import { createTestClock } from '../../../support/clock.ts';
import { askSealed, secretOf } from '../../../support/sealed-page.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from './support/guarded-host.ts';

const answerSchema = z.object({
  value: z.object({ key: z.string(), ticket: z.string() }).optional(),
  error: z.object({ code: z.string() }).optional(),
});

const HOUR = 3_600_000;

async function timedHost() {
  const clock = createTestClock();
  const guarded = await guardedHost({ clock });
  const call = async (key: string) => (await guarded.post('/api/call/app.info', {}, key)).status;
  const exchange = async (path: string, secret: string) => {
    const { status, text } = await guarded.post(path, '', secret);
    const { value, error } = answerSchema.parse(JSON.parse(text));
    return { status, code: error?.code, key: value?.key ?? '', ticket: value?.ticket ?? '' };
  };
  const events = async (secret: string) => {
    const ended = new AbortController();
    let text = '';
    const onFrame = (frame: Buffer) => {
      text += frame.toString();
    };
    const { signal } = ended;
    const over = askSealed(guarded.origin, '/api/events', { secret, method: 'GET', onFrame, signal }).catch(
      () => undefined,
    );
    await until(() => text !== '');
    return { text: () => text, over, close: () => ended.abort() };
  };
  const token = () => secretOf(guarded.host.link());
  return { ...guarded, clock, call, exchange, events, token };
}

test('a link lets one page in, once, within a minute; its token has 256 bits and stands in the fragment', async () => {
  await using host = await timedHost();
  const url = new URL(host.host.link());
  expect(url.search).toBe('');
  expect(Buffer.from(url.hash.replace('#launch=', ''), 'base64url')).toHaveLength(32);
  const first = host.token();
  const late = host.token();
  expect(await host.exchange('/api/launch', first)).toMatchObject({ status: 200 });
  expect(await host.exchange('/api/launch', first)).toMatchObject({ status: 401, code: 'launch.used' });
  await host.clock.advance(59_999);
  const fresh = host.token();
  await host.clock.advance(1);
  expect(await host.exchange('/api/launch', late)).toMatchObject({ status: 401, code: 'launch.used' });
  expect(await host.exchange('/api/launch', fresh)).toMatchObject({ status: 200 });
  expect(host.asked).toEqual([]);
});

test('guessing wins nothing, and wrong secrets, however many, keep no right one out', async () => {
  await using host = await timedHost();
  const { ticket } = await host.launch();
  const [id, mark] = ['A'.repeat(43), 'A'.repeat(38)];
  const shapes = ['', '__proto__', '0.0', `${id}.`, `.${mark}`, `${id}.${mark}`, `${id}.${mark}.${mark}`];
  for (const path of ['/api/launch', '/api/resume', '/api/link']) {
    for (const shape of [...shapes, `${'='.repeat(43)}.${mark}`]) {
      const headers = { Authorization: `Clearfolder ${shape}` };
      expect((await askSealed(host.origin, path, { headers })).status, `${path} ${shape}`).toBe(401);
    }
    for (let tries = 0; tries < 30; tries += 1)
      expect(await host.exchange(path, newSecret())).toMatchObject({ status: 401 });
  }
  expect(host.asked).toEqual([]);
  expect(await host.exchange('/api/launch', host.token())).toMatchObject({ status: 200 });
  expect(await host.exchange('/api/resume', ticket)).toMatchObject({ status: 200 });
  expect(await linkOfRunning(host.dir.path)).not.toBeNull();
});

test('a reload goes on with a ticket that is spent once its page is there, and not before', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  expect(await host.call(first.key)).toBe(200);
  const unread = await host.exchange('/api/resume', first.ticket);
  const second = await host.exchange('/api/resume', first.ticket);
  expect(second.status).toBe(200);
  expect(await host.call(second.key)).toBe(200);
  expect(await host.exchange('/api/resume', first.ticket)).toMatchObject({
    status: 401,
    code: 'session.ended',
  });
  expect(await host.call(first.key)).toBe(401);
  expect(await host.call(unread.key)).toBe(401);
  expect(await host.exchange('/api/resume', unread.ticket)).toMatchObject({ status: 401 });
  const third = await host.exchange('/api/resume', second.ticket);
  expect(await host.call(third.key)).toBe(200);
});

test('a tab that was duplicated does not end the one that still listens, which ends with its page', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  const page = await host.events(first.key);
  const copy = await host.exchange('/api/resume', first.ticket);
  expect(await host.call(copy.key)).toBe(200);
  expect(await host.call(first.key)).toBe(200);
  page.close();
  await until(async () => (await host.call(first.key)) === 401);
  expect(await host.call(copy.key)).toBe(200);
});

test('a ticket stolen from the storage of a tab lets nobody stay unseen, and hundreds of uses end no page that is looked at', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  const page = await host.events(first.key);
  const thieves: string[] = [];
  for (let uses = 0; uses < 300; uses += 1)
    thieves.push((await host.exchange('/api/resume', first.ticket)).key);
  expect(await host.call(first.key)).toBe(200);
  expect(await host.call(thieves.at(-1) ?? '')).toBe(200);
  // One of them all is in, and the tab that was robbed is told so at its next reload.
  const alive = [];
  for (const thief of thieves.slice(-60)) if ((await host.call(thief)) === 200) alive.push(thief);
  expect(alive).toEqual(thieves.slice(-1));
  expect(await host.exchange('/api/resume', first.ticket)).toMatchObject({ status: 401 });
  expect(await host.call(first.key)).toBe(200);
  page.close();
});

test('a session ends twelve hours after it was last used, and a day after its launch whatever it does', async () => {
  await using host = await timedHost();
  const idle = await host.launch();
  const busy = await host.launch();
  await host.clock.advance(11 * HOUR);
  expect(await host.call(busy.key)).toBe(200);
  await host.clock.advance(HOUR);
  expect(await host.call(idle.key)).toBe(401);
  expect(await host.exchange('/api/resume', idle.ticket)).toMatchObject({ status: 401 });
  expect(await host.call(busy.key)).toBe(200);
  await host.clock.advance(11 * HOUR);
  const resumed = await host.exchange('/api/resume', busy.ticket);
  expect(await host.call(resumed.key)).toBe(200);
  await host.clock.advance(HOUR);
  expect(await host.call(resumed.key)).toBe(401);
  expect(await host.exchange('/api/resume', resumed.ticket)).toMatchObject({ status: 401 });
  expect(host.asked).toHaveLength(3);
});

test('events come line by line with signs of life, keep the session, and end with it', async () => {
  await using host = await timedHost();
  const { key } = await host.launch();
  const page = await host.events(key);
  expect(page.text()).toBe('\n');
  const go = { kind: 'go', place: { screen: 'today' } } as const;
  for (const tell of host.listeners) tell(go);
  await until(() => page.text() === `\n${JSON.stringify(go)}\n`, { what: page.text() });
  await host.clock.advance(5_000);
  await until(() => page.text().endsWith('\n\n'));
  await host.clock.advance(13 * HOUR);
  expect(await host.call(key)).toBe(200);
  await host.clock.advance(11 * HOUR);
  // At the next sign of life.
  await until(async () => {
    await host.clock.advance(5_000);
    return host.listeners.size === 0;
  });
  await page.over;
  expect(await host.call(key)).toBe(401);
});

test('there are 25 sessions at most: the one not seen for longest makes room', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  const second = await host.launch();
  await host.clock.advance(1);
  expect(await host.call(first.key)).toBe(200);
  for (let count = 0; count < 24; count += 1) await host.launch();
  expect(await host.call(first.key)).toBe(200);
  expect(await host.call(second.key)).toBe(401);
});

test('another process of the same user gets a fresh link by the key in a private file; what was left behind gives none', async () => {
  await using host = await timedHost();
  const control = await host.control();
  expect(statSync(host.dir.at('browser.json')).mode & 0o777).toBe(0o600);
  expect(control).toMatchObject({ port: host.port, pid: process.pid });
  const link = await linkOfRunning(host.dir.path);
  expect(await host.exchange('/api/launch', secretOf(link?.url ?? ''))).toMatchObject({
    status: 200,
  });
  expect(await linkOfRunning(host.dir.at('nowhere'))).toBeNull();
  expect(host.asked).toEqual([]);
});
