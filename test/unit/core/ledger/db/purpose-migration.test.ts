import { createHash } from 'node:crypto';
import { expect, test } from 'vitest';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { MIGRATIONS } from '../../../../../src-main/core/ledger/migrations/index.ts';
import { findEarlier, findEarlierWith } from '../../../../../src-main/core/ledger/tables/duplicates.ts';
import { NOT_KEPT } from '../../../../../src-main/core/ledger/tables/retention.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';

const BEFORE = MIGRATIONS.filter(({ version }) => version < 11);

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
  const old = openLedger({ path, key: TEST_KEY, now: () => 0, migrations: BEFORE });
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
    isPerhaps ? { id: 'refused', goes: false, isUnproven: true, waits: false } : null,
  );
});
