import { describe, expect, test } from 'vitest';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { detailsOf, type ModelTask } from '../../../../support/service-model/model-task.ts';
import {
  type CallName,
  type Fate,
  type ModelCall,
  refused,
} from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { failing, LOST, UNSENT } from '../support/fates.ts';

benchForEachTest();

const HOURS = 3 * 3_600_000;
const data = { member_id: 'M-1' };

/** A Task that waits for an answer, and whose details the ledger has. */
function knownTask(): ModelTask {
  const task = bench.addTask();
  recordTask(bench.ledger, detailsOf(task), { mine: true, seenAt: bench.clock.now() });
  return task;
}

/** The first such call meets the fate. */
function once(name: CallName, fate: Fate): (made: ModelCall) => Fate {
  let left = 1;
  return ({ call }) => (call === name && left-- > 0 ? fate : { do: 'answer' });
}

const ANSWERS = [
  ['documents', { data: null, files: ['card.pdf', 'note.pdf'], call: 'upload' }],
  ['data', { data, files: [], call: 'update' }],
  ['data and documents', { data, files: ['card.pdf'], call: 'upload' }],
  ['nothing but a request to resume', { data: null, files: [], call: 'update' }],
] as const;
const ENDS = [
  ['403 in words', refused(403, 'Not allowed.')],
  ['404 in words', refused(404, 'No such Task.')],
  ['409', refused(409, 'The Task is not waiting.')],
  ['413', refused(413, 'Too large.')],
  ['422', refused(422, 'Invalid.')],
  ['429', refused(429, 'Too many requests.')],
  ['no answer', LOST],
] as const;
const NEXT = ['processing', 'waiting', 'completed'];

describe.each(ANSWERS)('I5: an answer of %s that the service stored', (_, { data: given, files, call }) => {
  const cases = ENDS.flatMap(([name, failure]) => NEXT.map((status) => [name, status, failure] as const));
  test.each(cases)(
    'and that ended with %s, is accepted, and is there once: the Task is %s',
    async (_name, status, failure) => {
      const task = knownTask();
      bench.service.fate = once(call, { do: 'lose', failure });
      const id = bench.say(task.uuid, { kind: 'answer', data: given }, files);
      await bench.start(300);
      bench.service.tasks.move(task, status);
      await bench.clock.advance(HOURS);
      expect(bench.message(id).state).toBe('accepted');
      expect(task.data_items).toHaveLength(files.length + (given === null ? 0 : 1));
      expect(task.resumes).toBe(1);
    },
  );

  test('and that was refused, is unconfirmed while no look-up succeeds', async () => {
    const task = knownTask();
    let isRefused = false;
    bench.service.fate = (made) => {
      if (isRefused) return UNSENT;
      if (made.call !== call) return { do: 'answer' };
      isRefused = true;
      return { do: 'lose', failure: refused(403, 'Not allowed.') };
    };
    const id = bench.say(task.uuid, { kind: 'answer', data: given }, files);
    await bench.start(60_000);
    expect(bench.message(id).state).toBe('unconfirmed');
    bench.service.recover();
    await bench.end(HOURS);
    expect(bench.message(id).state).toBe('accepted');
    expect(task.resumes).toBe(1);
  });
});

test.each(ANSWERS)(
  'I5: a refusal of an answer of %s is believed after one look, and a retry sends the answer',
  async (_, { data: given, files, call }) => {
    const task = knownTask();
    bench.service.fate = once(call, failing(422, 'Invalid.'));
    const id = bench.say(task.uuid, { kind: 'answer', data: given }, files);
    await bench.startAndEnd(HOURS);
    expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'service.invalid' });
    expect(bench.service.calls.at(-1)?.call).toBe('get');
    // Another person made the Task resume, and the Task waits again.
    bench.service.tasks.move(task, 'processing');
    bench.service.tasks.move(task, 'waiting');
    bench.outbox.retry(id);
    await bench.end(HOURS);
    expect(bench.message(id).state).toBe('accepted');
    expect(task.resumes).toBe(1);
  },
);

test('I5: an answer that was refused for now may be at the service, so nobody can withdraw the answer before a look', async () => {
  const task = knownTask();
  bench.service.fate = once('upload', { do: 'lose', failure: refused(429, 'Too many requests.', 600_000) });
  const id = bench.say(task.uuid, { kind: 'answer', data: null }, ['card.pdf']);
  await bench.start(300);
  await expect(bench.outbox.withdraw(id)).rejects.toThrow('cannot be withdrawn');
  expect(bench.message(id).state).toBe('unconfirmed');
  await bench.end(HOURS);
  expect(bench.message(id).state).toBe('accepted');
  expect(task.data_items).toHaveLength(1);
});

test('I5: of two answers with the same data, each is in the Task, and neither counts for the other', async () => {
  const task = knownTask();
  const ids = [1, 2].map(() => bench.say(task.uuid, { kind: 'answer', data }));
  await bench.start(10_000);
  expect(ids.map((id) => bench.message(id).state)).toEqual(['accepted', 'queued']);
  bench.service.tasks.move(task, 'waiting');
  await bench.rest();
  expect(ids.map((id) => bench.message(id).state)).toEqual(['accepted', 'accepted']);
  expect(task.data_items).toHaveLength(2);
});

test('I5: a document that another desk sent meanwhile proves the answer of the same bytes, and no other', async () => {
  const task = knownTask();
  const [same, other] = ['card.pdf', 'note.pdf'].map((name) =>
    bench.say(task.uuid, { kind: 'answer', data: null }, [name]),
  );
  if (same === undefined || other === undefined) throw new Error('no answers');
  bench.hold(task, same, 'card.pdf', 'scan 1.pdf');
  bench.service.tasks.move(task, 'completed');
  await bench.start();
  await bench.rest();
  expect([bench.message(same), bench.message(other)]).toMatchObject([
    { state: 'accepted', problem_code: 'answer.already-there', attempts: 0 },
    { state: 'rejected', problem_code: 'answer.not-waiting', attempts: 0 },
  ]);
});

test.each([
  ['a name', { kind: 'name', name: 'Jones' }],
  ['the follow-up', { kind: 'cleared', cleared: true }],
  ['a reference', { kind: 'external-id', externalId: 'case-7' }],
] as const)('I5: a refusal of a change of %s counts after one look', async (_, payload) => {
  const [stored, lost] = [knownTask(), knownTask()];
  bench.service.fate = ({ call, taskUuid }) => {
    if (call !== 'update') return { do: 'answer' };
    const failure = refused(422, 'Invalid.');
    return taskUuid === stored.uuid ? { do: 'lose', failure } : { do: 'fail', failure };
  };
  const ids = [stored, lost].map(({ uuid }) => bench.say(uuid, payload));
  await bench.startAndEnd(HOURS);
  expect(ids.map((id) => bench.message(id).state)).toEqual(['accepted', 'rejected']);
});
