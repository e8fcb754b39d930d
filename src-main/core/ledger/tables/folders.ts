import { resolve } from 'node:path';
import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../../contract/problem.ts';
import { type Said, saidSchema } from '../../../contract/say.ts';
import { type Backlog, backlogSchema } from '../../../contract/settings.ts';
import { jsonColumn, type Ledger, readAll, readColumn, readNumber, readOne } from '../db/ledger.ts';
import { readState, readStates, writeState } from '../db/station-state.ts';
import { OPEN } from './outbox-rows.ts';

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
  /** The number of files and folders below the folder that the last finished scan could not look at. */
  unreadable: z.int(),
});
export type FolderRow = z.infer<typeof folderSchema>;

/** Returns the row of a folder rule; null if the engine never ran the rule. */
export function readFolder(ledger: Ledger, id: string): FolderRow | null {
  return readOne(ledger.prepared('SELECT * FROM folder WHERE id = ?'), folderSchema, id);
}

export function folderIds(ledger: Ledger): string[] {
  return readColumn(ledger.prepared('SELECT id FROM folder'), z.string());
}

/**
 * Returns the row of a folder rule, and creates the row if it is missing. If the rule has a new path, stores the path. The backlog of the
 * new path is then undecided, and queued submissions still belong to the former path.
 */
export function openFolder(ledger: Ledger, id: string, path: string, now: number): FolderRow {
  return ledger.transaction(() => {
    const before = readFolder(ledger, id);
    if (before !== null && before.path !== path) leavePlace(ledger, before);
    ledger
      .prepared(
        `INSERT INTO folder (id, path, first_seen_at) VALUES (?, ?, ?)
         ON CONFLICT (id) DO UPDATE SET path = excluded.path, backlog = NULL, backlog_listed_at = NULL, root_identity = NULL,
           unreadable = 0
         WHERE path <> excluded.path`,
      )
      .run(id, path, now);
    const row = readFolder(ledger, id);
    if (row === null) throw new Error('the new row of the folder is missing');
    return row;
  });
}

/** Stores how the folder is watched. The write does not wait for the disk, because each start of the engine determines the value again. */
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

/** Records a problem that makes a folder unreachable. `unreachable_since` keeps the time of the first problem. */
export function setFolderTrouble(ledger: Ledger, id: string, problem: Problem, now: number): void {
  ledger
    .prepared(
      `UPDATE folder SET reachable = 0, unreachable_since = COALESCE(unreachable_since, ?), problem_code = ?, problem_detail = ?
       WHERE id = ?`,
    )
    .run(now, problem.code, problem.detail, id);
}

/** Stores how many files and folders the finished scan could not look at. A scan that finds no change writes nothing. */
export function setFolderUnreadable(ledger: Ledger, id: string, count: number): void {
  ledger
    .prepared('UPDATE folder SET unreadable = @count WHERE id = @id AND unreadable <> @count')
    .run({ id, count });
}

/** Removes the counts of unreadable files of all folders but `watched`, because nobody scans a folder without a rule. */
export function forgetUnreadableBut(ledger: Ledger, watched: readonly string[]): void {
  ledger
    .prepared(
      'UPDATE folder SET unreadable = 0 WHERE unreadable > 0 AND id NOT IN (SELECT value FROM json_each(?))',
    )
    .run(JSON.stringify(watched));
}

export function clearFolderTrouble(ledger: Ledger, id: string): void {
  ledger
    .prepared(
      `UPDATE folder SET reachable = 1, unreachable_since = NULL, problem_code = NULL, problem_detail = NULL
       WHERE id = ? AND reachable = 0`,
    )
    .run(id);
}

/** Records a problem, or a remark, about a reachable folder. Null removes both. Changes nothing if the folder is unreachable. */
export function setFolderRemark(ledger: Ledger, id: string, noted: Problem | Said | null): void {
  const { code, detail } =
    noted !== null && 'code' in noted ? noted : { code: null, detail: noted && JSON.stringify(noted) };
  ledger
    .prepared('UPDATE folder SET problem_code = ?, problem_detail = ? WHERE id = ? AND reachable = 1')
    .run(code, detail, id);
}

const answersKey = (id: string) => `folder.answers-unkept.${id}`;

/** Returns the system's error code with which the answer folders of a rule could not be kept; null without such an error. */
export const readAnswersUnkept = (ledger: Ledger, id: string): string | null =>
  readState(ledger, answersKey(id), z.string());

export function setAnswersUnkept(ledger: Ledger, id: string, code: string | null): void {
  if (readAnswersUnkept(ledger, id) !== code) writeState(ledger, answersKey(id), code);
}

/** Returns the remark about a folder without a problem. */
export function remarkOf({ problem_code: code, problem_detail: detail }: FolderRow): Said | null {
  return code !== null || detail === null ? null : saidSchema.parse(JSON.parse(detail));
}

/**
 * Records the device and inode of the folder. If these numbers later differ, another folder is at the path, such as an empty mount point.
 */
export function setFolderRoot(ledger: Ledger, id: string, rootIdentity: string | null): void {
  ledger.prepared('UPDATE folder SET root_identity = ? WHERE id = ?').run(rootIdentity, id);
}

/**
 * Records the time of a finished scan. The write does not wait for the disk, because the time is only shown to people. Must be called after
 * the transaction that stores the results of the scan. Most scans change nothing, and a write inside that transaction would make every scan
 * wait for the disk.
 */
export function setFolderScanned(ledger: Ledger, id: string, now: number): void {
  ledger.transactionSoon(() =>
    ledger.prepared('UPDATE folder SET last_scan_at = ? WHERE id = ?').run(now, id),
  );
}

