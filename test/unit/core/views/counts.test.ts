import fc from 'fast-check';
import { expect, test } from 'vitest';
import { z } from 'zod';
import {
  ACCOUNT_STATES,
  type AccountState,
  accountStateSchema,
} from '../../../../src-main/contract/views/common.ts';
import { type Ledger, readAll } from '../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../src-main/core/ledger/db/open-ledger.ts';
import { accountOf } from '../../../../src-main/core/ledger/tables/counts.ts';
import { FILE_STATES } from '../../../../src-main/core/ledger/tables/files.ts';
import { OUTBOX_STATES } from '../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { countTasks } from '../../../../src-main/core/ledger/tasks/task-search.ts';
import { filesPage } from '../../../../src-main/core/views/files-page-view.ts';
import { outboxPage } from '../../../../src-main/core/views/outbox/outbox-page-view.ts';
import { tasksToFollowUp } from '../../../../src-main/core/views/overview/tasks.ts';
import { TEST_KEY, testLedger } from '../../../support/test-dir.ts';

/* Counts that are kept, and pages that are picked out, against what a look at every row says. */

/** Statements and their parameters; `@id` is a new name for each write. */
interface Write {
  readonly values: object;
  readonly statements: readonly string[];
}
const written = (values: object, ...statements: readonly string[]): Write => ({ values, statements });

const PLACES = ['front', 'back', null] as const;
const place = fc.constantFrom(...PLACES);
const outboxState = fc.constantFrom(...OUTBOX_STATES);
const ownState = fc.constantFrom(...FILE_STATES.filter((one) => one !== 'bound'));
const some = fc.nat(40);
const NTH = '(SELECT id FROM file ORDER BY id LIMIT 1 OFFSET @n % MAX(1, (SELECT COUNT(*) FROM file)))';
const OVER = `CASE WHEN @state IN ('accepted', 'rejected', 'withdrawn') THEN 1 END`;
const OWN = `ignored_by = CASE @state WHEN 'ignored' THEN 'hidden' END,
  problem_code = CASE @state WHEN 'held' THEN 'file.empty' END, submission_id = NULL, message_id = NULL`;

const found = fc.tuple(place, ownState).map(([folder, state]) =>
  written(
    { folder, state },
    `INSERT INTO file (folder_id, path, name_key, size, mtime_ms, inode, state, ignored_by, problem_code, found_at)
     VALUES (@folder, @id, @id, 1, 1, '1', @state, CASE @state WHEN 'ignored' THEN 'hidden' END,
       CASE @state WHEN 'held' THEN 'file.empty' END, 1)`,
  ),
);
const OWNERS = {
  submission: `INSERT INTO submission (id, seq, origin, task_type, request_spec, external_id, payload_hash, state, task_uuid,
      unconfirmed_since, created_at, ended_at)
    VALUES (@id, (SELECT COALESCE(MAX(seq), 0) + 1 FROM submission), 'drop', 't', '{}', @id, 'h', @state,
      CASE @state WHEN 'accepted' THEN @id END, CASE @state WHEN 'unconfirmed' THEN 1 END, 1, ${OVER})`,
  message: `INSERT INTO message (id, lane, task_uuid, payload, state, actor, created_at, ended_at)
    VALUES (@id, 'answers', 'task', '{"kind":"answer","data":{}}', @state, 'somebody', 1, ${OVER})`,
} as const;
const table = fc.constantFrom('submission' as const, 'message' as const);
const queued = fc.tuple(place, outboxState, table).map(([folder, state, owner]) =>
  written(
    { folder, state },
    OWNERS[owner],
    `INSERT INTO file (folder_id, path, name_key, size, mtime_ms, inode, state, found_at, ${owner}_id)
     VALUES (@folder, @id, @id, 1, 1, '1', 'bound', 1, @id)`,
  ),
);
const tried = fc
  .tuple(outboxState, fc.constantFrom('waiting', 'completed', 'invalid'))
  .map(([state, status]) =>
    written(
      { state, status },
      OWNERS.submission,
      'UPDATE submission SET test = 1 WHERE id = @id',
      `INSERT INTO task (uuid, mine, task_type, status, name, created, latest_status_change, not_approved, seen_at, test)
       VALUES (@id, 1, 't', @status, 'n', '', '', 1, 1, 1)`,
    ),
  );
const changed = fc
  .tuple(some, ownState)
  .map(([n, state]) => written({ n, state }, `UPDATE file SET state = @state, ${OWN} WHERE id = ${NTH}`));
const moved = fc
  .tuple(some, place)
  .map(([n, folder]) => written({ n, folder }, `UPDATE file SET folder_id = @folder WHERE id = ${NTH}`));
const bound = `(SELECT message_id FROM file WHERE id = ${NTH})`;
const end = `UPDATE message SET state = @state, ended_at = ${OVER} WHERE id = ${bound}`;
const ended = fc.tuple(some, outboxState).map(([n, state]) => written({ n, state }, end));
const removed = some.map((n) => written({ n }, `DELETE FROM file WHERE id = ${NTH}`));
const standing = fc.tuple(
  fc.constantFrom('waiting', 'completed', 'failed', 'invalid'),
  fc.boolean(),
  fc.boolean(),
);
const TOLD = `INSERT INTO task (uuid, mine, task_type, status, name, cleared, created, latest_status_change, not_approved, seen_at)
  VALUES (@id, 1, 't', @status, 'n', @cleared, '', '', @bad, 1)`;
