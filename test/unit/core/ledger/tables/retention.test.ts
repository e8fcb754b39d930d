import { readdirSync, readFileSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { addCorrection } from '../../../../../src-main/core/ledger/tables/corrections.ts';
import { releaseDuplicates } from '../../../../../src-main/core/ledger/tables/duplicates.ts';
import { createFiles, type OpenFate } from '../../../../../src-main/core/ledger/tables/files.ts';
import { addMessage } from '../../../../../src-main/core/ledger/tables/messages.ts';
import { NOT_KEPT, purgeOldContent } from '../../../../../src-main/core/ledger/tables/retention.ts';
import { addSubmission, submissionById } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { addStaffNote, assignTask, putAway } from '../../../../../src-main/core/ledger/tasks/handling.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { type TestDir, testDir, testLedger } from '../../../../support/test-dir.ts';

const DAY_MS = 86_400_000;
const NOW = Date.parse('2026-11-20T12:00:00Z');
let dir: TestDir;
let ledger: Ledger;

beforeEach(() => {
  dir = testDir();
  ledger = testLedger(() => NOW, dir.at('ledger.db'));
});

const column = (sql: string) => ledger.db.prepare(sql).pluck().all();
const run = (sql: string, ...values: unknown[]) => void ledger.db.prepare(sql).run(...values);
const purge = (daysFromNow = 0) => purgeOldContent(ledger, 90, NOW + daysFromNow * DAY_MS);

function addTask(uuid: string, clearedDaysAgo: number | null): void {
  const at = '2026-01-01T00:00:00Z';
  const cleared = clearedDaysAgo === null ? null : new Date(NOW - clearedDaysAgo * DAY_MS).toISOString();
  run(
    `INSERT INTO task (uuid, mine, task_type, status, name, cleared, created, latest_status_change, seen_at)
     VALUES (?, 1, 't', 'completed', ?, ?, ?, ?, 0)`,
    ...[uuid, `name of ${uuid}`, cleared, at, at],
  );
  run(`INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, 0, 'completed', '{}')`, uuid);
}

function submit(
  id: string,
  state: 'accepted' | 'rejected' | 'withdrawn',
  daysAgo: number,
  task?: string,
): void {
  const files = [newFile(`${id}.pdf`, { sha256: id })];
  addSubmission(ledger, newSubmission(id, files, { folderId: 'in', groupKey: id }), 0);
  run(
    'UPDATE submission SET state = ?, task_uuid = ?, ended_at = ? WHERE id = ?',
    ...[state, task ?? null, NOW - daysAgo * DAY_MS, id],
  );
}

const STAT = { size: 1, mtimeMs: 1, inode: '1', ctimeMs: null };
function addFile(path: string, fate: OpenFate): number {
  const row = { folderId: 'in', path, nameKey: path, groupKey: null, fate, ...STAT };
  return createFiles(ledger).insert(row, NOW);
}

test('what was cleared longer ago than retention goes; what is open or cleared lately stays', () => {
  addTask('old', 91);
  addTask('recent', 89);
  addTask('open', null);
  expect(purge()).toEqual({ tasks: 1, files: 0 });
  expect(column('SELECT task_uuid FROM snapshot ORDER BY 1')).toEqual(['open', 'recent']);
  expect(column(`SELECT name FROM task WHERE uuid = 'old'`)).toEqual(['']);
  ledger.close();
  for (const name of readdirSync(dir.path))
    expect(readFileSync(dir.at(name)).includes('name of')).toBe(false);
});

test('notes and names of the staff go with the Task, also when they came after an earlier purge', () => {
  addTask('old', 91);
  addTask('open', null);
  purge();
  const deed = { author: 'ana', at: NOW };
  for (const task of ['old', 'open']) {
    addStaffNote(ledger, { ...deed, id: task, task, text: 'called the patient' });
    assignTask(ledger, { ...deed, task }, 'Ana');
    putAway(ledger, { ...deed, task }, { reason: 'moved' });
  }
  expect(purge().tasks).toBe(1);
  for (const table of ['staff_note', 'task_assignee', 'task_put_away'])
    expect(column(`SELECT task_uuid FROM ${table}`)).toEqual(['open']);
});

test('what a person said of a correction goes with either of its Tasks; the link stays', () => {
  for (const [task, daysAgo] of Object.entries({ old: 91, new: 91, open: null, later: null }))
    addTask(task, daysAgo);
  const links = { 'of old': ['old', 'open'], 'by new': ['open', 'new'], open: ['open', 'later'] };
  for (const [id, [corrects = '', made]] of Object.entries(links)) {
    submit(id, 'accepted', 100, made);
    addCorrection(ledger, id, { corrects, what: 'The card of Ida.' });
  }
  purge();
  expect(column(`SELECT submission_id || ': ' || what FROM correction ORDER BY 1`)).toEqual([
    'by new: ',
    'of old: ',
    'open: The card of Ida.',
  ]);
});

test('an answer that a frozen Task led elsewhere goes with the Task that took it, or with its own', () => {
  addTask('taker', 91);
  addTask('frozen', null);
  addTask('frozen and cleared', 91);
  addTask('open', null);
  const answer = (
    id: string,
    taskUuid: string,
    redirectedTo: string[],
    state = 'accepted',
    daysAgo = 100,
  ) => {
    const payload = { kind: 'answer', data: { name: id } } as const;
    addMessage(ledger, { id, taskUuid, payload, files: [newFile(id)], actor: 'x' }, 0);
    run(
      'UPDATE message SET state = ?, progress = ?, ended_at = ? WHERE id = ?',
      ...[
        state,
        JSON.stringify({ redirectedTo, alreadyThere: { count: 1, files: [id] } }),
        NOW - daysAgo * DAY_MS,
        id,
      ],
    );
  };
  answer('taken at last', 'frozen', ['gone elsewhere', 'taker']);
  answer('typed at a cleared one', 'frozen and cleared', ['open']);
  answer('only passed by', 'frozen', ['taker', 'open']);
  // It goes to its own Task again when a person tries it again.
  answer('refused', 'frozen', ['taker'], 'rejected');
  answer('refused lately', 'frozen and cleared', [], 'rejected', 1);
  purge();
  const kept = ['only passed by', 'refused', 'refused lately'];
  expect(
    column(
      `SELECT json_extract(payload, '$.data.name') AS name FROM message WHERE name IS NOT NULL ORDER BY 1`,
    ),
  ).toEqual(kept);
  const already = `json_extract(progress, '$.alreadyThere.files[0]')`;
  expect(column(`SELECT ${already} AS name FROM message WHERE name IS NOT NULL ORDER BY 1`)).toEqual(kept);
  expect(column(`SELECT path FROM message_file WHERE path <> '${NOT_KEPT}' ORDER BY 1`)).toEqual(kept);
});

test('a file that was never sent loses its name when it has been missed for so long, whatever the clock said meanwhile', () => {
  const files = createFiles(ledger);
  const leftOut = { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } } as const;
  const gone = (id: number) => files.setGone(id, true);
  addFile('still there.pdf', leftOut);
  addFile('waits.pdf', { state: 'held', problem: { code: 'file.backlog', detail: null } });
  const leaves = addFile('leaves later.pdf', leftOut);
  const returns = addFile('comes back.pdf', leftOut);
  for (const id of [
    addFile('left out.pdf', leftOut),
    addFile('x.part', { state: 'ignored', by: 'y' }),
    returns,
  ])
    gone(id);
  const vanished = addFile('vanished.pdf', { state: 'settling' });
  files.setFate(vanished, { state: 'withdrawn', problem: { code: 'file.vanished', detail: null } });
  files.retire(vanished);
  const paths = () => column(`SELECT path FROM file WHERE path <> '${NOT_KEPT}' ORDER BY 1`);
  // For an hour the clock is ten years ahead.
  expect(purge(3650)).toEqual({ tasks: 0, files: 0 });
  expect(purge()).toEqual({ tasks: 0, files: 0 });
  expect(purge(89)).toEqual({ tasks: 0, files: 0 });
  files.setGone(returns, false);
  gone(returns);
  gone(leaves);
  expect(purge(91)).toEqual({ tasks: 0, files: 3 });
  expect(paths()).toEqual(['comes back.pdf', 'leaves later.pdf', 'still there.pdf', 'waits.pdf']);
  expect(purge(182)).toEqual({ tasks: 0, files: 2 });
  expect(paths()).toEqual(['still there.pdf', 'waits.pdf']);
  expect(column('SELECT DISTINCT state FROM file ORDER BY 1')).toEqual(['held', 'ignored', 'withdrawn']);
});