/** Records the time of the first complete scan. Files that arrive later are not part of the backlog. */
export function setBacklogListed(ledger: Ledger, id: string, now: number): void {
  ledger
    .prepared('UPDATE folder SET backlog_listed_at = ? WHERE id = ? AND backlog_listed_at IS NULL')
    .run(now, id);
}

/** Removes the decision about the backlog, because the decision concerned the files of another folder that was at the path before. */
export function forgetFolderBacklog(ledger: Ledger, id: string): void {
  ledger.prepared('UPDATE folder SET backlog = NULL WHERE id = ?').run(id);
}

export function setFolderBacklog(ledger: Ledger, id: string, decision: Backlog): void {
  ledger.prepared('UPDATE folder SET backlog = ? WHERE id = ?').run(JSON.stringify(decision), id);
}

// If a person deletes a rule or changes its path, a waiting submission still belongs to the path where its files were found.

/** The present path or a former path of a folder rule. The submissions from this path have a `seq` above `after` and at most `upTo`. */
export interface FolderPlace {
  readonly folderId: string;
  readonly path: string;
  readonly rootIdentity: string | null;
  readonly after: number;
  readonly upTo: number;
}

/** The former paths of a folder rule, oldest first. `lastSeq` is the `seq` of the newest submission when the rule left the path. */
export const leftSchema = z.array(
  z.object({ path: z.string(), rootIdentity: z.string().nullable(), lastSeq: z.int() }),
);
export type LeftPlace = z.infer<typeof leftSchema>[number];
export const placeRowSchema = folderSchema.pick({ id: true, path: true, root_identity: true });
type PlaceRow = z.infer<typeof placeRowSchema>;

export const leftKey = (folderId: string) => `folder.left.${folderId}`;

/** Adds the present path of a folder rule to its former paths. Must be called in the transaction that changes the path. */
function leavePlace(ledger: Ledger, row: PlaceRow): void {
  const left = { path: row.path, rootIdentity: row.root_identity, lastSeq: newestSubmission(ledger) };
  writeState(ledger, leftKey(row.id), [...(readState(ledger, leftKey(row.id), leftSchema) ?? []), left]);
}

export function newestSubmission(ledger: Ledger): number {
  return readNumber(ledger.prepared('SELECT MAX(seq) FROM submission'));
}

/**
 * Returns the path from which the submission with this `seq` came; null if the ledger has no row of the folder rule. A request under way may
 * have the former id of a renamed rule, so the id in the ledger counts before `folderId`.
 */
export function pathOf(ledger: Ledger, folderId: string, seq: number): string | null {
  const row = readOne(
    ledger.prepared(
      `SELECT id, path, root_identity FROM folder
       WHERE id = COALESCE((SELECT folder_id FROM submission WHERE seq = @seq), @folderId)`,
    ),
    placeRowSchema,
    { folderId, seq },
  );
  const all = row === null ? [] : placesOf(row, readState(ledger, leftKey(row.id), leftSchema));
  return all.find(({ after, upTo }) => after < seq && seq <= upTo)?.path ?? null;
}

export function allPlaces(ledger: Ledger): FolderPlace[] {
  const rows = readAll(ledger.prepared('SELECT id, path, root_identity FROM folder'), placeRowSchema);
  const left = readStates(ledger, leftKey(''), leftSchema);
  return rows.flatMap((row) => placesOf(row, left.get(row.id)));
}

export function placesAt(ledger: Ledger, path: string): FolderPlace[] {
  return allPlaces(ledger).filter((place) => samePath(place.path, path));
}

export function samePath(one: string, other: string): boolean {
  return resolve(one) === resolve(other);
}

export function hasOpen(ledger: Ledger, { folderId, after, upTo }: FolderPlace): boolean {
  const found = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM submission INDEXED BY submission_due
       WHERE ${OPEN} AND folder_id = ? AND seq > ? AND seq <= ?)`,
  );
  return readNumber(found, folderId, after, upTo) === 1;
}

const queuedSchema = z.object({ id: z.string(), seq: z.int() });

/** Returns at most `most` queued submissions that came from the path and have a `seq` above the given `seq`, oldest first. */
export function nextQueuedAt(
  ledger: Ledger,
  path: string,
  { seq, most }: { readonly seq: number; readonly most: number },
): z.infer<typeof queuedSchema>[] {
  const queued = ledger.prepared(
    `SELECT id, seq FROM submission INDEXED BY submission_due
       WHERE ${OPEN} AND state = 'queued' AND folder_id = @folderId AND seq > @after AND seq <= @upTo
       ORDER BY seq LIMIT @most`,
  );
  return placesAt(ledger, path)
    .flatMap(({ folderId, after, upTo }) =>
      readAll(queued, queuedSchema, { folderId, after: Math.max(after, seq), upTo, most }),
    )
    .sort((one, other) => one.seq - other.seq)
    .slice(0, most);
}

function placesOf(row: PlaceRow, left: readonly LeftPlace[] | null | undefined): FolderPlace[] {
  const places: FolderPlace[] = [];
  let after = 0;
  for (const { path, rootIdentity, lastSeq } of left ?? []) {
    places.push({ folderId: row.id, path, rootIdentity, after, upTo: lastSeq });
    after = lastSeq;
  }
  const { id: folderId, path, root_identity: rootIdentity } = row;
  return [...places, { folderId, path, rootIdentity, after, upTo: Number.MAX_SAFE_INTEGER }];
}
