import { expect, test } from 'vitest';
import { z } from 'zod';
import { newSecret } from '../../../../src-main/contract/sealed.ts';
import { askSealed } from '../../../support/sealed-page.ts';
import { until } from '../../../support/until.ts';
import { guardedHost } from '../browser/support/guarded-host.ts';

const answerSchema = z.object({
  value: z.object({ key: z.string(), ticket: z.string() }).optional(),
});

test('a ticket stolen from the storage of a tab lets nobody stay unseen, and hundreds of uses end no page that is looked at', async () => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  const ended = new AbortController();
  const { signal } = ended;
  const events = askSealed(guarded.origin, '/api/events', { secret: page.key, method: 'GET', signal });
  await until(() => guarded.listeners.size === 1);
  const call = async (key: string) => (await guarded.post('/api/call/app.info', {}, key)).status;
  const resume = async (ticket: string) => {
    return answerSchema.parse(JSON.parse((await guarded.post('/api/resume', '', ticket)).text)).value ?? null;
  };
  const thieves = [];
  for (let uses = 0; uses < 300; uses += 1) thieves.push(await resume(page.ticket));
  expect(await call(page.key)).toBe(200);
  const last = thieves.at(-1);
  expect(await call(last?.key ?? newSecret())).toBe(200);
  // One of them all is in, and the tab that was robbed is told so at its next reload.
  const alive = [];
  for (const thief of thieves.slice(-60))
    if ((await call(thief?.key ?? newSecret())) === 200) alive.push(thief);
  expect(alive).toHaveLength(1);
  expect(await resume(page.ticket)).toBeNull();
  expect(await call(page.key)).toBe(200);
  ended.abort();
  await events.catch(() => undefined);
});

test('guessing wins nothing: neither headers of odd shape nor keys of objects are any session', async () => {
  await using guarded = await guardedHost();
  const id = 'A'.repeat(43);
  const mark = 'A'.repeat(38);
  const odd = [
    '',
    '__proto__',
    '0.0',
    `${id}.`,
    `.${mark}`,
    `${id}.${mark}`,
    `${'='.repeat(43)}.${mark}`,
    `${id}.${mark}.${mark}`,
  ];
  for (const authorisation of odd) {
    for (const path of ['/api/launch', '/api/resume', '/api/link']) {
      const headers = { Authorization: `Clearfolder ${authorisation}` };
      expect((await askSealed(guarded.origin, path, { headers })).status, `${path} ${authorisation}`).toBe(
        401,
      );
    }
  }
  expect(guarded.asked).toEqual([]);
});
