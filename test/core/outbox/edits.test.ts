import { beforeEach, describe, expect, test } from 'vitest';
import { recordTask } from '../../../src-main/core/ledger/tasks.ts';
import { type Bench, openBench } from './support/bench.ts';
import type { Fate, ModelCall } from './support/model-service.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

const lost = { kind: 'unknown', cause: 'reset' } as const;

/** A Task that the ledger knows as it is now. */
function knownTask() {
  const task = bench.service.addTask();
  recordTask(bench.ledger, task.details, { mine: false, seenAt: bench.clock.now() });
  return task;
}

/** The first update gets no answer: it was taken at once (0), later, or never. */
const loseFirst =
  (lateMs: number) =>
  ({ call }: ModelCall): Fate => {
    if (call !== 'update' || bench.service.count('update') > 1) return { do: 'answer' };
    return { do: 'lose', failure: lost, ...(lateMs === 0 ? {} : { lateMs }) };
  };

describe('an edit of unknown outcome', () => {
  test('that arrived is accepted without another word, so that nothing set since is undone', async () => {
    const task = knownTask();
    const id = bench.say(task.details.uuid, { kind: 'cleared', cleared: true });
    bench.service.fate = loseFirst(0);
    await bench.outbox.start();
    expect(await bench.settle(60_000)).toBe(true);
    expect(bench.message(id).state).toBe('accepted');
    expect(bench.service.count('update')).toBe(1);
  });

  test('that arrives late does not undo the edit after it', async () => {
    const task = knownTask();
    bench.say(task.details.uuid, { kind: 'name', name: 'Older' });
    bench.service.fate = loseFirst(20_000);
    await bench.outbox.start();
    await bench.clock.advance(1_000);
    bench.say(task.details.uuid, { kind: 'name', name: 'Newer' });
    expect(await bench.settle(600_000)).toBe(true);
    await bench.clock.advance(600_000);
    expect(task.details.name).toBe('Newer');
  });

  test('that never arrived is sent again, and only then', async () => {
    const task = knownTask();
    const id = bench.say(task.details.uuid, { kind: 'name', name: 'Mine' });
    bench.service.fate = loseFirst(Number.MAX_SAFE_INTEGER);
    await bench.outbox.start();
    expect(await bench.settle(600_000)).toBe(true);
    expect(bench.message(id).state).toBe('accepted');
    expect(task.details.name).toBe('Mine');
    expect(bench.service.count('update')).toBe(2);
  });

  test('leaves alone what somebody at another station has set since; trying again is a decision', async () => {
    const task = knownTask();
    const id = bench.say(task.details.uuid, { kind: 'name', name: 'Mine' });
    bench.service.fate = loseFirst(Number.MAX_SAFE_INTEGER);
    await bench.outbox.start();
    await bench.clock.advance(1);
    task.details.name = 'Theirs';
    expect(await bench.settle(600_000)).toBe(true);
    expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'edit.overtaken' });
    expect(task.details.name).toBe('Theirs');
    bench.outbox.retry(id);
    expect(await bench.settle(600_000)).toBe(true);
    expect(task.details.name).toBe('Mine');
  });

  test.each(['completed', 'processing'])(
    'is sent again where the service may have derived the name itself: the Task went on to be %s',
    async (status) => {
      const task = knownTask();
      const id = bench.say(task.details.uuid, { kind: 'name', name: 'Mine' });
      bench.service.fate = loseFirst(Number.MAX_SAFE_INTEGER);
      await bench.outbox.start();
      await bench.clock.advance(1);
      task.details.name = 'Derived';
      bench.service.setStatus(task, status);
      expect(await bench.settle(600_000)).toBe(true);
      expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
      expect(task.details.name).toBe('Mine');
    },
  );

  test('of what only a person sets leaves alone what was set while the Task went on', async () => {
    const task = knownTask();
    const id = bench.say(task.details.uuid, { kind: 'external-id', externalId: 'mine' });
    bench.service.fate = loseFirst(Number.MAX_SAFE_INTEGER);
    await bench.outbox.start();
    await bench.clock.advance(1);
    task.details.external_id = 'theirs';
    bench.service.setStatus(task, 'completed');
    expect(await bench.settle(600_000)).toBe(true);
    expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'edit.overtaken' });
  });

  test('survives a kill between the request and its answer', async () => {
    const task = knownTask();
    const id = bench.say(task.details.uuid, { kind: 'name', name: 'Mine' });
    bench.service.fate = ({ call }) => (call === 'update' ? { do: 'hang', commit: true } : { do: 'answer' });
    await bench.outbox.start();
    await bench.clock.advance(100);
    bench.crash();
    bench.service.fate = () => ({ do: 'answer' });
    await bench.outbox.start();
    expect(await bench.settle(60_000)).toBe(true);
    expect(bench.message(id).state).toBe('accepted');
    expect(bench.service.count('update')).toBe(1);
  });
});