const told = standing.map(([status, cleared, bad]) =>
  written({ status, cleared: cleared ? '2026-01-01T00:00:00Z' : null, bad: bad ? 1 : 0 }, TOLD),
);
const change = fc.oneof(
  fc.constantFrom('waiting', 'completed', 'failed').map((status) => ['status', status] as const),
  fc.constantFrom('2026-01-01T00:00:00Z', null).map((cleared) => ['cleared', cleared] as const),
  fc.constantFrom(0, 1).map((bad) => ['not_approved', bad] as const),
);
const retold = fc
  .tuple(some, change)
  .map(([n, [column, value]]) =>
    written({ value, nth: n % 3 }, `UPDATE task SET ${column} = @value WHERE rowid % 3 = @nth`),
  );
// A Task that was corrected twice: both corrections have the same state.
const correct = [OWNERS.submission, `INSERT INTO correction VALUES (@id, @task, '')`];
const corrected = fc
  .tuple(standing, outboxState)
  .map(([[status, cleared, bad], state]) =>
    written(
      { state, status, cleared: cleared ? '2026-01-01T00:00:00Z' : null, bad: bad ? 1 : 0 },
      TOLD,
      ...correct.map((sql) => sql.replace('@task', '@id')),
      ...correct.map((sql) => sql.replaceAll('@id', "(@id || '-again')").replace('@task', '@id')),
    ),
  );
const write = fc.oneof(
  { weight: 3, arbitrary: told },
  { weight: 3, arbitrary: retold },
  { weight: 3, arbitrary: found },
  { weight: 3, arbitrary: queued },
  { weight: 3, arbitrary: corrected },
  tried,
  changed,
  moved,
  ended,
  removed,
);
/** What is written, and by whom: this connection, one that is rolled back, or another process. */
const round = fc.tuple(fc.array(write, { maxLength: 12 }), fc.constantFrom('here', 'in vain', 'elsewhere'));

const idSchema = z.object({ id: z.int(), account: accountStateSchema });
const wantedStates: AccountState[][] = [
  [],
  ...ACCOUNT_STATES.map((one) => [one]),
  ['held', 'rejected', 'withdrawn'],
  ['queued', 'sending'],
  ['accepted', 'held'],
];

function expectTrue(ledger: Ledger): void {
  for (const folder of [undefined, ...PLACES]) {
    const where = folder === undefined ? 'TRUE' : 'folder_id IS @folder';
    const all = readAll(
      ledger.db.prepare(`SELECT id, account FROM file_account WHERE ${where} ORDER BY id DESC`),
      idSchema,
      { folder },
    );
    const { found: count, ...account } = accountOf(ledger, folder);
    expect(count).toBe(all.length);
    for (const one of ACCOUNT_STATES)
      expect(account[one], `${folder} ${one}`).toBe(all.filter((file) => file.account === one).length);
    for (const states of wantedStates) {
      const wanted = all.filter((file) => states.length === 0 || states.includes(file.account));
      const page = { folder: folder ?? null, drops: folder === null, states, offset: 1, length: 2 };
      const { count: told, rows } = filesPage(ledger, page);
      expect([told, ...rows.map(({ id }) => id)], `${folder} ${states}`).toEqual([
        wanted.length,
        ...wanted.slice(1, 3).map(({ id }) => id),
      ]);
    }
  }
  const open = `cleared IS NULL AND uuid NOT IN (SELECT corrects FROM correction JOIN submission ON id = submission_id
    WHERE state NOT IN ('rejected', 'withdrawn'))`;
  const tasks = ledger.db.prepare(
    `SELECT COUNT(*) AS known, COALESCE(SUM(${open} AND status = 'completed' AND not_approved), 0) AS notApproved,
       COALESCE(SUM(${open} AND status IN ('failed', 'invalid')), 0) AS endedBadly FROM task
     WHERE test = 0`,
  );
  expect({ known: countTasks(ledger), ...tasksToFollowUp(ledger) }).toEqual(tasks.get());
  const { by_state: byState } = outboxPage(ledger, { states: [], offset: 0, length: 1 }, []);
  for (const one of OUTBOX_STATES) {
    const row = ledger.db.prepare(
      'SELECT (SELECT COUNT(*) FROM submission WHERE state = @one AND test = 0) + (SELECT COUNT(*) FROM message WHERE state = @one) AS n',
    );
    expect({ n: byState[one] }, one).toEqual(row.get({ one }));
  }
}

test('counts and pages are those of a look at every row, whoever wrote and whatever was rolled back', () => {
  fc.assert(
    fc.property(fc.array(round, { maxLength: 6 }), (rounds) => {
      const ledger = testLedger();
      const other = openLedger({ path: ledger.db.name, key: TEST_KEY, now: Date.now, mode: 'beside' });
      try {
        let last = 0;
        const all = (writes: readonly Write[], db: Ledger['db']) => {
          for (const { values, statements } of writes) {
            last += 1;
            for (const sql of statements) db.prepare(sql).run({ ...values, id: `f${last}` });
          }
        };
        expectTrue(ledger);
        for (const [writes, by] of rounds) {
          if (by === 'here') ledger.transaction(() => all(writes, ledger.db));
          else if (by === 'elsewhere') other.transaction(() => all(writes, other.db));
          else
            expect(() =>
              ledger.transaction(() => {
                all(writes, ledger.db);
                expectTrue(ledger);
                throw new Error('in vain');
              }),
            ).toThrow('in vain');
          expectTrue(ledger);
        }
      } finally {
        other.close();
        ledger.close();
      }
    }),
    { numRuns: 15 },
  );
});
