import { expect, test } from 'vitest';
import { z } from 'zod';
import { until } from '../../../support/until.ts';
import { guardedHost } from '../browser/support/guarded-host.ts';

const answerSchema = z.object({
  value: z.object({ bearer: z.string(), resume: z.string() }).optional(),
});

test('a ticket stolen from the storage of a tab lets nobody stay unseen, and hundreds of uses end no page that is looked at', async () => {
  await using guarded = await guardedHost();
  const page = await guarded.launch();
  const ended = new AbortController();
  const events = await fetch(`${guarded.origin}/api/events`, {
    headers: { Authorization: `Bearer ${page.bearer}` },
    signal: ended.signal,
  });
  expect(events.status).toBe(200);
  await until(() => guarded.listeners.size === 1);
  const call = async (bearer: string) =>
    (await guarded.post('/api/call/app.info', {}, { Authorization: `Bearer ${bearer}` })).status;
  const resume = async (ticket: string) => {
    const answer = await guarded.post('/api/resume', { token: ticket });
    return answerSchema.parse(await answer.json()).value ?? null;
  };
  const thieves = [];
  for (let uses = 0; uses < 300; uses += 1) thieves.push(await resume(page.resume));
  expect(await call(page.bearer)).toBe(200);
  const last = thieves.at(-1);
  expect(await call(last?.bearer ?? '')).toBe(200);
  // One of them all is in, and the tab that was robbed is told so at its next reload.
  const alive = [];
  for (const thief of thieves.slice(-60)) if ((await call(thief?.bearer ?? '')) === 200) alive.push(thief);
  expect(alive).toHaveLength(1);
  expect(await resume(page.resume)).toBeNull();
  expect(await call(page.bearer)).toBe(200);
  ended.abort();
});

test('guessing wins nothing: neither tokens of odd shape nor keys of objects are any session', async () => {
  await using guarded = await guardedHost();
  const odd = [
    '',
    '__proto__',
    '0',
    'null',
    'undefined',
    '='.repeat(43),
    'A'.repeat(43),
    'A'.repeat(100),
    '\0'.repeat(43),
  ];
  for (const token of odd) {
    for (const path of ['/api/launch', '/api/resume', '/api/link']) {
      const { status } = await guarded.post(path, { token });
      expect([401, 429], `${path} ${token}`).toContain(status);
    }
  }
  expect(guarded.asked).toEqual([]);
});
