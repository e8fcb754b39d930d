import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { MIGRATIONS } from '../../../../../src-main/core/ledger/migrations/index.ts';
import { findEarlier, findEarlierWith } from '../../../../../src-main/core/ledger/tables/duplicates.ts';
import { NOT_KEPT } from '../../../../../src-main/core/ledger/tables/retention.ts';
import { taskDetails } from '../../../../support/task-details.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';

const BEFORE_PARCELS = MIGRATIONS.filter(({ version }) => version < 15);

interface OldFile {
  /** The submission that the file equals; null where it equals none. */
  readonly of?: 'one' | 'two' | null;
  /** Null: the file was dropped. */
  readonly folder?: string | null;
  readonly group?: string;
  readonly state?: 'duplicate' | 'held' | 'settling';
  readonly current?: 0 | 1;
  readonly foundAt?: number;
}

const inGroup = (group: string): OldFile => ({ folder: 'in', group });
const dropped: OldFile = { folder: null };

/** The column `parcel` of these rows after the migration; their ids count from 1. The Task of `one` has one document, of `two` two. */
async function parcelsOf(files: readonly OldFile[]): Promise<unknown[]> {
  const path = testDir().at('ledger.db');
  const old = openLedger({ path, key: TEST_KEY, now: () => 0, migrations: BEFORE_PARCELS });
  for (const [seq, id] of ['one', 'two'].entries()) {
    old.db
      .prepare(
        `INSERT INTO submission (id, seq, origin, task_type, request_spec, external_id, payload_hash, state, task_uuid, created_at, ended_at)
         VALUES (@id, @seq, 'drop', 'intake', '{}', @id, @id, 'accepted', @id, 0, 0)`,
      )
      .run({ id, seq });
    for (let position = 0; position <= seq; position += 1)
      old.db
        .prepare(`INSERT INTO submission_file VALUES (?, ?, 'a.pdf', 'a.pdf', 'application/pdf', 1, ?, NULL)`)
        .run(id, position, `${id}-${position}`);
  }
  for (const [index, file] of files.entries()) {
    const { of = 'two', folder = 'in', group = null, state = 'duplicate', current = 1, foundAt = 0 } = file;
    old.db
      .prepare(
        `INSERT INTO file (folder_id, path, name_key, current, size, mtime_ms, inode, group_key, state, problem_code, duplicate_of, found_at)
         VALUES (@folder, @name, @name, @current, 1, 1, '1', @group, @state, @code, @of, @foundAt)`,
      )
      .run({
        ...{ folder, group, state, current, of, foundAt, name: `${index}.pdf` },
        code: state === 'held' ? 'file.duplicate-withdrawn' : null,
      });
  }
  old.close();
  return testLedger(() => 0, path)
    .db.prepare('SELECT parcel FROM file ORDER BY id')
    .pluck()
    .all();
}

test.each<[what: string, files: readonly OldFile[], parcels: readonly (number | null)[]]>([
  ['the files of one group are one parcel', [inGroup('a'), inGroup('b'), inGroup('a')], [1, 2, 1]],
  [
    'a group of another folder is another parcel',
    [inGroup('a'), { ...inGroup('a'), folder: 'out' }, inGroup('a')],
    [1, 2, 1],
  ],
  [
    'what equals another submission is another parcel',
    [inGroup('a'), { ...inGroup('a'), of: 'one' }],
    [1, 2],
  ],
  ['held files belong to the parcel', [{ ...inGroup('a'), state: 'held' }, inGroup('a')], [1, 1]],
  ['a former version is alone', [{ ...inGroup('a'), current: 0 }, inGroup('a'), inGroup('a')], [1, 2, 2]],
  ['files without a group are alone', [{}, {}], [1, 2]],
  ['a drop of all documents of the Task is one parcel', [dropped, dropped], [1, 1]],
  ['a drop of fewer documents is a parcel for each', [dropped], [1]],
  ['a drop of more documents is a parcel for each', [dropped, dropped, dropped], [1, 2, 3]],
  [
    'two drops are two parcels',
    [dropped, dropped, { ...dropped, foundAt: 1 }, { ...dropped, foundAt: 1 }],
    [1, 1, 3, 3],
  ],
  [
    'two patients of one drop, each with the page of another Task, are two parcels',
    [
      { ...dropped, of: 'one' },
      { ...dropped, of: 'one' },
    ],
    [1, 2],
  ],
  [
    'no parcel of what equals nothing, or goes on',
    [
      { of: null, state: 'held' },
      { ...inGroup('a'), state: 'settling' },
    ],
    [null, null],
  ],
])('the migration to parcels: %s (I1)', async (_what, files, parcels) => {
  expect(await parcelsOf(files)).toEqual(parcels);
});

