import { describe, expect, test } from 'vitest';
import type { Failure } from '../../../../../src-main/core/service/service-failure.ts';
import { type Fate, type ModelCall, refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, LOST, NEVER, only, UNSENT } from '../support/fates.ts';

benchForEachTest();

/** The first create arrives long after it was given up for lost; the service takes external_id for unique. */
const lateThenUnique =
  (status: number, onLookUp: Fate = { do: 'answer' }) =>
  ({ call }: ModelCall): Fate => {
    if (call === 'get' && bench.service.count('create') > 1) return onLookUp;
    if (call !== 'create') return { do: 'answer' };
    if (bench.service.count('create') === 1) return { do: 'lose', failure: LOST, lateMs: NEVER };
    const externalId = bench.service.calls.at(-1)?.externalId ?? '';
    if (bench.service.tasks.withExternalId(externalId).length === 0) {
      bench.addTask({ external_id: externalId, status: 'processing' });
    }
    return failing(status, 'external_id is already taken');
  };

describe('a refusal after an attempt of unknown outcome (docs/service.md 4.2: external_id may be unique)', () => {
  test.each([400, 409, 422])('I2: %i does not hide the Task that the first attempt made', async (status) => {
    const id = bench.submit();
    bench.service.fate = lateThenUnique(status);
    await bench.startAndEnd(3_600_000);
    expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 2 });
    expect(bench.service.tasks.all).toHaveLength(1);
  });

  test('I2: stays unconfirmed while the service cannot be asked', async () => {
    const id = bench.submit();
    bench.service.fate = lateThenUnique(422, UNSENT);
    await bench.start(1_800_000);
    expect(bench.row(id).state).toBe('unconfirmed');
    bench.service.recover();
    await bench.endAccepted(3_600_000, id);
    expect(bench.service.count('create')).toBe(2);
  });
});

const notTaken = { kind: 'token-refused', status: 401, detail: 'Not authenticated' } as const;

describe('an answer that refuses a create which the service stored', () => {
  const each = test.each<[string, Failure]>([
    ['429', refused(429)],
    ['429 with words', refused(429, 'queue full', 3_000)],
    ['401 with words', { ...notTaken, retryAfterMs: null, perhaps: false }],
    ['401 and a refused api_secret', { kind: 'auth-refused', status: 403, detail: 'revoked' }],
    ['401 and no new token', { kind: 'auth-wait', retryAfterMs: 2_000, cause: '429' }],
    ['403 with words', refused(403, 'not for you')],
    ['404 with words', refused(404, 'Not Found')],
    ['400', refused(400, 'task type unknown')],
    ['409', refused(409, 'taken')],
    ['413 with words', refused(413, 'too large')],
    ['422', refused(422, 'wrong')],
    ['a proxy that demands a sign-in', refused(407, 'sign in')],
    ['a frozen Task', { kind: 'frozen', currentTaskUuid: crypto.randomUUID(), detail: 'frozen' }],
  ]);

  each('I2: %s: the Task is found by one look, and nothing is sent again', async (_, failure) => {
    const id = bench.submit();
    bench.service.fate = only('create', { do: 'lose', failure });
    await bench.start(2_000);
    await bench.outbox.checkAgain();
    await bench.endAccepted(3_600_000, id);
    expect([bench.service.count('create'), bench.service.count('get')]).toEqual([1, 1]);
  });

  each('I2: %s: nothing is sent again while the service cannot be asked', async (_, failure) => {
    bench.submit();
    bench.service.fate = ({ call }) => (call === 'create' ? { do: 'lose', failure } : failing(502));
    await bench.start(2_000);
    await bench.startAgain();
    await bench.clock.advance(3_600_000);
    bench.outbox.retryAll();
    await bench.clock.advance(3_600_000);
    expect(bench.service.count('create')).toBe(1);
  });
});

test('I8: a full queue costs at most one look and one control Task for each repeated create, and an unreachable service costs none', async () => {
  const ids = Array.from({ length: 30 }, () => bench.submit());
  bench.service.fate = only('create', failing(429));
  await bench.start(300_000);
  const full = bench.service.count('create');
  expect(full).toBeGreaterThan(4);
  expect(bench.service.count('get')).toBeLessThan(2 * full);
  bench.service.recover();
  await bench.end(600_000);
  const looks = bench.service.count('get');
  expect(looks).toBeLessThanOrEqual(2 * full);
  const more = Array.from({ length: 30 }, () => bench.submit());
  bench.service.fate = only('create', UNSENT);
  await bench.clock.advance(300_000);
  bench.service.recover();
  await bench.end(3_600_000);
  expect(bench.service.count('get')).toBe(looks);
  for (const id of [...ids, ...more]) expect(bench.service.tasks.withExternalId(id)).toHaveLength(1);
});

test('I2: a refused create whose look-up is denied together with the control Tasks is not repeated before a proof', async () => {
  bench.submit();
  await bench.startAndEnd(60_000);
  const id = bench.submit();
  const failure = refused(429);
  let refusals = 1;
  bench.service.fate = ({ call }) =>
    call === 'create' && refusals-- > 0
      ? { do: 'lose', failure }
      : call === 'get'
        ? failing(404, 'No Task matches.')
        : { do: 'answer' };
  await bench.clock.advance(600_000);
  expect(bench.row(id)).toMatchObject({ state: 'unconfirmed', attempts: 1 });
  bench.service.recover();
  await bench.endAccepted(3_600_000, id);
  expect(bench.service.tasks.withExternalId(id)).toHaveLength(1);
});

test('a create that is refused is rejected after one look, and so is its retry', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', failing(422, 'no'));
  await bench.startAndEnd(1_000);
  expect(bench.row(id).state).toBe('rejected');
  expect(bench.service.count('get')).toBe(1);
  bench.outbox.retry(id);
  await bench.end(1_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.invalid' });
  expect(bench.service.count('create')).toBe(2);
});
