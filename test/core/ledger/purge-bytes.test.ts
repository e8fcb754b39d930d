import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { backUpLedger, listBackups } from '../../../src-main/core/ledger/backup.ts';
import { addMessage } from '../../../src-main/core/ledger/new-message.ts';
import { addSubmission } from '../../../src-main/core/ledger/new-submission.ts';
import { openLedger } from '../../../src-main/core/ledger/open-ledger.ts';
import { purgeOldContent } from '../../../src-main/core/ledger/retention.ts';
import { describeTask } from '../../../src-main/core/ledger/task-lists.ts';
import { ledgerPages, logPages } from '../../support/ledger-pages.ts';
import { newSubmission } from '../../support/new-submission.ts';
import { tempDir } from '../../support/temp-dir.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
const KEY = 'ab'.repeat(32);
const PATIENT = 'Wilhelmina';
const canaryAt = (index: number) => `${PATIENT} Canary-${index}`;

/** A ledger with two hundred Tasks cleared long ago, the canary in everything of theirs that can hold it. */
async function ledgerWithOldTasks() {
  const dir = await tempDir('purge');
  onTestFinished(() => dir.remove());
  const path = dir.at('ledger.db');
  const ledger = openLedger({ path, key: KEY, now: () => NOW });
  onTestFinished(() => void (ledger.db.open && ledger.close()));
  const cleared = new Date(NOW - 91 * DAY_MS).toISOString();
  const run = (sql: string, ...values: unknown[]) => ledger.db.prepare(sql).run(...values);
  for (let index = 0; index < 200; index += 1) {
    const name = canaryAt(index);
    const uuid = `task-${index}`;
    const file = { path: `${name}/scan.pdf`, fileName: `${name}.pdf`, mediaType: 'application/pdf' };
    const files = [{ ...file, size: 1, sha256: `hash-${index}`, spoolName: `spool-${index}` }];
    ledger.transaction(() => {
      run(
        `INSERT INTO task (uuid, mine, task_type, status, name, cleared, created, latest_status_change, seen_at)
         VALUES (?, 1, 't', 'completed', ?, ?, ?, ?, 0)`,
        ...[uuid, name, cleared, cleared, cleared],
      );
      run(
        `INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, 0, 'completed', ?)`,
        ...[uuid, JSON.stringify({ patient: `${name} ${'x'.repeat(3000)}` })],
      );
      const id = `submission-${index}`;
      const origin = { origin: 'folder', folderId: 'in', groupKey: name } as const;
      const more = { ...origin, taskType: 't', requestSpec: { patient: name }, name };
      addSubmission(ledger, newSubmission(id, files, more), 0);
      run(`UPDATE submission SET state = 'accepted', task_uuid = ?, ended_at = 0 WHERE id = ?`, uuid, id);
      const payload = { kind: 'answer', data: { member_id: name } } as const;
      addMessage(ledger, { id: `message-${index}`, taskUuid: uuid, payload, files, actor: 'x' }, 0);
      run(`UPDATE message SET state = 'accepted', ended_at = 0 WHERE id = ?`, `message-${index}`);
      run(
        `INSERT INTO file (folder_id, path, name_key, gone, size, mtime_ms, inode, group_key, state, submission_id, found_at)
         VALUES ('in', ?, ?, 1, 1, 1, '1', ?, 'bound', ?, 0)`,
        ...[file.path, file.path, name, id],
      );
      describeTask(ledger, uuid);
    });
  }
  const bytes = () => ({
    ledger: ledgerPages(path, KEY).toString('latin1').toLowerCase().includes(PATIENT.toLowerCase()),
    log: logPages(`${path}-wal`, KEY).toString('latin1').toLowerCase().includes(PATIENT.toLowerCase()),
  });
  return { dir, ledger, path, bytes, run };
}

test('after a purge no canary is in any page of the ledger, in its free pages, or in the write-ahead log', async () => {
  const { ledger, bytes, dir } = await ledgerWithOldTasks();
  ledger.db.pragma('wal_checkpoint(PASSIVE)');
  // The search sees it where it is: in the pages, and in frames of the log that count no more.
  expect(bytes()).toEqual({ ledger: true, log: true });
  expect(purgeOldContent(ledger, 90, NOW)).toBe(200);
  expect(Number(ledger.db.pragma('freelist_count', { simple: true }))).toBeGreaterThan(0);
  expect(bytes()).toEqual({ ledger: false, log: false });
  expect(readdirSync(dir.path).sort()).toEqual(['ledger.db', 'ledger.db-shm', 'ledger.db-wal']);
  expect(purgeOldContent(ledger, 90, NOW)).toBe(0);
  const state = `SELECT count(*) FROM file_account WHERE account = 'accepted'`;
  expect(ledger.db.prepare(state).pluck().get()).toBe(200);
  expect(ledger.db.prepare('SELECT count(DISTINCT payload_hash) FROM submission').pluck().get()).toBe(200);
});

test('the search would find what is deleted without being overwritten', async () => {
  const { ledger, bytes } = await ledgerWithOldTasks();
  ledger.db.pragma('secure_delete = OFF');
  purgeOldContent(ledger, 90, NOW);
  expect(bytes().ledger).toBe(true);
});

test('a day of backups after a purge, no backup holds a canary, those from before migrations included', async () => {
  const { ledger, dir } = await ledgerWithOldTasks();
  const backups = dir.at('backups');
  await backUpLedger(ledger, backups, KEY, NOW);
  ledger.db.prepare('VACUUM INTO ?').run(join(backups, 'before-version-7.db'));
  const holding = () =>
    readdirSync(backups).filter((name) => ledgerPages(join(backups, name), KEY).includes(PATIENT));
  expect(holding()).toHaveLength(2);
  purgeOldContent(ledger, 90, NOW);
  for (let hour = 1; hour <= 25; hour += 1) {
    await backUpLedger(ledger, backups, KEY, NOW + hour * 3_600_000);
  }
  expect(holding()).toEqual([]);
  expect(listBackups(backups)).toHaveLength(24);
}, 120_000);
