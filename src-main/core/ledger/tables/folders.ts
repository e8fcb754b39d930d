import { z } from 'zod';
import { type Problem, type ProblemCode, problemCodeSchema } from '../../../contract/problem.ts';
import { type Backlog, backlogSchema } from '../../../contract/settings.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { jsonColumn } from '../db/rows.ts';
import { leavePlace } from './folder-places.ts';

export const WATCHING = ['events', 'poll', 'scan'] as const;
export type Watching = (typeof WATCHING)[number];

export const folderSchema = z.object({
  id: z.string(),
  path: z.string(),
  first_seen_at: z.int(),
  backlog: jsonColumn(backlogSchema).nullable(),
  backlog_listed_at: z.int().nullable(),
  paused: z.int(),
  reachable: z.int(),
  unreachable_since: z.int().nullable(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  watching: z.enum(WATCHING),
  handled_by: z.string().nullable(),
  root_identity: z.string().nullable(),
  last_scan_at: z.int().nullable(),
});
export type FolderRow = z.infer<typeof folderSchema>;

/** The row of a folder, or null when its rule was never started. */
export function readFolder(ledger: Ledger, id: string): FolderRow | null {
  return readOne(ledger.prepared('SELECT * FROM folder WHERE id = ?'), folderSchema, id);
}

/** Every folder that was ever watched. */
export function folderIds(ledger: Ledger): string[] {
  return readAll(ledger.prepared('SELECT id FROM folder'), folderSchema.pick({ id: true })).map(
    ({ id }) => id,
  );
}

/**
 * The row of a folder, made when it is new. A rule that now names another path starts anew with that path's backlog; what is
 * queued stays that of the path it came from.
 */
export function openFolder(ledger: Ledger, id: string, path: string, now: number): FolderRow {
  return ledger.transaction(() => {
    const before = readFolder(ledger, id);
    if (before !== null && before.path !== path) leavePlace(ledger, before);
    ledger
      .prepared(
        `INSERT INTO folder (id, path, first_seen_at) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET path = excluded.path, backlog = NULL, backlog_listed_at = NULL, root_identity = NULL
         WHERE path <> excluded.path`,
      )
      .run(id, path, now);
    const row = readFolder(ledger, id);
    if (row === null) throw new Error('a folder row that was just written is not there');
    return row;
  });
}

/** Not waited for until it is on the disk: each start finds it out again. */
export function setFolderWatching(ledger: Ledger, id: string, watching: Watching): void {
  ledger.transactionSoon(() =>
    ledger.prepared('UPDATE folder SET watching = ? WHERE id = ?').run(watching, id),
  );
}

export function setFolderPaused(ledger: Ledger, id: string, paused: boolean): void {
  ledger.prepared('UPDATE folder SET paused = ? WHERE id = ?').run(paused ? 1 : 0, id);
}

export function setFolderHandledBy(ledger: Ledger, id: string, handledBy: string | null): void {
  ledger.prepared('UPDATE folder SET handled_by = ? WHERE id = ?').run(handledBy, id);
}

/** Keeps since when a folder has its trouble; the same trouble again does not move the time. */
export function setFolderTrouble(ledger: Ledger, id: string, problem: Problem, now: number): void {
  ledger
    .prepared(
      `UPDATE folder SET reachable = 0, unreachable_since = COALESCE(unreachable_since, ?), problem_code = ?, problem_detail = ?
       WHERE id = ?`,
    )
    .run(now, problem.code, problem.detail, id);
}

export function clearFolderTrouble(ledger: Ledger, id: string): void {
  ledger
    .prepared(
      `UPDATE folder SET reachable = 1, unreachable_since = NULL, problem_code = NULL, problem_detail = NULL
       WHERE id = ? AND reachable = 0`,
    )
    .run(id);
}

/** What a person should know of a folder that can be reached, or, with a code, must answer. */
export function setFolderRemark(
  ledger: Ledger,
  id: string,
  { code, detail }: { readonly code: ProblemCode | null; readonly detail: string | null },
): void {
  ledger
    .prepared('UPDATE folder SET problem_code = ?, problem_detail = ? WHERE id = ? AND reachable = 1')
    .run(code, detail, id);
}

/** Which folder was found to be the one that is meant. */
export function setFolderRoot(ledger: Ledger, id: string, rootIdentity: string | null): void {
  ledger.prepared('UPDATE folder SET root_identity = ? WHERE id = ?').run(rootIdentity, id);
}

/**
 * When a folder was looked through: only shown, so it is not waited for until it is on the disk. To be called after the transaction
 * that keeps the rest of a walk: that seldom changes anything, and waits for no disk then.
 */
export function setFolderScanned(ledger: Ledger, id: string, now: number): void {
  ledger.transactionSoon(() =>
    ledger.prepared('UPDATE folder SET last_scan_at = ? WHERE id = ?').run(now, id),
  );
}

/** The first complete scan is over: whatever comes from now on is not backlog. */
export function setBacklogListed(ledger: Ledger, id: string, now: number): void {
  ledger
    .prepared('UPDATE folder SET backlog_listed_at = ? WHERE id = ? AND backlog_listed_at IS NULL')
    .run(now, id);
}

/** What was decided about the backlog was about another. */
export function forgetFolderBacklog(ledger: Ledger, id: string): void {
  ledger.prepared('UPDATE folder SET backlog = NULL WHERE id = ?').run(id);
}

export function setFolderBacklog(ledger: Ledger, id: string, decision: Backlog): void {
  ledger.prepared('UPDATE folder SET backlog = ? WHERE id = ?').run(JSON.stringify(decision), id);
}
