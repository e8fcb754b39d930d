import { beforeEach, expect, test } from 'vitest';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { addSubmission, submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { findJourneys, type Journey, journeyOf } from '../../../../../src-main/core/ledger/tasks/journeys.ts';
import { pageOfTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import type { TaskDetails } from '../../../../../src-main/core/service/schemas.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { taskDetails } from '../../../../support/task-details.ts';
import { testLedger } from '../../../../support/test-dir.ts';

let ledger: Ledger;
beforeEach(() => {
  ledger = testLedger();
});

const uuidOf = (n: number) => `6f000000-0000-4000-8000-${String(n).padStart(12, '0')}`;

function add(n: number, more: Partial<TaskDetails> = {}): void {
  const created = more.created ?? new Date(Date.UTC(2026, 2, 1, 8, 0, n)).toISOString();
  const task = taskDetails(created, { uuid: uuidOf(n), status: 'completed', name: `Task ${n}`, ...more });
  recordTask(ledger, task, { mine: true, seenAt: n });
}

/** Makes a Task the one of a submission with these files, as the outbox does. */
function addSent(
  n: number,
  fileNames: readonly string[],
  groupKey: string | null,
  more: Partial<TaskDetails> = {},
) {
  const id = `S${n}`;
  const files = fileNames.map((name) => newFile(name, { sha256: `${id}${name}`, spoolName: `${id}${name}` }));
  addSubmission(ledger, newSubmission(id, files, { origin: 'folder', folderId: 'scans', groupKey }), 0);
  submissionTable(ledger).accept(id, uuidOf(n), 1);
  add(n, { external_id: id, ...more });
}

function page(query: object): number[] {
  const { count, uuids } = pageOfTasks(ledger, taskQuerySchema.parse(query));
  expect(count).toBeGreaterThanOrEqual(uuids.length);
  return uuids.map((uuid) => Number(uuid.slice(-4)));
}

const verdicts = (...given: [string, boolean][]) => ({
  verdicts: given.map(([code, approved]) => ({ code, approved, issues: [] })),
});

test('newest first by default; pages do not overlap where dates are equal, and the count is the whole', () => {
  for (const n of [3, 1, 5, 2, 4]) add(n, { created: '2026-03-01T08:00:00Z' });
  add(6);
  expect(page({ length: 3 })).toEqual([6, 5, 4]);
  expect(page({ length: 3, offset: 3 })).toEqual([3, 2, 1]);
  expect(pageOfTasks(ledger, taskQuerySchema.parse({ length: 1, offset: 99 }))).toMatchObject({
    count: 6,
    uuids: [],
  });
  expect(page({ sort_ascending: true })).toEqual([1, 2, 3, 4, 5, 6]);
});

test('dates are compared as instants, not as text', () => {
  add(1, { created: '2026-03-01T08:00:05.100Z' });
  add(2, { created: '2026-03-01T08:00:05Z' });
  add(3, { created: '2026-03-01T10:00:05.050000+02:00' });
  add(4, { created: '2026-03-01T08:00:05.100001Z' });
  expect(page({ sort_ascending: true })).toEqual([2, 3, 1, 4]);
  expect(page({ date_from: '2026-03-01T08:00:05.050Z', sort_ascending: true })).toEqual([1, 4]);
  expect(page({ date_to: '2026-03-01T09:00:05.1+01:00', sort_ascending: true })).toEqual([2, 3, 1]);
});

test('a date window: from is exclusive, to inclusive, and a plain date_to is its whole day (docs/service.md 4.4)', () => {
  add(1, { created: '2026-03-01T00:00:00Z' });
  add(2, { created: '2026-03-01T00:00:00.000001Z' });
  add(3, { created: '2026-03-02T23:59:59.999999Z' });
  add(4, { created: '2026-03-03T00:00:00Z' });
  expect(page({ date_from: '2026-03-01', date_to: '2026-03-02', sort_ascending: true })).toEqual([2, 3]);
  expect(page({ date_to: '2026-03-03T00:00:00Z', sort_ascending: true })).toEqual([1, 2, 3, 4]);
  expect(() => page({ date_from: 'last week' })).toThrow(expect.objectContaining({ code: 'tasks.date' }));
});

test('the window applies to the selected date', () => {
  add(1, { cleared: '2026-05-01T08:00:00Z', latest_status_change: '2026-04-01T08:00:00Z' });
  add(2);
  expect(page({ selected_date: 'cleared', date_from: '2026-04-30' })).toEqual([1]);
  expect(page({ selected_date: 'latest_status_change', date_from: '2026-03-15' })).toEqual([1]);
  expect(page({ selected_date: 'created', date_from: '2026-03-15' })).toEqual([]);
});

test.each([
  ['name', [2, 1, 3], [3, 1, 2]],
  ['id', [1, 2, 3], [3, 2, 1]],
  ['latest_status_change', [3, 1, 2], [2, 1, 3]],
  // What is not set comes last either way, as the service has it.
  ['cleared', [3, 1, 2], [1, 3, 2]],
  ['external_id', [2, 3, 1], [3, 2, 1]],
])('sorted by %s', (orderBy, ascending, descending) => {
  add(1, { name: 'berta', cleared: '2026-05-02T08:00:00Z', latest_status_change: '2026-04-02T08:00:00Z' });
  add(2, { name: 'Anna', external_id: 'a', latest_status_change: '2026-04-03T08:00:00Z' });
  add(3, {
    name: 'Clara',
    external_id: 'b',
    cleared: '2026-05-01T08:00:00Z',
    latest_status_change: '2026-04-01T08:00:00Z',
  });
  expect(page({ order_by: orderBy, sort_ascending: true })).toEqual(ascending);
  expect(page({ order_by: orderBy })).toEqual(descending);
  // The same where few are picked out first.
  expect(page({ order_by: orderBy, status: ['completed'] })).toEqual(descending);
});

test('filters combine with AND', () => {
  addSent(1, ['a.pdf'], null, { status: 'completed', ...verdicts(['73721', true]) });
  addSent(2, ['b.pdf'], null, { status: 'completed', ...verdicts(['73721', false], ['99213', true]) });
  add(3, { status: 'waiting', task_type: 'intake' });
  add(4, { status: 'completed', cleared: '2026-05-01T08:00:00Z', ...verdicts(['73721', false]) });
  expect(page({ status: ['waiting', 'failed'] })).toEqual([3]);
  expect(page({ task_type: ['intake', 'other'] })).toEqual([3]);
  expect(page({ cleared: true })).toEqual([4]);
  expect(page({ cleared: false })).toEqual([3, 2, 1]);
  expect(page({ folder: 'scans' })).toEqual([2, 1]);
  expect(page({ code: '99213' })).toEqual([2]);
  expect(page({ outcome: 'approved' })).toEqual([2, 1]);
  // Of that code: an approval of another is not one of this.
  expect(page({ code: '73721', outcome: 'approved' })).toEqual([1]);
  expect(page({ code: '73721', outcome: 'not-approved' })).toEqual([4, 2]);
  expect(page({ code: '73721', outcome: 'not-approved', folder: 'scans', cleared: false })).toEqual([2]);
  expect(page({ code: '73721', folder: 'scans', status: ['waiting'] })).toEqual([]);
});

test('search finds parts of names, file names, external_ids and journeys, and the beginning of a uuid', () => {
  addSent(1, ['Überweisung_17.pdf'], 'Visits/2026/MRN-0042', { name: 'Zoë Müller' });
  add(2, { name: '100% of it', external_id: 'chart-77' });
  expect(page({ search: 'zoe\u0308 mü' })).toEqual([1]);
  expect(page({ search: 'ÜBERWEISUNG' })).toEqual([1]);
  expect(page({ search: 'mrn-0042' })).toEqual([1]);
  expect(page({ search: 'RT-77' })).toEqual([2]);
  expect(page({ search: '100%' })).toEqual([2]);
  expect(page({ search: '6F000000-0000-4000-8000-000000000001' })).toEqual([1]);
  expect(page({ search: '6f0' })).toEqual([2, 1]);
  expect(page({ search: '000000000001' })).toEqual([]);
  expect(page({ search: '%' })).toEqual([2]);
});

test('a new name is found at once, the old one no more', () => {
  add(1, { name: 'Before' });
  add(1, { name: 'After' });
  expect(page({ search: 'after' })).toEqual([1]);
  expect(page({ search: 'before' })).toEqual([]);
});

test('many matches give the same order, page by page, as few', () => {
  ledger.transaction(() => {
    const insert = ledger.db.prepare(
      `INSERT INTO task (uuid, mine, task_type, status, name, created, latest_status_change, created_us, search_text, seen_at)
       VALUES (?, 1, 't', ?, '', '', '', ?, ?, 0)`,
    );
    for (let n = 0; n < 9_000; n += 1)
      insert.run(
        uuidOf(n),
        n % 2 === 0 ? 'completed' : 'failed',
        Math.floor(n / 7),
        n % 3 === 0 ? 'x' : 'xy',
      );
  });
  for (const filter of [
    { search: 'x' },
    { search: 'xy', status: ['failed'] },
    { status: ['completed', 'failed'] },
  ]) {
    const all: string[] = [];
    const query = taskQuerySchema.parse({ ...filter, length: 500 });
    const { count } = pageOfTasks(ledger, query);
    for (let offset = 0; offset < count; offset += 500)
      all.push(...pageOfTasks(ledger, { ...query, offset }).uuids);
    expect(all).toHaveLength(count);
    expect(all).toEqual([...new Set(all)].sort().reverse());
  }
});

test('journeys: keys that two Tasks or more share, newest first, each in order of time', async () => {
  const ulid = '01JD0000000000000000000000';
  addSent(1, ['a'], 'Visits/MRN-1');
  add(2, { external_id: `MRN-1-${ulid}` });
  addSent(3, ['b'], 'MRN-2');
  add(4, { external_id: `MRN-2_${ulid}`, task_type: 'intake' });
  add(5, { external_id: `MRN-3-${ulid}` });
  add(6, { external_id: ulid });
  add(7, { external_id: `scans-${ulid}x` });
  const told = ({ key, uuids }: Journey) => [key, ...uuids.map((uuid) => Number(uuid.slice(-4)))];
  const journeys = async (search = '', page = { offset: 0, length: 10 }, slice?: number) => {
    const { more, journeys: rows } = await findJourneys(() => ledger, { search, ...page }, slice);
    return [more, ...rows.map(told)];
  };
  const both = [false, ['MRN-2', 3, 4], ['MRN-1', 1, 2]];
  expect(await journeys()).toEqual(both);
  for (const slice of [1, 2, 3, 7])
    expect(await journeys('', { offset: 0, length: 10 }, slice)).toEqual(both);
  expect(await journeys('', { offset: 0, length: 1 })).toEqual([true, both[1]]);
  expect(await journeys('', { offset: 1, length: 1 })).toEqual([false, both[2]]);
  expect(await journeys('task 1')).toEqual([false, ['MRN-1', 1, 2]]);
  expect(await journeys('task 5')).toEqual([false]);
  const one = journeyOf(ledger, 'MRN-1');
  expect(one === null ? null : told(one)).toEqual(['MRN-1', 1, 2]);
  expect(one?.count).toBe(2);
  for (let index = 8; index < 68; index++) addSent(index, ['a'], 'MRN-9');
  const long = journeyOf(ledger, 'MRN-9');
  expect([long?.count, long?.uuids.length]).toEqual([60, 50]);
  expect(journeyOf(ledger, 'MRN')).toBeNull();
  expect(journeyOf(ledger, 'MRN-3')).toBeNull();
});
