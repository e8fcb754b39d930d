import { existsSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { inWords } from '../../../../src-main/contract/say.ts';
import { appendAudit, appendView, SAME_VIEW_MS } from '../../../../src-main/core/audit/audit.ts';
import { advanceAuditMark, keepAuditMark } from '../../../../src-main/core/audit/audit-mark.ts';
import { standingWords, verifyAudit } from '../../../../src-main/core/audit/verify-audit.ts';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { PRIVATE_FILE } from '../../../support/file-modes.ts';
import { type TestDir, testDir, testLedger } from '../../../support/test-dir.ts';

let dir: TestDir;
let ledger: Ledger;

const mark = () => dir.at('audit.mark');
const open = () => testLedger(() => 0, dir.at('ledger.db'));
const verify = () => verifyAudit(ledger, () => 0);
const pastTheTriggers = (sql: string) => {
  ledger.db.exec('DROP TRIGGER IF EXISTS audit_is_append_only_update');
  ledger.db.exec('DROP TRIGGER IF EXISTS audit_is_append_only_delete');
  ledger.db.exec('DROP TRIGGER IF EXISTS audit_is_append_only_insert');
  ledger.db.exec(sql);
};
const answerAdded = { actor: 'clerk', action: 'answer.added' } as const;
const add = (at: number) =>
  appendAudit(ledger, { ...answerAdded, at, subject: `task-${at}`, detail: { files: at } });
const entries = () => ledger.db.prepare('SELECT action FROM audit ORDER BY seq').pluck().all();

beforeEach(() => {
  dir = testDir();
  ledger = open();
  for (let at = 0; at < 5; at += 1) add(at);
});

test('a whole record is found whole, before and after it has a mark', async () => {
  expect(await verify()).toMatchObject({
    whole: true,
    end_vouched_for: true,
    entries: 5,
    head: { seq: 5 },
    findings: [],
  });
  advanceAuditMark(ledger);
  expect(statSync(mark()).mode & 0o777).toBe(PRIVATE_FILE);
  expect(await verify()).toMatchObject({ whole: true, findings: [] });
});

test('entries cannot be changed, removed or put in through the ledger', () => {
  const values = `(2, 0, 'nobody', 'answer.added', NULL, '{}', 'x')`;
  for (const sql of [
    `UPDATE audit SET actor = 'nobody'`,
    'DELETE FROM audit',
    `INSERT OR REPLACE INTO audit VALUES ${values}`,
    `INSERT INTO audit VALUES ${values.replace('(2', '(0')}`,
    `INSERT INTO audit VALUES ${values.replace('(2', '(9')}`,
    `INSERT INTO audit VALUES ${values} ON CONFLICT (seq) DO UPDATE SET actor = 'nobody'`,
  ]) {
    expect(() => ledger.db.exec(sql), sql).toThrow('append-only');
  }
  expect(entries()).toHaveLength(5);
});

test.each([
  [`UPDATE audit SET actor = 'nobody' WHERE seq = 3`, { kind: 'changed', seq: 3 }],
  [`UPDATE audit SET at = 9 WHERE seq = 3`, { kind: 'changed', seq: 3 }],
  [`UPDATE audit SET action = 'secret.set' WHERE seq = 3`, { kind: 'changed', seq: 3 }],
  [`UPDATE audit SET subject = NULL WHERE seq = 3`, { kind: 'changed', seq: 3 }],
  [`UPDATE audit SET detail = '{}' WHERE seq = 4`, { kind: 'changed', seq: 4 }],
  [`UPDATE audit SET detail = '[]' WHERE seq = 4`, { kind: 'changed', seq: 4 }],
  [`UPDATE audit SET hash = 'x' WHERE seq = 1`, { kind: 'changed', seq: 1 }],
  ['DELETE FROM audit WHERE seq = 2', { kind: 'removed', seq: 2, until: 2 }],
  ['DELETE FROM audit WHERE seq < 4', { kind: 'removed', seq: 1, until: 3 }],
  ['DELETE FROM audit WHERE seq > 3', { kind: 'end-removed', seq: 4, until: 5 }],
  ['DELETE FROM audit', { kind: 'end-removed', seq: 1, until: 5 }],
  [
    `UPDATE audit SET seq = seq + 100 WHERE seq > 2; UPDATE audit SET seq = seq - 99 WHERE seq > 2;
       INSERT INTO audit VALUES (3, 0, 'n', 'x', NULL, '{}', 'y')`,
    { kind: 'changed', seq: 3 },
  ],
])('whoever gets past the triggers is found out: %s', async (sql, finding) => {
  advanceAuditMark(ledger);
  pastTheTriggers(sql);
  const standing = await verify();
  expect(standing.whole).toBe(false);
  expect(standing.findings).toContainEqual(expect.objectContaining({ ...finding, fault: true }));
});

test('a mark that is behind, as after a crash, is no fault', async () => {
  advanceAuditMark(ledger);
  for (let at = 5; at < 9; at += 1) add(at);
  ledger.close();
  ledger = open();
  expect(await verify()).toMatchObject({ whole: true, entries: 9, findings: [] });
  keepAuditMark(ledger, 1);
  expect(entries()).toHaveLength(9);
  expect(JSON.parse(readFileSync(mark(), 'utf8'))).toMatchObject({ seq: 9 });
});

test('removed newest entries stay found out, whatever is written after them', async () => {
  advanceAuditMark(ledger);
  pastTheTriggers('DELETE FROM audit WHERE seq > 3');
  // Another process writes on and closes: it must not move the mark over the gap.
  add(50);
  advanceAuditMark(ledger);
  expect(await verify()).toMatchObject({
    whole: false,
    findings: [{ kind: 'end-removed', seq: 5, until: 5 }],
  });
  add(51);
  advanceAuditMark(ledger);
  expect(await verify()).toMatchObject({ whole: false, findings: [{ kind: 'replaced', seq: 5 }] });
  // The engine keeps it in the record, once, and goes on from there.
  keepAuditMark(ledger, 77);
  keepAuditMark(ledger, 78);
  expect(entries().filter((action) => action === 'audit.entries-missing')).toHaveLength(1);
  const noticed = { kind: 'noticed-earlier', fault: true, until: 5, at: new Date(77).toISOString() };
  expect(await verify()).toMatchObject({ whole: false, findings: [noticed] });
  add(52);
  advanceAuditMark(ledger);
  pastTheTriggers('DELETE FROM audit WHERE seq = (SELECT MAX(seq) FROM audit)');
  expect((await verify()).findings).toContainEqual(expect.objectContaining({ kind: 'end-removed' }));
});

test('newest entries that were removed together with the mark: nothing vouches for the end, and no word says it does', async () => {
  advanceAuditMark(ledger);
  expect(inWords(standingWords(await verify()), 'en')).toBe(
    'The audit record is complete and unchanged: 5 entries.',
  );
  pastTheTriggers('DELETE FROM audit WHERE seq > 3');
  rmSync(mark());
  for (const keep of [() => undefined, () => keepAuditMark(ledger, 5)]) {
    keep();
    const standing = await verify();
    expect(standing).toMatchObject({ whole: true, end_vouched_for: false });
    expect(inWords(standingWords(standing), 'en')).toMatch(
      /cannot tell whether the newest entries were removed/,
    );
  }
});

test('a mark that was removed or damaged is said, and is no proof of tampering', async () => {
  for (const harm of [() => rmSync(mark()), () => writeFileSync(mark(), 'not JSON')]) {
    advanceAuditMark(ledger);
    harm();
    expect(await verify()).toMatchObject({ whole: true });
    expect((await verify()).findings.at(-1)).toMatchObject({ kind: 'mark-missing', fault: false, at: null });
    keepAuditMark(ledger, 5);
    expect((await verify()).findings.at(-1)).toMatchObject({ kind: 'mark-missing', at: expect.any(String) });
    expect(existsSync(mark())).toBe(true);
  }
  expect(entries().filter((action) => action === 'audit.mark-missing')).toHaveLength(2);
});

test('what SQLite would keep as another text has the hash of what it keeps', async () => {
  appendAudit(ledger, {
    at: 9,
    actor: 'half \ud800 a pair \u0000 and more',
    action: 'edit.added',
    subject: '\udc00',
    detail: { name: '\ud800', nested: { list: [1, null, '\u0000'] } },
  });
  expect(await verify()).toMatchObject({ whole: true, entries: 6 });
});

test('the same look counts once in ten minutes, of each person', () => {
  const look = (at: number, actor = 'clerk', subject = 'tasks.page') =>
    appendView(ledger, { at, actor, action: 'list.viewed', subject, detail: { by: 'command-line' } });
  const begin = 1_000_000;
  for (const at of [begin, begin + 1, begin + SAME_VIEW_MS - 1]) look(at);
  look(begin, 'other');
  look(begin, 'clerk', 'outbox.page');
  expect(entries()).toHaveLength(5 + 3);
  look(begin + SAME_VIEW_MS);
  look(begin - 5);
  expect(entries()).toHaveLength(5 + 5);
});
