import { expect, test } from 'vitest';
import type { Fault } from '../../support/faults.ts';
import { routes } from '../../support/routes.ts';
import { until } from '../../support/until.ts';
import { faultyStation } from './support/faulty-station.ts';

const status = (code: number, more: Partial<Extract<Fault, { kind: 'status' }>> = {}): Fault => ({
  kind: 'status',
  status: code,
  ...more,
});

/** One of each way: what the first create meets, what must follow, and whether it must end as one Task by itself. All: outbox/policy.test.ts. */
const OUTCOMES: [string, Fault, { code: string; state: string; words: RegExp; heals: boolean }][] = [
  [
    '400',
    status(400, { body: { detail: "Task type 'prior-auth' is not allowed. Allowed task types: 'intake'" } }),
    { code: 'service.task-type', state: 'rejected', words: /intake/, heals: false },
  ],
  [
    '413 of something in between',
    status(413, { body: '<html>too large</html>' }),
    { code: 'service.too-large', state: 'unconfirmed', words: /too large/, heals: false },
  ],
  [
    '429 with Retry-After',
    status(429, { headers: { 'retry-after': '1' } }),
    { code: 'service.busy', state: 'queued', words: /no new Tasks/, heals: true },
  ],
  [
    '500',
    status(500, { body: 'Internal Server Error' }),
    { code: 'service.fault', state: 'unconfirmed', words: /fault of its own/, heals: true },
  ],
  [
    'HTML',
    { kind: 'malformed', body: '<html>Welcome to the hotel network</html>', contentType: 'text/html' },
    { code: 'service.unreadable', state: 'unconfirmed', words: /cannot be understood/, heals: true },
  ],
  [
    'a lost answer',
    { kind: 'dropAfterCommit' },
    { code: 'service.no-answer', state: 'unconfirmed', words: /may have arrived/, heals: true },
  ],
];

test.concurrent.each(OUTCOMES)(
  'a create that meets %s ends in the state and with the words that it must, and the other files go on',
  async (_name, fault, expected) => {
    await using place = await faultyStation();
    const { service, station, upstream } = place;
    const scripted = service.faults.on(routes.create, fault);
    // Nothing heals until the state in between has been seen.
    const lookups = expected.state === 'unconfirmed' ? service.faults.on(routes.get, status(503)) : null;
    await using running = await station.watch();
    place.put('first.pdf');
    const seen = await until(async () => {
      const entry = await place.entry('first.pdf');
      return scripted.hits > 0 && entry?.problem?.code === expected.code ? entry : null;
    });
    scripted.remove();
    expect(seen.problem?.message).toMatch(expected.words);
    expect(seen.problem?.next).not.toBe('');
    expect(seen.state).toBe(expected.state);
    lookups?.remove();
    place.put('second.pdf');
    await until(async () => (await place.entry('second.pdf'))?.state === 'accepted');
    if (expected.heals) {
      await until(async () => (await place.entry('first.pdf'))?.state === 'accepted', {
        // Longer than the quarantine, which no setting shortens.
        timeoutMs: 240_000,
        everyMs: 500,
      });
    }
    await running.stop();
    expect(upstream.oracle.duplicates().size).toBe(0);
    expect(upstream.oracle.creates()).toHaveLength(expected.heals ? 2 : 1);
  },
  360_000,
);

test.concurrent('a create that meets 401: one exchange, then everything waits with one message until the secret is set', async () => {
  await using place = await faultyStation();
  const { service, station, upstream } = place;
  const scripted = service.faults.on(routes.create, status(401, { body: { detail: 'not you' } }));
  await using running = await station.watch();
  const exchanges = () => service.log.exchanges('token').length;
  place.put('first.pdf');
  const seen = await until(async () => {
    const entry = await place.entry('first.pdf');
    return entry?.problem ? entry : null;
  });
  expect(seen).toMatchObject({ state: 'queued', problem: { code: 'auth.refused' } });
  expect(exchanges()).toBe(2);
  scripted.remove();
  await station.setSecret(upstream.apiSecret);
  await until(async () => (await place.entry('first.pdf'))?.state === 'accepted');
  await running.stop();
  expect(upstream.oracle.creates()).toHaveLength(1);
}, 90_000);

test.concurrent('a create that the service commits 5 seconds after the connection died becomes one Task, adopted', async () => {
  await using place = await faultyStation();
  const { service, station, upstream } = place;
  service.faults.on(routes.create, { kind: 'commitLate', ms: 5000 }, { times: 1 });
  await using running = await station.watch();
  place.put('late.pdf');
  const entry = await until(async () => {
    const found = await place.entry('late.pdf');
    return found?.state === 'accepted' ? found : null;
  });
  await running.stop();
  await service.settled();
  expect(upstream.oracle.creates()).toHaveLength(1);
  expect(upstream.oracle.creates()[0]).toMatchObject({
    taskUuid: entry.task_uuid,
    externalId: entry.external_id,
  });
  expect(entry.attempts).toBe(1);
});