const BEFORE_PURPOSES = MIGRATIONS.filter(({ version }) => version < 11);

interface OldRow {
  readonly id: string;
  readonly spec?: string;
  readonly state?: 'accepted' | 'rejected';
  readonly problem?: readonly [code: string, detail: string | null];
  readonly path?: string;
}

/** A ledger of the schema before, with a submission of the documents `${id}-2` and `${id}-1` for each row; opened anew. */
async function migrated(rows: readonly OldRow[]) {
  const path = testDir().at('ledger.db');
  const old = openLedger({ path, key: TEST_KEY, now: () => 0, migrations: BEFORE_PURPOSES });
  for (const [seq, { id, spec = '{}', state = 'accepted', problem, path = 'a.pdf' }] of rows.entries()) {
    const documents = [`${id}-2`, `${id}-1`];
    const hash = createHash('sha256')
      .update(JSON.stringify(['intake', documents.toSorted()]))
      .digest('hex');
    old.db
      .prepare(
        `INSERT INTO submission (id, seq, origin, task_type, request_spec, external_id, payload_hash, state, task_uuid,
           problem_code, problem_detail, created_at, ended_at)
         VALUES (@id, @seq, 'drop', 'intake', @spec, @id, @hash, @state, @task, @code, @detail, 0, 0)`,
      )
      .run({
        ...{ id, seq, spec, hash, state },
        task: state === 'accepted' ? `task-${id}` : null,
        ...{ code: problem?.[0] ?? null, detail: problem?.[1] ?? null },
      });
    for (const [position, sha256] of documents.entries())
      old.db
        .prepare(`INSERT INTO submission_file VALUES (?, ?, ?, 'a.pdf', 'application/pdf', 1, ?, NULL)`)
        .run(id, position, path, sha256);
  }
  old.close();
  const ledger = testLedger(() => 0, path);
  const as = (requestSpec: Record<string, unknown>) => ({ taskType: 'intake', requestSpec });
  return {
    earlier: (id: string, spec: Record<string, unknown>) =>
      findEarlier(ledger, as(spec), [`${id}-1`, `${id}-2`]),
    earlierWith: (id: string, spec: Record<string, unknown>) => findEarlierWith(ledger, as(spec), `${id}-1`),
  };
}

test('I2: what an older ledger sent is a duplicate for the same request_spec alone, in any order of its keys', async () => {
  const { earlier, earlierWith } = await migrated([
    { id: 'plain' },
    { id: 'asked', spec: '{"codes": ["1", "2"], "age": {"most": 1, "least": 0}}' },
  ]);
  const same = { age: { least: 0, most: 1 }, codes: ['1', '2'] };
  for (const find of [earlier, earlierWith]) {
    expect(find('plain', {})).toMatchObject({ id: 'plain', goes: true });
    expect(find('plain', same)).toBeNull();
    expect(find('asked', same)).toMatchObject({ id: 'asked', goes: true });
    expect(find('asked', { ...same, codes: ['2', '1'] })).toBeNull();
    expect(find('asked', {})).toBeNull();
  }
});

test('I2: what retention emptied counts as sent for any request_spec, since nobody knows for which', async () => {
  const { earlier, earlierWith } = await migrated([{ id: 'purged', path: NOT_KEPT }]);
  for (const find of [earlier, earlierWith]) {
    expect(find('purged', {})).toMatchObject({ id: 'purged' });
    expect(find('purged', { codes: ['1'] })).toMatchObject({ id: 'purged' });
  }
});

