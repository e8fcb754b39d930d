import { afterEach, beforeEach, expect, test } from 'vitest';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { findJourneys } from '../../../../../src-main/core/ledger/tasks/task-journeys.ts';
import { pageOfTasks } from '../../../../../src-main/core/ledger/tasks/task-page.ts';
import { findTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import { createTaskTexts } from '../../../../../src-main/core/ledger/tasks/task-text-index.ts';
import { sizeOf } from '../../../../../src-main/core/ledger/tasks/text-signatures.ts';
import { openTestLedger } from '../../tracking/support/setting.ts';

let ledger: Ledger;
let remove: () => void;
let texts: ReturnType<typeof createTaskTexts>;
beforeEach(() => {
  ({ ledger, remove } = openTestLedger());
  texts = createTaskTexts();
});
afterEach(() => remove());

const TASKS = 25_000;
const uuidOf = (n: number) => `${(n % 65_536).toString(16).padStart(8, '0')}-0000-4000-8000-000000000000`;
const find = (search: string, more: object = {}) =>
  findTasks({ ledger: () => ledger, texts }, taskQuerySchema.parse({ search, ...more }));
const inAll = (search: string, more: object = {}) =>
  pageOfTasks(ledger, taskQuerySchema.parse({ search, ...more }));
const nameOf = (n: number) => `${['Ida', 'Bo', 'Mu'][n % 3]} Kettering ${n}`;
const rename = (db: Ledger['db'], n: number, name: string) =>
  db.prepare('UPDATE task SET search_text = ? WHERE uuid = ?').run(name, uuidOf(n));

function add(first: number, count: number): void {
  ledger.transaction(() => {
    const insert = ledger.db.prepare(
      `INSERT INTO task (uuid, mine, task_type, status, name, journey, created, latest_status_change, created_us, search_text, seen_at)
       VALUES (?, 1, 't', ?, ?, ?, '', '', ?, ?, 0)`,
    );
    for (let n = first; n < first + count; n++) {
      const name = nameOf(n);
      const status = n % 2 === 0 ? 'failed' : 'completed';
      insert.run(uuidOf(n), status, name, `visit ${n >> 1}`, n, name.toLowerCase());
    }
  });
}

const QUERIES: readonly [string, object?][] = [
  ['kettering 123'],
  ['kettering 12', { status: ['failed'], length: 20, offset: 20 }],
  ['ida kettering 2499', { order_by: 'name', sort_ascending: true }],
  ['ketter', { offset: 24_000 }],
  ['nobody'],
  ['bo'],
  ['2499'],
  ['000003e8'],
  ['0000'],
  [uuidOf(77)],
];

test('what is noted finds what one look through all finds', async () => {
  add(0, TASKS);
  await texts(ledger).grow();
  // Since then there were some more.
  add(TASKS, 300);
  for (const [search, more] of QUERIES)
    expect(await find(search, more), search).toEqual({ ...inAll(search, more), whole: true });
  const quick = await find('kettering 77', { extent: 'newest' });
  expect(quick).toEqual({ ...inAll('kettering 77'), whole: true });
});

test('most of the Tasks are not read for what fits few of them', async () => {
  add(0, TASKS);
  const read = (search: string) => sizeOf(texts(ledger).spans(search));
  expect(read('kettering 1234')).toBe(TASKS);
  await texts(ledger).grow();
  for (const search of ['Kettering 12345', uuidOf(5).toUpperCase(), 'Nobody at all'])
    expect(read(search), search).toBeLessThan(TASKS / 10);
  expect(read('bo')).toBe(TASKS);
});

test('a text that became another is found, also where that was rolled back', async () => {
  add(0, TASKS);
  await texts(ledger).grow();
  rename(ledger.db, 100, 'zoltan \ud800 quist');
  for (const search of ['zoltan', '\ud800 quist', 'n \ufffd q'])
    expect((await find(search)).uuids).toEqual([uuidOf(100)]);
  expect(() =>
    ledger.transaction(() => {
      rename(ledger.db, 200, 'zoltan xerxes');
      throw new Error('no');
    }),
  ).toThrow('no');
  expect((await find('zoltan')).count).toBe(1);
  expect((await find('kettering 200', { length: 200 })).uuids).toContain(uuidOf(200));
});

test('what another process changed is found, and what was written anew', async () => {
  add(0, TASKS);
  await texts(ledger).grow();
  const beside = openLedger({ path: ledger.db.name, key: 'ab'.repeat(32), now: Date.now, mode: 'beside' });
  rename(beside.db, 300, 'zoltan quist');
  beside.close();
  expect((await find('zoltan')).uuids).toEqual([uuidOf(300)]);
  await texts(ledger).grow();
  const before = sizeOf(texts(ledger).spans('zoltan quist'));
  expect(before).toBeLessThan(TASKS / 10);
  ledger.db.exec('VACUUM');
  expect(sizeOf(texts(ledger).spans('zoltan quist'))).toBe(TASKS);
  expect((await find('zoltan')).uuids).toEqual([uuidOf(300)]);
});

test('journeys are looked for where the text may be, and are those that a walk through all finds', async () => {
  add(0, TASKS);
  const journeys = async (search: string, offset = 0) =>
    await findJourneys({ ledger: () => ledger, texts }, { search, offset, length: 20 });
  const searches = ['kettering 123', 'kettering 4711', 'nobody', '', 'ida'];
  const walked = await Promise.all(searches.map((search) => journeys(search)));
  expect(walked.map(({ more, journeys: rows }) => [more, rows.length])).toEqual([
    [true, 20],
    [false, 1],
    [false, 0],
    [true, 20],
    [true, 20],
  ]);
  await texts(ledger).grow();
  expect(await Promise.all(searches.map((search) => journeys(search)))).toEqual(walked);
});

test('noting leaves turns to everything else, and ends where the ledger is closed', async () => {
  add(0, TASKS);
  let turns = 0;
  const count = () => {
    turns += 1;
    if (turns < 1_000) setImmediate(count);
  };
  setImmediate(count);
  await texts(ledger).grow();
  expect(turns).toBeGreaterThanOrEqual(TASKS / 5_000);
  const other = openTestLedger();
  const mine = ledger;
  ({ ledger } = other);
  add(0, TASKS);
  const growing = texts(ledger).grow();
  other.remove();
  await growing;
  ledger = mine;
});
