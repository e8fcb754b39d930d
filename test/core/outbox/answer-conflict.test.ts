import { beforeEach, expect, test } from 'vitest';
import { type Bench, openBench } from './support/bench.ts';
import { type CallName, refused } from './support/model-service.ts';

let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

const HOURS = 4 * 3_600_000;
const data = { member_id: 'M-1' };

/** The first `times` calls of this kind are refused with a 409 that names no newer Task. */
function refuse(call: CallName, times: number, detail = 'Another change is under way.'): void {
  let left = times;
  bench.service.fate = (made) =>
    made.call === call && left-- > 0
      ? { do: 'fail', failure: refused(409, detail).failure }
      : { do: 'answer' };
}

const kinds = (uuid: string) => bench.service.task(uuid).details.data_items.map((item) => item.data_type);

test('I5: a 409 of the update says nothing of the documents: data and documents arrive', async () => {
  const uuid = bench.service.addTask().details.uuid;
  const id = bench.say(uuid, { kind: 'answer', data }, ['card.pdf']);
  refuse('update', 1);
  await bench.outbox.start();
  expect(await bench.settle(HOURS)).toBe(true);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(kinds(uuid)).toEqual(['json', 'file']);
});

test.each([
  ['data', []],
  ['data and documents', ['card.pdf']],
])('I5: an update of %s that is always refused so comes to a person', async (_, files) => {
  const uuid = bench.service.addTask().details.uuid;
  const id = bench.say(uuid, { kind: 'answer', data }, files);
  refuse('update', Number.POSITIVE_INFINITY);
  await bench.outbox.start();
  expect(await bench.settle(HOURS)).toBe(true);
  expect(bench.message(id)).toMatchObject({
    state: 'rejected',
    problem_code: 'answer.conflict',
    problem_detail: 'Another change is under way.',
  });
  expect(bench.service.count('update')).toBeLessThan(6);
  // It was kept: a person tries it again.
  bench.service.fate = () => ({ do: 'answer' });
  bench.outbox.retry(id);
  expect(await bench.settle(HOURS)).toBe(true);
  expect(kinds(uuid)).toEqual(['json', ...files.map(() => 'file')]);
});
