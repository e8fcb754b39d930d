import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { Ledger } from '../../../src-main/core/ledger/ledger.ts';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { appendAudit, findAuditBreak } from '../../../src-main/core/log/audit.ts';

let dir = '';
let ledger: Ledger;

beforeEach(() => {
  dir = mkdtempSync(join(tmpdir(), 'clearfolder-audit-'));
  ledger = openLedger({ path: join(dir, 'ledger.db'), key: 'ab'.repeat(32), now: () => 0 });
  for (let index = 0; index < 5; index += 1) {
    appendAudit(ledger, {
      at: index,
      actor: 'clerk',
      action: 'answer.added',
      subject: `task-${index}`,
      detail: { files: index },
    });
  }
});
afterEach(() => {
  ledger.close();
  rmSync(dir, { recursive: true, force: true });
});

test('a whole chain has no break', () => {
  expect(findAuditBreak(ledger)).toBeNull();
});

test('rows cannot be changed or removed through the ledger', () => {
  expect(() => ledger.db.exec(`UPDATE audit SET actor = 'nobody'`)).toThrow('append-only');
  expect(() => ledger.db.exec('DELETE FROM audit')).toThrow('append-only');
});

test.each([
  [`UPDATE audit SET actor = 'nobody' WHERE seq = 3`, 3],
  [`UPDATE audit SET detail = '{}' WHERE seq = 4`, 4],
  ['DELETE FROM audit WHERE seq = 2', 3],
])('whoever gets past the triggers is found out: %s', (sql, at) => {
  ledger.db.exec('DROP TRIGGER audit_is_append_only_update; DROP TRIGGER audit_is_append_only_delete;');
  ledger.db.exec(sql);
  expect(findAuditBreak(ledger)).toBe(at);
});