test('a file that leaves its folder, or comes again, after its Task was purged loses its name too', () => {
  addTask('old', 91);
  submit('sent', 'accepted', 200, 'old');
  const files = createFiles(ledger);
  const sent = addFile('sent.pdf', { state: 'settling' });
  files.bind(sent, 'sent', { to: 'submission', id: 'sent', move: false }, NOW);
  files.setGroup(sent, 'sent');
  expect(purge()).toEqual({ tasks: 1, files: 0 });
  expect(column('SELECT path FROM file')).toEqual(['sent.pdf']);
  expect(column('SELECT group_key FROM submission')).toEqual(['sent']);
  const again = addFile('sent again.pdf', { state: 'settling' });
  files.markDuplicate(again, 'sent', 'sent');
  expect(purge()).toEqual({ tasks: 0, files: 0 });
  for (const id of [sent, again]) files.setGone(id, true);
  expect(purge()).toEqual({ tasks: 0, files: 2 });
  expect(column('SELECT path FROM file')).toEqual([NOT_KEPT, NOT_KEPT]);
  expect(column('SELECT group_key FROM submission')).toEqual([null]);
});

test('what was taken back loses its names in the same time; what was refused waits for a person', () => {
  submit('taken back', 'withdrawn', 91);
  submit('taken back lately', 'withdrawn', 89);
  submit('refused', 'rejected', 91);
  purge();
  expect(column(`SELECT path FROM submission_file WHERE path <> '${NOT_KEPT}' ORDER BY 1`)).toEqual([
    'refused.pdf',
    'taken back lately.pdf',
  ]);
  const groups = column('SELECT group_key FROM submission ORDER BY seq');
  expect(groups).toEqual([null, 'taken back lately', 'refused']);
});

test('what was taken back keeps what it was to go as while a person has yet to decide about what equals it', () => {
  submit('taken back', 'withdrawn', 91);
  const files = createFiles(ledger);
  const row = { folderId: null, path: 'dropped.pdf', nameKey: 'dropped.pdf', groupKey: null, ...STAT };
  const id = files.insert({ ...row, fate: { state: 'settling' } }, NOW);
  files.markDuplicate(id, 'taken back', 'taken back');
  const withdrawn = submissionById(ledger, 'taken back');
  if (withdrawn !== null) releaseDuplicates(ledger, withdrawn);
  purge();
  const names = () => column('SELECT path FROM file UNION ALL SELECT path FROM submission_file');
  expect(names()).toEqual(['dropped.pdf', 'taken back.pdf']);
  files.setFate(id, { state: 'withdrawn', problem: { code: 'file.left-out', detail: null } });
  purge();
  expect(names()).toEqual(['dropped.pdf', NOT_KEPT]);
});
