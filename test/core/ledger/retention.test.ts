import { mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { purgeOldContent } from '../../../src-main/core/ledger/retention.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');

test('what was cleared longer ago than retention goes; what is open or cleared lately stays', () => {
  const dir = mkdtempSync(join(tmpdir(), 'clearfolder-retention-'));
  onTestFinished(() => rmSync(dir, { recursive: true, force: true }));
  const ledger = openLedger({ path: join(dir, 'ledger.db'), key: 'ab'.repeat(32), now: () => NOW });
  const add = (uuid: string, clearedDaysAgo: number | null) => {
    const at = '2026-01-01T00:00:00Z';
    const cleared = clearedDaysAgo === null ? null : new Date(NOW - clearedDaysAgo * DAY_MS).toISOString();
    ledger.db
      .prepare(
        `INSERT INTO task (uuid, mine, task_type, status, name, cleared, created, latest_status_change, seen_at)
         VALUES (?, 1, 't', 'completed', ?, ?, ?, ?, 0)`,
      )
      .run(uuid, `name of ${uuid}`, cleared, at, at);
    ledger.db
      .prepare(`INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, 0, 'completed', '{}')`)
      .run(uuid);
  };
  add('old', 91);
  add('recent', 89);
  add('open', null);
  expect(purgeOldContent(ledger, 90, NOW)).toBe(1);
  expect(ledger.db.prepare('SELECT task_uuid FROM snapshot ORDER BY 1').pluck().all()).toEqual([
    'open',
    'recent',
  ]);
  expect(ledger.db.prepare(`SELECT name FROM task WHERE uuid = 'old'`).pluck().get()).toBe('');
  ledger.close();
  for (const name of readdirSync(dir)) expect(readFileSync(join(dir, name)).includes('name of')).toBe(false);
});