test.each([
  ['service.conflict', null, true],
  ['service.blocked', null, true],
  ['service.unsaid', '422', true],
  ['service.unaccounted', null, true],
  ['service.too-large', null, true],
  ['service.too-large', 'At most 20 MB.', false],
  ['service.invalid', 'body.name: no', false],
  ['spool.missing', null, false],
])('I2: of an older refusal, %s (%s) may be a Task: %s', async (code, detail, isPerhaps) => {
  const { earlier } = await migrated([{ id: 'refused', state: 'rejected', problem: [code, detail] }]);
  expect(earlier('refused', {})).toEqual(
    isPerhaps ? { id: 'refused', groupKey: null, goes: false, isUnproven: true, waits: false } : null,
  );
});

test('the tests of task types by an older version become tests, and no other submission of that name', () => {
  const path = testDir().at('ledger.db');
  const migrations = MIGRATIONS.filter(({ version }) => version < 17);
  const old = openLedger({ path, key: TEST_KEY, now: () => 0, migrations });
  for (const [seq, [id, ...files]] of [
    ['tried', 'clearfolder-test.txt'],
    ['named', 'clearfolder-test.txt', 'visit.pdf'],
  ].entries()) {
    old.db
      .prepare(
        `INSERT INTO submission (id, seq, origin, name, task_type, request_spec, external_id, payload_hash, state, task_uuid, created_at, ended_at)
         VALUES (@id, @seq, 'drop', 'Clearfolder test', 'intake', '{}', @id, @id, 'accepted', @id, 0, 0)`,
      )
      .run({ id, seq });
    for (const [position, name] of files.entries())
      old.db
        .prepare(`INSERT INTO submission_file VALUES (?, ?, ?, ?, 'text/plain', 1, ?, NULL)`)
        .run(id, position, name, name, `${id}-${position}`);
    old.db
      .prepare(
        `INSERT INTO task (uuid, mine, task_type, status, name, created, latest_status_change, seen_at)
         VALUES (?, 1, 'intake', 'invalid', 'Renamed', '', '', 0)`,
      )
      .run(id);
    old.db
      .prepare(
        `INSERT INTO file (path, name_key, size, mtime_ms, inode, state, found_at, submission_id)
         VALUES (@id, @id, 1, 1, '1', 'bound', 1, @id)`,
      )
      .run({ id });
  }
  old.close();
  const { db } = testLedger(() => 0, path);
  expect(db.prepare('SELECT uuid FROM task WHERE test = 1').pluck().all()).toEqual(['tried']);
  expect(db.prepare('SELECT path FROM file').pluck().all()).toEqual(['named']);
});

test('Tasks of an older version whose documents disagree about the patient raise the alarm, unless they are done', () => {
  const path = testDir().at('ledger.db');
  const old = openLedger({
    ...{ path, key: TEST_KEY, now: () => 0 },
    migrations: MIGRATIONS.filter(({ version }) => version < 22),
  });
  const at = '2031-02-28T10:00:00Z';
  const says = (uuid: string, issues: readonly object[]) => JSON.stringify(taskDetails(at, { uuid, issues }));
  const issue = { key: 'task.data.inconsistent', property: 'patient_name', message: 'They differ.' };
  for (const [number, cleared, issues] of [
    [1, null, [issue]],
    [2, at, [issue]],
    [3, null, []],
  ] as const) {
    const uuid = `00000000-0000-4000-8000-00000000000${number}`;
    old.db
      .prepare(
        `INSERT INTO task (uuid, mine, task_type, status, name, cleared, created, latest_status_change, seen_at)
         VALUES (?, 1, 'intake', 'waiting', '', ?, ?, ?, 0)`,
      )
      .run(uuid, cleared, at, at);
    old.db
      .prepare(`INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, 0, 'waiting', ?)`)
      .run(uuid, says(uuid, issues));
  }
  old.close();
  const doubtful = testLedger(() => 0, path).db.prepare('SELECT uuid FROM task WHERE patient_conflict = 1');
  expect(doubtful.pluck().all()).toEqual(['00000000-0000-4000-8000-000000000001']);
});
