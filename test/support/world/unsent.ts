import { lstatSync } from 'node:fs';
import { z } from 'zod';
import { type Ledger, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { type FileRow, fileSchema } from '../../../src-main/core/ledger/tables/files.ts';
import { identityOf, sameVersion } from '../../../src-main/core/share-io/file-identity.ts';
import type { Judged } from './judged.ts';
import type { Share } from './share.ts';

/** Problems that only a person's decision ends. */
const UNDECIDED: ReadonlySet<unknown> = new Set(['file.backlog', 'file.duplicate-withdrawn', 'file.grown']);

const seenSchema = fileSchema.extend({
  submission_state: z.string().nullable(),
  submission_problem: z.string().nullable(),
});

/**
 * Notes which files must not be sent before a person decides or changes them: each with its withdrawn or refused submission,
 * or null. Call this before an event that decides nothing. With two stations on the folder nothing is noted, because a
 * station does not know the other's decisions.
 */
export function noteUnsent({ stations, shares, decided }: Judged): void {
  const [station, another] = stations;
  if (station === undefined || another !== undefined || station.diskIsFull) return;
  for (const [, share] of shares) {
    const id = station.rules.find(({ path }) => path === share.root)?.id;
    const rows = id === undefined ? [] : station.look((ledger) => rowsOf(ledger, id));
    for (const row of rows)
      if (isUnsent(row) && stands(share, row)) decided.unsent.set(row.path, row.submission_id);
  }
}

/** Noted files that were sent or forgotten without a decision. */
export function judgeUnsent({ stations, decided }: Judged): string[] {
  const [station] = stations;
  if (station === undefined || decided.unsent.size === 0) return [];
  const { ledger } = station.running;
  return [...decided.unsent].flatMap(([path, submission]) => {
    const rows = readAll(
      ledger.prepared('SELECT * FROM file WHERE path = ? AND folder_id IS NOT NULL AND current = 1'),
      fileSchema,
      path,
    );
    if (rows.some((row) => isStillUnsent(row, submission))) return [];
    const states = rows.map(({ state, problem_code: code }) => `${state} (${code})`);
    return [`I1: ${path} waited for a person, nobody decided, and it is ${states.join(', ')}`];
  });
}

function isStillUnsent(row: FileRow, submission: string | null): boolean {
  if (row.state === 'bound') return submission !== null && row.submission_id === submission;
  if (row.state === 'withdrawn') return row.problem_code === 'file.left-out';
  if (row.state === 'duplicate') return true;
  // An unfinished file waits for its end, which makes another document of the file, or for a person.
  return row.state === 'held' && (UNDECIDED.has(row.problem_code) || row.problem_code === 'file.unfinished');
}

function isUnsent(row: z.infer<typeof seenSchema>): boolean {
  if (row.state === 'bound') {
    // A document whose private copy was lost needs no decision: the station copies the document again.
    const isRefused = row.submission_state === 'rejected' && row.submission_problem !== 'spool.missing';
    return row.submission_state === 'withdrawn' || isRefused;
  }
  if (row.state === 'withdrawn') return row.problem_code === 'file.left-out';
  return row.state === 'held' && UNDECIDED.has(row.problem_code);
}

/** Whether the row is of the file's current version: a changed file may be sent. */
function stands(share: Share, row: FileRow): boolean {
  const stats = lstatSync(share.at(row.path), { bigint: true, throwIfNoEntry: false });
  const is = { size: row.size, mtimeMs: row.mtime_ms, inode: row.inode, ctimeMs: null };
  return row.gone === 0 && stats !== undefined && sameVersion(identityOf(stats), is);
}

function rowsOf(ledger: Ledger, folderId: string) {
  return readAll(
    ledger.prepared(
      `SELECT file.*, submission.state AS submission_state, submission.problem_code AS submission_problem
       FROM file LEFT JOIN submission ON submission.id = file.submission_id
       WHERE file.folder_id = ? AND file.current = 1`,
    ),
    seenSchema,
    folderId,
  );
}
