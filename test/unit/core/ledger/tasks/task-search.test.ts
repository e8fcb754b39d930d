import { beforeEach, expect, test } from 'vitest';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { pageOfTasks, searchTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import { testLedger } from '../../../../support/test-dir.ts';

let ledger: Ledger;
beforeEach(() => {
  ledger = testLedger();
});

const current = () => ledger;

const TASKS = 9_000;
const REACH = { slice: 500, newest: 2_000 };

/** Every third one is called Ida, every ninth Ida Rare; created in another order than the station came to know of them. */
function fill(): void {
  ledger.transaction(() => {
    const insert = ledger.db.prepare(
      `INSERT INTO task (uuid, mine, task_type, status, name, created, latest_status_change, created_us, search_text, seen_at)
       VALUES (?, 1, 't', ?, ?, '', '', ?, ?, 0)`,
    );
    for (let n = 0; n < TASKS; n += 1) {
      const text = n % 9 === 0 ? 'ida rare' : n % 3 === 0 ? 'ida' : 'bo';
      const uuid = `6f000000-0000-4000-8000-${String(n).padStart(12, '0')}`;
      insert.run(uuid, n % 4 === 0 ? 'failed' : 'completed', text, (n * 7919) % TASKS, text);
    }
  });
}

const QUERIES = [
  { search: 'ida' },
  { search: 'rare' },
  { search: 'a', order_by: 'name', sort_ascending: true },
  { search: 'rare', status: ['failed'], length: 40, offset: 20 },
  { search: 'nobody' },
  { search: '6f000000-0000-4000-8000-000000000012' },
  { search: 'i', offset: 2_950 },
  { search: 'i', offset: 5_000 },
  { search: ' ', offset: 300 },
];

test('what is found in slices is what one look through all finds', async () => {
  fill();
  for (const query of QUERIES) {
    const parsed = taskQuerySchema.parse(query);
    const wanted = pageOfTasks(ledger, parsed);
    expect(await searchTasks(current, parsed, REACH), JSON.stringify(query)).toEqual({
      ...wanted,
      whole: true,
    });
  }
});

test('a text is found although half a character pair was stored', async () => {
  fill();
  ledger.db.prepare('UPDATE task SET search_text = ? WHERE rowid = 100').run('zoltan \ud800 quist');
  for (const search of ['\ud800 quist', 'n \ufffd q'])
    expect(await searchTasks(current, taskQuerySchema.parse({ search }), REACH)).toMatchObject({ count: 1 });
});

test('a quick look finds the newest, and says that it was not all', async () => {
  fill();
  const quick = (query: object) =>
    searchTasks(current, taskQuerySchema.parse({ ...query, extent: 'newest' }), REACH);
  const { count, uuids, whole } = await quick({ search: 'rare' });
  expect([count, whole]).toEqual([222, false]);
  expect(uuids.every((uuid) => Number(uuid.slice(-4)) >= TASKS - REACH.newest)).toBe(true);
  // Where none of them fits it looks on until one does.
  const old = '6f000000-0000-4000-8000-000000003000';
  expect(await quick({ search: old })).toMatchObject({ count: 1, uuids: [old], whole: false });
  expect(await quick({ search: 'nobody' })).toMatchObject({ count: 0, uuids: [], whole: true });
  expect(await quick({})).toMatchObject({ count: TASKS, whole: true });
  expect(
    await searchTasks(current, taskQuerySchema.parse({ search: 'rare', extent: 'newest' })),
  ).toMatchObject({
    count: 1_000,
    whole: true,
  });
});

test('everything else has its turn between the slices, and a ledger that was closed meanwhile is not read', async () => {
  fill();
  let turns = 0;
  let over = false;
  const count = () => {
    turns += 1;
    if (!over) setImmediate(count);
  };
  setImmediate(count);
  await searchTasks(current, taskQuerySchema.parse({ search: 'ida' }), REACH);
  over = true;
  expect(turns).toBeGreaterThanOrEqual(TASKS / REACH.slice - 1);
  let asked = 0;
  const closing = () => {
    asked += 1;
    if (asked > 6) throw new Error('the engine has stopped');
    return ledger;
  };
  await expect(searchTasks(closing, taskQuerySchema.parse({ search: 'ida' }), REACH)).rejects.toThrow(
    'stopped',
  );
});
