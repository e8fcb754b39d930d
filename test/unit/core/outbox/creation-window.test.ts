import { beforeEach, expect, test } from 'vitest';
import { type Bench, openBench } from './support/bench.ts';
import { LOST } from './support/fates.ts';

/* I2: the answer to a create is lost, and somebody gives its Task another external_id. No second create may follow unasked. */

const HOUR_MS = 3_600_000;
let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

async function accept(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) bench.submit();
  await bench.outbox.start();
  await bench.settle(60_000);
}

/** Each create of the submission arrives, the answer is lost, and the Task has another external_id from then on. */
function loseAndRename(id: string, newName: (time: number) => string): void {
  let times = 0;
  bench.service.fate = ({ call, externalId }) => {
    for (const task of bench.service.tasks.withExternalId(id))
      bench.service.tasks.rename(task, newName(times));
    if (call !== 'create' || externalId !== id) return { do: 'answer' };
    times += 1;
    return { do: 'lose', failure: LOST };
  };
}

const standing = (id: string) => {
  const { state, attempts, problem_code: code } = bench.row(id);
  return { state, attempts, code };
};

test('a person judges only the Tasks that were named: a Task that comes later is a new question', async () => {
  await accept(2);
  const id = bench.submit();
  loseAndRename(id, (time) => `EHR-${time}`);
  await bench.settle(2 * HOUR_MS);
  expect(standing(id)).toEqual({ state: 'rejected', attempts: 1, code: 'service.perhaps-there' });
  bench.outbox.retry(id);
  await bench.settle(4 * HOUR_MS);
  expect(standing(id)).toEqual({ state: 'rejected', attempts: 2, code: 'service.perhaps-there' });
});

test.each([
  ['plain', 'EHR-4711'],
  ['a ULID of another system', '01ARZ3NDEKTSV4RRFFQ69G5FAV'],
  ['a uuid in capitals', '550E8400E29B41D4A716446655440000'],
  ['digits', '20261124000000000000471100000815'],
])('an external_id of any form is compared: %s', async (_form, name) => {
  await accept(2);
  const id = bench.submit();
  loseAndRename(id, () => name);
  await bench.settle(HOUR_MS);
  expect(standing(id)).toEqual({ state: 'rejected', attempts: 1, code: 'service.perhaps-there' });
});

test.each([0, 2])(
  'a clock that was corrected after the create hides no Task, with %i known Tasks',
  async (known) => {
    await accept(known);
    bench.clock.jump(3 * HOUR_MS);
    const id = bench.submit();
    if (known === 0) await bench.outbox.start();
    loseAndRename(id, () => 'EHR-1');
    await bench.clock.advance(500);
    expect(bench.row(id).state).toBe('unconfirmed');
    bench.clock.jump(-3 * HOUR_MS);
    await bench.settle(4 * HOUR_MS);
    expect(standing(id)).toEqual({ state: 'rejected', attempts: 1, code: 'service.perhaps-there' });
  },
);
