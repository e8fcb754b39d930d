import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { addMessage } from '../../../../../src-main/core/ledger/tables/messages.ts';
import type { MessagePayload } from '../../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { addSubmission } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { describeTask } from '../../../../../src-main/core/ledger/tasks/list-columns.ts';
import { ledgerPages, logPages } from '../../../../support/ledger-pages.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { testDir, testLedger } from '../../../../support/test-dir.ts';

export const DAY_MS = 86_400_000;
export const NOW = Date.parse('2026-11-20T12:00:00Z');
export const KEY = 'ab'.repeat(32);
export const PATIENT = 'Wilhelmina';
/** Two hundred Tasks, and so much of theirs that no page of the ledger is like another. */
export const COUNT = 200;

/** A ledger with Tasks cleared long ago, the canary in everything of theirs that can hold it, and in files that were never sent. */
export async function ledgerWithOldTasks() {
  const dir = testDir();
  const path = dir.at('ledger.db');
  const ledger = testLedger(() => NOW, path);
  for (let index = 0; index < COUNT; index += 1) ledger.transaction(() => plant(ledger, index));
  const holdsPatient = (pages: Buffer) =>
    pages.toString('latin1').toLowerCase().includes(PATIENT.toLowerCase());
  const bytes = () => ({
    ledger: holdsPatient(ledgerPages(path, KEY)),
    log: holdsPatient(logPages(`${path}-wal`, KEY)),
  });
  return { dir, ledger, bytes, holdsPatient };
}

function plant(ledger: Ledger, index: number): void {
  const run = (sql: string, ...values: unknown[]) => ledger.db.prepare(sql).run(...values);
  const name = `${PATIENT} Canary-${index}`;
  const cleared = new Date(NOW - 91 * DAY_MS).toISOString();
  const files = [
    newFile(`${name}.pdf`, {
      path: `${name}/scan.pdf`,
      sha256: `hash-${index}`,
      spoolName: `spool-${index}`,
    }),
  ];
  const addTask = (uuid: string, called: string, at: string | null) =>
    run(
      `INSERT INTO task (uuid, mine, external_id, task_type, status, name, cleared, created, latest_status_change, seen_at)
       VALUES (?, 1, ?, 't', 'completed', ?, ?, ?, ?, 0)`,
      ...[uuid, `case ${uuid}`, called, at, cleared, cleared],
    );
  const task = `task-${index}`;
  addTask(task, name, cleared);
  addTask(`frozen-${index}`, '', null);
  run(
    `INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, 0, 'completed', ?)`,
    ...[task, JSON.stringify({ patient: `${name} ${'x'.repeat(3000)}`, data: name })],
  );
  run(`INSERT INTO task_verdict (task_uuid, position, code, approved) VALUES (?, 0, ?, 0)`, task, name);
  const submit = (id: string) =>
    addSubmission(
      ledger,
      newSubmission(id, files, {
        ...({ origin: 'folder', folderId: 'in', groupKey: name } as const),
        ...{ taskType: 't', requestSpec: { patient: name }, name, externalId: `case ${id}` },
      }),
      0,
    );
  const sent = `submission-${index}`;
  submit(sent);
  run(`UPDATE submission SET state = 'accepted', task_uuid = ?, ended_at = 0 WHERE id = ?`, task, sent);
  const back = `taken-back-${index}`;
  submit(back);
  run(
    `UPDATE submission SET state = 'withdrawn', problem_detail = ?, ended_at = 0 WHERE id = ?`,
    ...[name, back],
  );
  const send = (kind: string, to: string, payload: MessagePayload, progress: object) => {
    const id = `${kind}-${index}`;
    addMessage(ledger, { id, taskUuid: to, payload, files, actor: 'x' }, 0);
    run(
      `UPDATE message SET state = 'accepted', progress = ?, problem_detail = ?, ended_at = 0 WHERE id = ?`,
      ...[JSON.stringify(progress), name, id],
    );
  };
  const answer = { kind: 'answer', data: { member_id: name } } as const;
  send('answer', task, answer, {});
  send('redirected', `frozen-${index}`, answer, { redirectedTo: ['frozen-elsewhere', task] });
  send('name', task, { kind: 'name', name }, { before: `name ${name}` });
  send('event', task, { kind: 'event', event: 'seen', extraData: { by: name } }, {});
  for (const [kind, state, more] of FOUND) {
    const columns = { submission: null, duplicateOf: null, message: null, ...more(index) };
    run(
      `INSERT INTO file (folder_id, path, name_key, current, gone, size, mtime_ms, inode, group_key, state, ignored_by,
         missed_since, submission_id, message_id, duplicate_of, found_at)
       VALUES ('in', ?, ?, ?, 1, 1, 1, '1', ?, ?, ?, ?, ?, ?, ?, 0)`,
      ...[`${name}/${kind}.pdf`, `${name}/${kind}.pdf`, kind === 'vanished' ? 0 : 1, name, state],
      // As long as that it has been missed.
      ...[state === 'ignored' ? 'partial-download' : null, cleared],
      ...[columns.submission, columns.message, columns.duplicateOf],
    );
  }
  describeTask(ledger, task);
}

/** What was found, and is gone from its folder by now. */
const FOUND: readonly [
  string,
  string,
  (index: number) => { submission?: string; message?: string; duplicateOf?: string },
][] = [
  ['sent', 'bound', (index) => ({ submission: `submission-${index}` })],
  ['answer', 'bound', (index) => ({ message: `redirected-${index}` })],
  ['taken-back', 'bound', (index) => ({ submission: `taken-back-${index}` })],
  ['duplicate', 'duplicate', (index) => ({ duplicateOf: `submission-${index}` })],
  ['vanished', 'withdrawn', () => ({})],
  ['left-out', 'withdrawn', () => ({})],
  ['part', 'ignored', () => ({})],
];
export const FILES_GONE = FOUND.length;
