import { beforeEach, describe, expect, test } from 'vitest';
import { type Bench, openBench } from './support/bench.ts';
import { refused } from './support/model-service.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

const denied = { do: 'fail', failure: refused(404, 'No Task matches.').failure } as const;
const page = { kind: 'unreadable', status: 200, cause: 'the answer is not JSON' } as const;
const ofTask = { ...page, cause: 'the answer is about another Task', saysTask: true } as const;

test('I2: what the service says it made, and then denies, is not sent again by itself; a person may have it sent once', async () => {
  const id = bench.submit();
  bench.service.fate = ({ call }) => {
    if (call === 'create') return { do: 'lose', failure: ofTask };
    return call === 'get' ? denied : { do: 'answer' };
  };
  await bench.outbox.start();
  await bench.clock.advance(5_000);
  // To have it looked up sooner is not to have it sent anew.
  bench.outbox.retryAll();
  await bench.restart();
  expect(await bench.settle(3_600_000)).toBe(true);
  expect(bench.row(id)).toMatchObject({
    state: 'rejected',
    problem_code: 'service.unaccounted',
    attempts: 1,
  });
  expect(bench.service.tasks).toHaveLength(1);
  bench.outbox.retry(id);
  expect(bench.row(id).state).toBe('unconfirmed');
  expect(await bench.settle(3_600_000)).toBe(true);
  expect(bench.row(id)).toMatchObject({
    state: 'rejected',
    problem_code: 'service.unaccounted',
    attempts: 2,
  });
});

test('I2: "try all again" leaves it to a person to say of each, for each try may make one Task more', async () => {
  const ids = [bench.submit(), bench.submit()];
  bench.service.fate = ({ call }) => (call === 'create' ? { do: 'lose', failure: ofTask } : denied);
  await bench.outbox.start();
  expect(await bench.settle(3_600_000)).toBe(true);
  expect(bench.outbox.retryAll()).toBe(0);
  expect(await bench.settle(3_600_000)).toBe(true);
  for (const id of ids)
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.unaccounted' });
  expect(bench.service.tasks).toHaveLength(2);
});

describe('I2: a fault while it is looked up hides nothing of what the create came to', () => {
  test.each([
    ['service.unaccounted', ofTask],
    ['service.blocked', refused(403).failure],
    ['service.too-large', refused(413).failure],
    ['service.unsaid', refused(422).failure],
  ] as const)('%s', async (code, failure) => {
    const id = bench.submit();
    let gets = 0;
    bench.service.fate = ({ call }) => {
      if (call === 'create') return { do: 'lose', failure };
      gets += 1;
      if (gets === 2) throw new Error('no row of this');
      return denied;
    };
    await bench.outbox.start();
    expect(await bench.settle(3_600_000)).toBe(true);
    expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: code, attempts: 1 });
    expect(bench.service.tasks).toHaveLength(1);
  });
});

test('I2: a page in the place of the answer, and then a denial, has it sent anew once and never for ever', async () => {
  const id = bench.submit();
  bench.service.fate = ({ call }) => {
    if (call === 'create') return { do: 'fail', failure: page };
    return { do: 'answer' };
  };
  await bench.outbox.start();
  expect(await bench.settle(3_600_000)).toBe(true);
  expect(bench.row(id)).toMatchObject({ state: 'rejected', problem_code: 'service.unsaid', attempts: 2 });
});

test('I2: what the service made and answered with something else is found by its id', async () => {
  const id = bench.submit();
  bench.service.fate = ({ call }) => (call === 'create' ? { do: 'lose', failure: ofTask } : { do: 'answer' });
  await bench.outbox.start();
  expect(await bench.settle(60_000)).toBe(true);
  expect(bench.row(id)).toMatchObject({ state: 'accepted', attempts: 1 });
  expect(bench.service.tasks).toHaveLength(1);
});
