import { statSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { linkOfRunning } from '../../../../src-main/hosts/browser/running-link.ts';
import { createTestClock } from '../../../support/clock.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from './support/guarded-host.ts';

const answerSchema = z.object({
  value: z.object({ bearer: z.string(), resume: z.string() }).optional(),
  error: z.object({ code: z.string() }).optional(),
});

const HOUR = 3_600_000;

async function timedHost() {
  const clock = createTestClock();
  const guarded = await guardedHost({ clock });
  const call = async (bearer: string) =>
    (await guarded.post('/api/call/app.info', {}, { Authorization: `Bearer ${bearer}` })).status;
  const exchange = async (path: string, token: string) => {
    const response = await guarded.post(path, { token });
    const { value, error } = answerSchema.parse(await response.json());
    return {
      status: response.status,
      code: error?.code,
      bearer: value?.bearer ?? '',
      resume: value?.resume ?? '',
    };
  };
  const events = async (bearer: string) => {
    const ended = new AbortController();
    const response = await fetch(`${guarded.origin}/api/events`, {
      headers: { Authorization: `Bearer ${bearer}` },
      signal: ended.signal,
    });
    let text = '';
    const over = (async () => {
      const decoder = new TextDecoder();
      for await (const chunk of response.body ?? []) text += decoder.decode(chunk, { stream: true });
    })().catch(() => undefined);
    return { status: response.status, text: () => text, over, close: () => ended.abort() };
  };
  const token = () => new URL(guarded.host.link()).hash.replace('#launch=', '');
  return {
    ...guarded,
    clock,
    call,
    exchange,
    events,
    token,
    [Symbol.asyncDispose]: guarded[Symbol.asyncDispose],
  };
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

test('ten wrong tokens lock the door for a minute, also for a right one; the other doors stay open', async () => {
  await using host = await timedHost();
  const { resume } = await host.launch();
  for (let tries = 0; tries < 10; tries += 1)
    expect(await host.exchange('/api/launch', 'A'.repeat(43))).toMatchObject({ status: 401 });
  expect(await host.exchange('/api/launch', host.token())).toMatchObject({
    status: 429,
    code: 'launch.locked',
  });
  expect(await host.exchange('/api/resume', resume)).toMatchObject({ status: 200 });
  await host.clock.advance(60_000);
  expect(await host.exchange('/api/launch', host.token())).toMatchObject({ status: 200 });
  for (const body of ['', '[]', '"x"', 'null', '{"token":1}', '{"token":"a","more":1}', '{']) {
    expect((await host.post('/api/launch', body)).status, body).toBe(400);
  }
});

test('a reload goes on with a ticket that is spent once its page is there, and not before', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  expect(await host.call(first.bearer)).toBe(200);
  const unread = await host.exchange('/api/resume', first.resume);
  const second = await host.exchange('/api/resume', first.resume);
  expect(second.status).toBe(200);
  expect(await host.call(second.bearer)).toBe(200);
  expect(await host.exchange('/api/resume', first.resume)).toMatchObject({
    status: 401,
    code: 'session.ended',
  });
  expect(await host.call(first.bearer)).toBe(401);
  expect(await host.call(unread.bearer)).toBe(401);
  expect(await host.exchange('/api/resume', unread.resume)).toMatchObject({ status: 401 });
  const third = await host.exchange('/api/resume', second.resume);
  expect(await host.call(third.bearer)).toBe(200);
});

test('a tab that was duplicated does not end the one that still listens, which ends with its page', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  const page = await host.events(first.bearer);
  const copy = await host.exchange('/api/resume', first.resume);
  expect(await host.call(copy.bearer)).toBe(200);
  expect(await host.call(first.bearer)).toBe(200);
  page.close();
  await until(async () => (await host.call(first.bearer)) === 401);
  expect(await host.call(copy.bearer)).toBe(200);
});

test('a session ends twelve hours after it was last used, and a day after its launch whatever it does', async () => {
  await using host = await timedHost();
  const idle = await host.launch();
  const busy = await host.launch();
  await host.clock.advance(11 * HOUR);
  expect(await host.call(busy.bearer)).toBe(200);
  await host.clock.advance(HOUR);
  expect(await host.call(idle.bearer)).toBe(401);
  expect(await host.exchange('/api/resume', idle.resume)).toMatchObject({ status: 401 });
  expect(await host.call(busy.bearer)).toBe(200);
  await host.clock.advance(11 * HOUR);
  const resumed = await host.exchange('/api/resume', busy.resume);
  expect(await host.call(resumed.bearer)).toBe(200);
  await host.clock.advance(HOUR);
  expect(await host.call(resumed.bearer)).toBe(401);
  expect(await host.exchange('/api/resume', resumed.resume)).toMatchObject({ status: 401 });
  expect(host.asked).toHaveLength(3);
});

test('events come line by line with signs of life, keep the session, and end with it', async () => {
  await using host = await timedHost();
  const { bearer } = await host.launch();
  const page = await host.events(bearer);
  expect(page.status).toBe(200);
  await until(() => page.text() === '\n');
  const go = { kind: 'go', place: { screen: 'today' } } as const;
  for (const tell of host.listeners) tell(go);
  await until(() => page.text() === `\n${JSON.stringify(go)}\n`, { what: page.text() });
  await host.clock.advance(5_000);
  await until(() => page.text().endsWith('\n\n'));
  await host.clock.advance(13 * HOUR);
  expect(await host.call(bearer)).toBe(200);
  await host.clock.advance(11 * HOUR);
  await page.over;
  await until(() => host.listeners.size === 0);
  expect(await host.call(bearer)).toBe(401);
});

test('there are 25 sessions at most: the one not seen for longest makes room', async () => {
  await using host = await timedHost();
  const first = await host.launch();
  const second = await host.launch();
  await host.clock.advance(1);
  expect(await host.call(first.bearer)).toBe(200);
  for (let count = 0; count < 24; count += 1) await host.launch();
  expect(await host.call(first.bearer)).toBe(200);
  expect(await host.call(second.bearer)).toBe(401);
});

test('another process of the same user gets a fresh link by the key in a private file; what was left behind gives none', async () => {
  await using host = await timedHost();
  const control = await host.control();
  expect(statSync(host.dir.at('browser.json')).mode & 0o777).toBe(0o600);
  expect(control).toMatchObject({ port: host.port, pid: process.pid });
  const link = await linkOfRunning(host.dir.path);
  expect(
    await host.exchange('/api/launch', new URL(link?.url ?? '').hash.replace('#launch=', '')),
  ).toMatchObject({
    status: 200,
  });
  for (let tries = 0; tries < 10; tries += 1)
    expect(await host.exchange('/api/link', 'A'.repeat(43))).toMatchObject({ status: 401 });
  expect(await host.exchange('/api/link', control?.key ?? '')).toMatchObject({ status: 429 });
  expect(await linkOfRunning(host.dir.at('nowhere'))).toBeNull();
  expect(host.asked).toEqual([]);
});
