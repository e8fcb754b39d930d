import { beforeEach, expect, test } from 'vitest';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { releaseDuplicates } from '../../../../src-main/core/ledger/tables/duplicates.ts';
import { createFiles } from '../../../../src-main/core/ledger/tables/files.ts';
import { openFolder, setBacklogListed } from '../../../../src-main/core/ledger/tables/folders.ts';
import {
  addSubmission,
  submissionById,
  submissionTable,
} from '../../../../src-main/core/ledger/tables/submissions.ts';
import { noteDenial, recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { filesPage } from '../../../../src-main/core/views/files-page-view.ts';
import { filesView } from '../../../../src-main/core/views/files-view.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { testLedger } from '../../../support/test-dir.ts';

const STAT = {
  size: 1,
  mtimeMs: 1,
  inode: '1',
  ctimeMs: null,
  groupKey: null,
  fate: { state: 'settling' },
} as const;
const REFUSED = { code: 'service.invalid', detail: null } as const;
let ledger: Ledger;

beforeEach(() => {
  ledger = testLedger(() => 1);
});

test('a duplicate is called what its earlier document has become, in every list; a dropped one can be sent from there', () => {
  addSubmission(ledger, newSubmission('one', [newFile('a.pdf', { sha256: 'a' })]), 0);
  const files = createFiles(ledger);
  for (const folderId of ['in', null])
    files.markDuplicate(files.insert({ folderId, path: 'b.pdf', nameKey: 'b.pdf', ...STAT }, 1), 'a', 'one');
  const listed = () => filesView(ledger, { folder: null, states: [] }).map(({ problem }) => problem);
  const page = { folder: null, drops: false, states: [], offset: 0, length: 9 };
  const codes = () => [
    ...listed().map((problem) => problem?.code),
    ...filesPage(ledger, page).rows.map(({ problem }) => problem?.code),
  ];
  const all = (code: string) => [code, code, code, code];
  expect(codes()).toEqual(all('file.duplicate-waits'));
  const submissions = submissionTable(ledger);
  submissions.reject('one', REFUSED, 2);
  expect(codes()).toEqual(all('file.duplicate-refused'));
  // What is refused was not always refused by the service: its private copy may be gone, or a firewall was in the way.
  for (const problem of listed()) {
    expect(problem?.message).toContain('the document did not become a Task');
    expect(problem?.message).not.toContain('the service');
  }
  submissions.reopen('one', 'rejected', 'queued', 3);
  expect(codes()).toEqual(all('file.duplicate-waits'));
  submissions.reject('one', { code: 'service.blocked', detail: null }, 3);
  expect(codes()).toEqual(all('file.perhaps-sent'));
  ledger.db.exec('UPDATE submission SET perhaps_sent = 0');
  submissions.reopen('one', 'rejected', 'queued', 3);
  expect(codes()).toEqual(all('file.duplicate-waits'));
  submissions.withdraw('one', 4);
  const withdrawn = submissionById(ledger, 'one');
  if (withdrawn !== null) releaseDuplicates(ledger, withdrawn);
  expect(codes()).toEqual(all('file.duplicate-withdrawn'));
  for (const problem of listed()) expect(problem?.next).toContain('decide NUMBER send');
});

test('a file that waits for a decision says the one true reason in every list', () => {
  const files = createFiles(ledger);
  openFolder(ledger, 'in', '/in', 1);
  setBacklogListed(ledger, 'in', 5);
  const insert = (nameKey: string, foundAt: number, detail: string | null = null) => {
    const fate = { state: 'held', problem: { code: 'file.backlog', detail } } as const;
    const stat = { size: 1, mtimeMs: 1, inode: nameKey, ctimeMs: null, groupKey: null, fate };
    return files.insert({ folderId: 'in', path: nameKey, nameKey, ...stat }, foundAt);
  };
  insert('before.pdf', 5);
  insert('doubt.pdf', 6, '2026-01-31');
  for (const [name, code] of [
    ['again.pdf', 'file.vanished'],
    ['left-out.pdf', 'file.left-out'],
  ] as const) {
    const earlier = insert(name, 3);
    files.setFate(earlier, { state: 'withdrawn', problem: { code, detail: null } });
    files.retire(earlier);
    insert(name, 6);
  }
  insert('later.pdf', 6);
  const page = { folder: 'in', drops: false, states: ['held' as const], offset: 0, length: 9 };
  for (const rows of [filesView(ledger, page), filesPage(ledger, page).rows])
    expect(Object.fromEntries(rows.map(({ path, problem }) => [path, problem?.code]))).toEqual({
      'before.pdf': 'file.backlog',
      'doubt.pdf': 'file.backlog-doubt',
      'again.pdf': 'file.backlog-again',
      'left-out.pdf': 'file.backlog-left-out',
      'later.pdf': 'file.backlog-later',
    });
});

test('I1: a duplicate of a document whose Task the service has no more is not called sent before', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  addSubmission(ledger, newSubmission('one', [newFile('a.pdf', { sha256: 'a' })]), 0);
  submissionTable(ledger).accept('one', uuid, 1);
  recordTask(ledger, taskDetails('2026-01-05T08:00:00Z', { uuid, status: 'pending' }), {
    mine: true,
    seenAt: 1,
  });
  const files = createFiles(ledger);
  files.markDuplicate(
    files.insert({ folderId: 'in', path: 'b.pdf', nameKey: 'b.pdf', ...STAT }, 1),
    'a',
    'one',
  );
  const code = () => filesView(ledger, { folder: null, states: [] })[0]?.problem?.code;
  expect(code()).toBe('file.duplicate');
  for (let time = 0; time < 2; time += 1) noteDenial(ledger, uuid, true, 1);
  expect(code()).toBe('file.perhaps-sent');
});

test('a late file is not offered to a waiting Task that the service has no more', () => {
  const uuid = '00000000-0000-4000-8000-000000000001';
  const ofGroup = { folderId: 'in', groupKey: 'p1' };
  addSubmission(ledger, { ...newSubmission('one', [newFile('p1/a.pdf', { sha256: 'a' })]), ...ofGroup }, 0);
  submissionTable(ledger).accept('one', uuid, 1);
  recordTask(ledger, taskDetails('2026-01-05T08:00:00Z', { uuid }), { mine: true, seenAt: 1 });
  const problem = { code: 'file.late-for-group', detail: null } as const;
  createFiles(ledger).insert(
    { path: 'p1/b.pdf', nameKey: 'p1/b.pdf', ...STAT, ...ofGroup, fate: { state: 'held', problem } },
    1,
  );
  const page = { folder: null, drops: false, states: [], offset: 0, length: 9 };
  const offered = () => filesPage(ledger, page).rows[0]?.answers.map(({ task_uuid }) => task_uuid);
  expect(offered()).toEqual([uuid]);
  for (let n = 0; n < 2; n += 1) noteDenial(ledger, uuid, true, 2);
  expect(offered()).toEqual([]);
});
