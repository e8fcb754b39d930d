import { describe, expect, test } from 'vitest';
import { findEarlier, findEarlierWith } from '../../../../../src-main/core/ledger/tables/duplicates.ts';
import { isPerhapsSent } from '../../../../../src-main/core/ledger/tables/perhaps-sent.ts';
import type { Failure } from '../../../../../src-main/core/service/service-failure.ts';
import { refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, only, UNSENT } from '../support/fates.ts';

benchForEachTest();

const inWords = refused(422, 'The name is not valid.');
const lost: Failure = { kind: 'unknown', cause: 'reset' };

/** One that the service never had, and whose create came to this. */
async function endedBy(failure: Failure): Promise<string> {
  const id = bench.submit();
  bench.service.fate = only('create', { do: 'fail', failure });
  await bench.startAndEnd(3_600_000);
  expect(bench.row(id).state).toBe('rejected');
  return id;
}

/** Whether its documents are told as perhaps sent when somebody gives them again. */
function askedAgain(id: string) {
  const { task_type: taskType, request_spec: requestSpec } = bench.row(id);
  const as = { taskType, requestSpec };
  const sha256s = bench.ledger.db
    .prepare<[string], string>('SELECT sha256 FROM submission_file WHERE submission_id = ?')
    .pluck()
    .all(id);
  const whole = findEarlier(bench.ledger, as, sha256s);
  expect(findEarlierWith(bench.ledger, as, sha256s[0] ?? '')).toEqual(whole);
  return whole;
}

test.each([
  ['a firewall', refused(403)],
  ['no words', refused(422)],
  ['too large, without words', refused(413)],
])(
  'I2: a refusal of %s proves nothing: the documents are perhaps sent, before and after a person took them back',
  async (_, failure) => {
    const id = await endedBy(failure);
    const perhaps = { id, groupKey: null, goes: false, isUnproven: true, waits: false };
    expect(askedAgain(id)).toEqual(perhaps);
    await bench.outbox.withdraw(id, () => undefined);
    expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'submission.perhaps-sent' });
    expect(askedAgain(id)).toEqual(perhaps);
  },
);

const notTaken = { kind: 'token-refused', status: 401, detail: 'Not authenticated' } as const;

describe('a create that the service stored and that an answer refused for now', () => {
  const each = test.each<[string, Failure]>([
    ['429', refused(429, 'queue full', 600_000)],
    ['401', { ...notTaken, retryAfterMs: 600_000, perhaps: false }],
    ['401 and a refused api_secret', { kind: 'auth-refused', status: 403, detail: 'revoked' }],
    ['404', refused(404, 'Not Found')],
  ]);
  const taken = async (failure: Failure) => {
    const id = bench.submit();
    bench.service.fate = ({ call }) => (call === 'create' ? { do: 'lose', failure } : failing(502));
    await bench.start(2_000);
    expect(bench.row(id)).toMatchObject({ state: 'queued', attempts: 1 });
    return id;
  };
  const takeBack = async (id: string) => {
    await bench.outbox.withdraw(id, () => undefined);
    expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'submission.perhaps-sent' });
    expect(askedAgain(id)).toMatchObject({ id, goes: false, isUnproven: true });
  };

  each('I2: %s: the documents are perhaps sent after a person took them back', async (_, failure) => {
    await takeBack(await taken(failure));
  });

  each('I2: %s: the documents stay perhaps sent after a retry and a failed look-up', async (_, failure) => {
    const id = await taken(failure);
    bench.outbox.retry(id);
    await bench.clock.advance(5_000);
    await takeBack(id);
  });
});

test('I2: a create that is refused for now and did not leave the station is not perhaps sent', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', UNSENT);
  await bench.start(2_000);
  await bench.outbox.withdraw(id, () => undefined);
  expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'service.unreachable' });
  expect(askedAgain(id)).toBeNull();
});

test('I2: a refusal in the words of the service after a full queue is proof, because the Task was looked up', async () => {
  const id = bench.submit();
  bench.service.fate = only('create', failing(429));
  await bench.start(2_000);
  bench.service.fate = only('create', { do: 'fail', failure: inWords });
  await bench.end(3_600_000);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.invalid' });
  expect(isPerhapsSent(bench.ledger, id)).toBe(false);
});

test('I2: a refusal in the words of the service is proof: nothing is perhaps sent', async () => {
  const id = await endedBy(inWords);
  expect(askedAgain(id)).toBeNull();
  await bench.outbox.withdraw(id, () => undefined);
  expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'service.invalid' });
  expect(askedAgain(id)).toBeNull();
});

test('I2: what a person had sent again without proof is perhaps sent, also when it is taken back before it went', async () => {
  const id = bench.submit();
  bench.service.fate = () => ({ do: 'lose', failure: lost });
  await bench.start(3_000);
  expect(bench.row(id).state).toBe('unconfirmed');
  bench.outbox.sendAgainAnyway(id);
  await bench.outbox.withdraw(id, () => undefined);
  expect(bench.row(id)).toMatchObject({ state: 'withdrawn', problem_code: 'submission.perhaps-sent' });
  expect(askedAgain(id)).toMatchObject({ id, goes: false });
  expect(bench.service.tasks.all).toHaveLength(1);
});

test('I2: a refusal in words is not tried again while the same documents, given since, may be a Task', async () => {
  const first = await endedBy(inWords);
  const second = await endedBy(refused(422));
  bench.ledger.db.exec(`UPDATE submission SET payload_hash = 'the same'`);
  expect(isPerhapsSent(bench.ledger, second)).toBe(true);
  expect(() => bench.outbox.retry(first)).toThrow(expect.objectContaining({ code: 'outbox.already-sent' }));
  expect(bench.row(first).state).toBe('rejected');
  // It was given again with that one in sight, so it goes on, and is looked up first.
  bench.outbox.retry(second);
  expect(bench.row(second).state).toBe('unconfirmed');
});
