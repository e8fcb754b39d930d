import { rmSync } from 'node:fs';
import { join } from 'node:path';
import { beforeEach, expect, test } from 'vitest';
import type { ModelItem } from '../../../../support/service-model/model-task.ts';
import { type Bench, openBench } from '../support/bench.ts';
import { LOST, NEVER } from '../support/fates.ts';

/* I2: the answer to a create is lost, and somebody gives its Task another external_id. No second create may follow unasked. */

const HOUR_MS = 3_600_000;
let bench: Bench;

beforeEach(async () => {
  bench = await openBench();
});

async function accept(count: number): Promise<void> {
  for (let made = 0; made < count; made += 1) bench.submit();
  await bench.start();
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
    if (known === 0) await bench.start();
    loseAndRename(id, () => 'EHR-1');
    await bench.clock.advance(500);
    expect(bench.row(id).state).toBe('unconfirmed');
    bench.clock.jump(-3 * HOUR_MS);
    await bench.settle(4 * HOUR_MS);
    expect(standing(id)).toEqual({ state: 'rejected', attempts: 1, code: 'service.perhaps-there' });
  },
);

test('a Task that does not list its inputs is waited for, and then compared; a person decides about a Task that never does', async () => {
  await accept(2);
  const ids = [bench.submit(), bench.submit()];
  const [late, never] = ids;
  const items = new Map<string, ModelItem[]>();
  bench.service.fate = ({ call, externalId }) => {
    for (const id of ids)
      for (const task of bench.service.tasks.withExternalId(id)) {
        items.set(id, task.data_items);
        task.data_items = [];
        bench.service.tasks.rename(task, `EHR-${id}`);
      }
    return call === 'create' && ids.includes(externalId ?? '')
      ? { do: 'lose', failure: LOST }
      : { do: 'answer' };
  };
  await bench.clock.advance(HOUR_MS / 2);
  const waits = { state: 'unconfirmed', attempts: 1, code: 'service.unproven' };
  expect(ids.map(standing)).toEqual([waits, waits]);
  for (const task of bench.service.tasks.withExternalId(`EHR-${late}`))
    task.data_items = items.get(late ?? '') ?? [];
  await bench.clock.advance(2 * HOUR_MS);
  const asked = { state: 'rejected', attempts: 1, code: 'service.perhaps-there' };
  expect(ids.map(standing)).toEqual([asked, asked]);
  const named = (id: string) => bench.row(id).problem_detail?.split(', ').length;
  expect([late, never].map((id) => named(id ?? ''))).toEqual([2, 1]);
});

test('the list answers first, also where the copies are missing: the documents may be a Task', async () => {
  await accept(2);
  const [renamed, absent] = [bench.submit(), bench.submit()];
  loseAndRename(renamed, () => 'EHR-1');
  const { fate } = bench.service;
  bench.service.fate = (call) =>
    call.call === 'create' && call.externalId === absent
      ? { do: 'lose', failure: LOST, lateMs: NEVER }
      : fate(call);
  await bench.clock.advance(500);
  for (const id of [renamed, absent]) rmSync(join(bench.spoolDir, `${id}-0`));
  await bench.settle(HOUR_MS);
  expect(standing(renamed)).toEqual({ state: 'rejected', attempts: 1, code: 'service.perhaps-there' });
  expect(standing(absent)).toEqual({ state: 'rejected', attempts: 1, code: 'spool.missing' });
});
