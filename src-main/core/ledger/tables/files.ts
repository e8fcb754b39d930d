import { z } from 'zod';
import { type Problem, type ProblemCode, problemCodeSchema } from '../../../contract/problem.ts';
import { dueSql } from '../../due.ts';
import { type Ledger, readAll, readNumber, readOne, readValue } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';

export const FILE_STATES = ['ignored', 'settling', 'held', 'bound', 'duplicate', 'withdrawn'] as const;

export const fileSchema = z.object({
  id: z.int(),
  folder_id: z.string().nullable(),
  /** The path as the file system spells it: relative to the folder, with `/`, or absolute for a drop. */
  path: z.string(),
  /** The path in Unicode normalization form NFC, so that every spelling of a path finds the same file. */
  name_key: z.string(),
  current: z.int(),
  /** 1 if the file is missing from its folder. */
  gone: z.int(),
  size: z.number(),
  mtime_ms: z.number(),
  inode: z.string(),
  /** The change time, in milliseconds since the epoch; null if unknown. */
  ctime_ms: z.number().nullable(),
  sha256: z.string().nullable(),
  /** The mark of the pictures of a sent PDF (`pictureMark`); null without a mark. */
  picture_mark: z.string().nullable(),
  group_key: z.string().nullable(),
  state: z.enum(FILE_STATES),
  ignored_by: z.string().nullable(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  submission_id: z.string().nullable(),
  message_id: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  /** The id of the first row of the parcel (the files for one Task). Null if the file is neither a duplicate nor held as one. */
  parcel: z.int().nullable(),
  move_state: z.enum(['due', 'moved', 'given-up']).nullable(),
  move_next_at: z.int().nullable(),
  move_attempts: z.int(),
  /** `looked-at`: Clearfolder still checks whether a program writes into the moved file. `returned`: a program did, and the file is back. */
  after_move: z.enum(['looked-at', 'returned']).nullable(),
  found_at: z.int(),
});
export type FileRow = z.infer<typeof fileSchema>;

const knownSchema = fileSchema.pick({
  id: true,
  path: true,
  name_key: true,
  size: true,
  mtime_ms: true,
  inode: true,
  ctime_ms: true,
  move_state: true,
  state: true,
  ignored_by: true,
  gone: true,
});
export type KnownFile = z.infer<typeof knownSchema>;

const STATES: ReadonlySet<unknown> = new Set(FILE_STATES);
const MOVE_STATES: ReadonlySet<unknown> = new Set([null, 'due', 'moved', 'given-up']);

/** Checks a row as `knownSchema` does, but twenty times faster. The speed matters, because each scan checks the rows of all known files. */
function isKnown(row: unknown): row is KnownFile {
  return (
    typeof row === 'object' &&
    row !== null &&
    'id' in row &&
    Number.isSafeInteger(row.id) &&
    'path' in row &&
    typeof row.path === 'string' &&
    'name_key' in row &&
    typeof row.name_key === 'string' &&
    'size' in row &&
    typeof row.size === 'number' &&
    'mtime_ms' in row &&
    Number.isFinite(row.mtime_ms) &&
    'inode' in row &&
    typeof row.inode === 'string' &&
    'ctime_ms' in row &&
    (row.ctime_ms === null || Number.isFinite(row.ctime_ms)) &&
    'move_state' in row &&
    MOVE_STATES.has(row.move_state) &&
    'state' in row &&
    STATES.has(row.state) &&
    'ignored_by' in row &&
    (row.ignored_by === null || typeof row.ignored_by === 'string') &&
    'gone' in row &&
    Number.isSafeInteger(row.gone)
  );
}

export interface FileStat {
  readonly size: number;
  readonly mtimeMs: number;
  readonly inode: string;
  readonly ctimeMs: number | null;
}

export interface NewFileRow extends FileStat {
  readonly folderId: string | null;
  readonly path: string;
  readonly nameKey: string;
  readonly groupKey: string | null;
  readonly sha256?: string;
  readonly fate: OpenFate;
}

export type OpenFate =
  | { readonly state: 'settling' }
  | { readonly state: 'ignored'; readonly by: string }
  | { readonly state: 'held' | 'withdrawn'; readonly problem: Problem };

export type Binding =
  | { readonly to: 'submission'; readonly id: string; readonly move: boolean }
  | { readonly to: 'message'; readonly id: string; readonly move: boolean };

/** The key of `station_state` for the highest id of a removed row. Each new row gets a higher id, so that no id is used twice. */
const LAST_FORGOTTEN = 'file.last-forgotten';
const endRow = fileSchema.pick({ problem_code: true });

// SQL condition: the file waits for a decision about the backlog. `state IN ('settling', 'held')` lets SQLite use the index `file_open`.
const BACKLOG = `folder_id = @folderId AND state IN ('settling', 'held') AND state = 'held' AND current = 1
       AND problem_code = 'file.backlog'`;

/**
 * SQL condition: the file waits for a person's decision whether to send the file. An empty file does not wait for the decision, because no
 * decision sends an empty file.
 */
export const WAITS_FOR_DECISION = `state IN ('settling', 'held') AND state = 'held' AND problem_code = 'file.backlog' AND size > 0`;

/** Whether a file of the folder waits for a person's decision whether to send the file. */
export function undecidedIn(ledger: Ledger, folderId: string): boolean {
  const some = ledger.prepared(
    `SELECT EXISTS (SELECT 1 FROM file WHERE folder_id = ? AND current = 1 AND ${WAITS_FOR_DECISION})`,
  );
  return readNumber(some, folderId) === 1;
}

/** SQL condition: the file, or another file of its group, was modified at the time `@from` or later. */
const NEW_ENOUGH = `(mtime_ms >= @from OR (group_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM file AS newer WHERE newer.folder_id = @folderId AND newer.group_key = file.group_key AND newer.mtime_ms >= @from
      AND newer.current = 1 AND newer.gone = 0 AND newer.state NOT IN ('ignored', 'withdrawn'))))`;

/**
 * Returns those of the files `ids` that wait for the decision about the backlog of a folder. `goes` is 1 if a decision to send the files
 * from the time `from` on, in milliseconds since the epoch, sends the file.
 */
export function backlogAmong(
  ledger: Ledger,
  about: { readonly folderId: string; readonly from: number; readonly ids: readonly number[] },
): { id: number; goes: number }[] {
  return readAll(
    ledger.prepared(
      `SELECT id, ${NEW_ENOUGH} AS goes FROM file WHERE ${BACKLOG} AND id IN (SELECT value FROM json_each(@ids))`,
    ),
    z.object({ id: z.int(), goes: z.int() }),
    { ...about, ids: JSON.stringify(about.ids) },
  );
}

/** Creates the functions for the table `file`, which has one row for each version of each file that was ever found. */
export function createFiles(ledger: Ledger) {
  const { db } = ledger;
  const one = db.prepare('SELECT * FROM file WHERE id = ?');
  const byKey = db.prepare('SELECT * FROM file WHERE folder_id = ? AND name_key = ? AND current = 1');
  const before = db.prepare(
    `SELECT * FROM file WHERE folder_id = ? AND name_key = ? AND id < ? AND problem_code IS NOT 'file.vanished'
     ORDER BY id DESC LIMIT 1`,
  );
  const sentBefore = db.prepare(
    `SELECT file.* FROM file LEFT JOIN submission ON submission.id = COALESCE(file.submission_id, file.duplicate_of)
     WHERE file.folder_id = ? AND file.name_key = ? AND file.id < ? AND file.state IN ('bound', 'duplicate') AND file.sha256 IS NOT NULL
       AND (submission.state IS NULL OR submission.state NOT IN ('rejected', 'withdrawn'))
     ORDER BY file.id DESC LIMIT 1`,
  );
  const returned = db.prepare(
    `SELECT * FROM file WHERE after_move = 'returned' AND folder_id = ? AND inode = ? AND id < ? ORDER BY id DESC LIMIT 1`,
  );
  const page = db.prepare(
    `SELECT id, path, name_key, size, mtime_ms, inode, ctime_ms, move_state, state, ignored_by, gone FROM file
     WHERE folder_id = ? AND current = 1 AND name_key > ? ORDER BY name_key LIMIT ?`,
  );
  const below = db.prepare(
    'SELECT * FROM file WHERE folder_id = ? AND name_key >= ? AND name_key < ? AND current = 1 AND gone = 0',
  );
  const ofGroup = db.prepare(
    `SELECT * FROM file WHERE folder_id = ? AND group_key = ? AND current = 1 AND gone = 0 AND state IN ('settling', 'held')`,
  );
  const present = db.prepare(
    `SELECT COUNT(*) FROM file WHERE folder_id = ? AND current = 1 AND gone = 0 AND state <> 'ignored'`,
  );
  const unsent = db.prepare(
    `SELECT problem_code FROM submission WHERE id = ? AND state IN ('rejected', 'withdrawn')`,
  );
  const takenBack = db.prepare("SELECT COUNT(*) FROM submission WHERE id = ? AND state = 'withdrawn'");
  const withStat = db.prepare(
    `SELECT * FROM file INDEXED BY file_look WHERE folder_id = ? AND inode = ? AND size = ? AND mtime_ms = ?
       AND state IN ('held', 'bound', 'duplicate', 'withdrawn') ORDER BY id DESC LIMIT 1`,
  );
  const last = db.prepare('SELECT MAX(id) FROM file');
  const insert = db.prepare(
    `INSERT INTO file (id, folder_id, path, name_key, size, mtime_ms, inode, ctime_ms, sha256, group_key, state, ignored_by,
       problem_code, problem_detail, found_at)
     VALUES (1 + MAX((SELECT COALESCE(MAX(id), 0) FROM file),
         (SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM station_state WHERE key = '${LAST_FORGOTTEN}')), @folderId, @path, @nameKey, @size, @mtimeMs, @inode, @ctimeMs, @sha256, @groupKey, @state, @by, @code, @detail, @now)
     RETURNING id`,
  );
  const restat = db.prepare(
    `UPDATE file SET path = @path, size = @size, mtime_ms = @mtimeMs, inode = @inode, ctime_ms = @ctimeMs, gone = 0, current = 1 WHERE id = @id`,
  );
  const fate = db.prepare(
    `UPDATE file SET state = @state, ignored_by = @by, problem_code = @code, problem_detail = @detail, sha256 = NULL,
       parcel = CASE WHEN @state = 'held' THEN parcel END
     WHERE id = @id AND state IN ('ignored', 'settling', 'held')`,
  );
  const backlog = db.prepare(
    `UPDATE file SET
       state = CASE WHEN ${NEW_ENOUGH} THEN 'settling' ELSE 'withdrawn' END,
       problem_code = CASE WHEN ${NEW_ENOUGH} THEN NULL ELSE 'file.left-out' END,
       problem_detail = NULL
     WHERE ${BACKLOG} AND id > @after AND id <= @upTo`,
  );
  const backlogAt = db.prepare(
    `SELECT id FROM file WHERE ${BACKLOG} AND id > @after AND id <= @last ORDER BY id LIMIT 1 OFFSET @most - 1`,
  );
  const undecided = db.prepare(
    `SELECT path FROM file WHERE folder_id = ? AND current = 1 AND ${WAITS_FOR_DECISION}`,
  );
  const respell = db.prepare(
    `UPDATE file SET name_key = @to, path = CASE WHEN current = 1 THEN @path ELSE path END
     WHERE folder_id = @folderId AND name_key = @from`,
  );
  const retire = db.prepare('UPDATE file SET current = 0 WHERE id = ?');
  const regroup = db.prepare('UPDATE file SET group_key = ? WHERE id = ?');
  const setGone = db.prepare('UPDATE file SET gone = ?, missed_since = NULL WHERE id = ?');
  const vanish = db.prepare(
    `UPDATE file SET state = 'withdrawn', ignored_by = NULL, problem_code = 'file.vanished', problem_detail = @detail,
       sha256 = NULL, current = 1 - @retired, gone = 1 - @retired, missed_since = NULL
     WHERE id = @id AND state IN ('settling', 'held')`,
  );
  const remove = db.prepare('DELETE FROM file WHERE id = ?');
  const bind = db.prepare(
    `UPDATE file SET state = 'bound', sha256 = @sha256, picture_mark = @mark, submission_id = @submission, message_id = @message,
       duplicate_of = NULL, parcel = NULL, problem_code = NULL, problem_detail = NULL, move_state = @move,
       move_next_at = @moveAt
     WHERE id = @id`,
  );
  const duplicate = db.prepare(
    `UPDATE file SET state = 'duplicate', sha256 = @sha256, duplicate_of = @of, parcel = @parcel,
       problem_code = 'file.duplicate', problem_detail = NULL
     WHERE id = @id`,
  );
  const elsewhere = db.prepare(
    `UPDATE file SET state = 'duplicate', sha256 = @sha256, duplicate_of = NULL, parcel = @parcel,
       problem_code = 'file.sent-elsewhere', problem_detail = @station
     WHERE id = @id`,
  );
  const holdEqual = db.prepare(
    `UPDATE file SET state = 'held', sha256 = @sha256, duplicate_of = @of, parcel = @parcel, problem_code = @code,
       problem_detail = NULL
     WHERE id = @id AND state IN ('settling', 'held')`,
  );
  const reopen = db.prepare(
    `UPDATE file SET state = 'settling', sha256 = NULL, duplicate_of = NULL, parcel = NULL,
       problem_code = CASE WHEN problem_code IN ('file.not-a-document', 'file.web-page', 'file.conflict-copy', 'file.unfinished') THEN problem_code END, problem_detail = NULL
     WHERE id = ? AND state IN ('held', 'duplicate')`,
  );
  const givenAgain = db.prepare(
    `UPDATE file SET state = 'withdrawn', problem_code = 'file.given-again', problem_detail = NULL, sha256 = NULL,
       parcel = NULL, current = 0
     WHERE path = @path AND folder_id IS NULL AND state = 'held' AND (sha256 IS NULL OR sha256 = @sha256)`,
  );
  const ofSubmission = db.prepare(
    `SELECT * FROM file WHERE submission_id = ? AND state = 'bound' AND current = 1 AND gone = 0 ORDER BY id`,
  );
  const ofParcel = db.prepare(
    `SELECT * FROM file WHERE parcel = ? AND state IN ('duplicate', 'held') AND current = 1 ORDER BY id`,
  );

  const fateColumns = (to: OpenFate) => ({
    state: to.state,
    by: to.state === 'ignored' ? to.by : null,
    code: to.state === 'held' || to.state === 'withdrawn' ? to.problem.code : null,
    detail: to.state === 'held' || to.state === 'withdrawn' ? to.problem.detail : null,
  });

  return {
    byId: (id: number) => readOne(one, fileSchema, id),
    current: (folderId: string, nameKey: string) => readOne(byKey, fileSchema, folderId, nameKey),
    /** Gives all versions of the file with the name key `from` a new name key, and gives its current version a new path. */
    respell: (folderId: string, from: string, to: { readonly nameKey: string; readonly path: string }) =>
      void respell.run({ folderId, from, to: to.nameKey, path: to.path }),
    /** Returns the previous version of a file, or null. A version that vanished before sending does not count. */
    previous: (row: FileRow) => readOne(before, fileSchema, row.folder_id, row.name_key, row.id),
    /** Returns the newest earlier version of a file whose bytes were sent or will be sent, or null. */
    lastSent: (row: FileRow) => readOne(sentBefore, fileSchema, row.folder_id, row.name_key, row.id),
    /** Returns the newest row of the same file before Clearfolder moved the file back to its folder, under any name, or null. */
    lastReturned: (row: FileRow) => readOne(returned, fileSchema, row.folder_id, row.inode, row.id),
    /** Returns the rows of the next `limit` current files of a folder after the name key `nameKey`, in the order of `name_key`. */
    knownAfter: (folderId: string, nameKey: string, limit: number) =>
      page
        .all(folderId, nameKey, limit)
        .map((row): KnownFile => (isKnown(row) ? row : knownSchema.parse(row))),
    /** Returns the rows of all files below the directory `nameKey`. The range ends at `0`, because `0` is the character after `/`. */
    below: (folderId: string, nameKey: string) =>
      readAll(below, fileSchema, folderId, `${nameKey}/`, `${nameKey}0`),
    openOfGroup: (folderId: string, groupKey: string) => readAll(ofGroup, fileSchema, folderId, groupKey),
    /** Returns all unsent files of the same parcel; only the file itself if the file has no parcel. */
    ofParcel: (row: FileRow): FileRow[] =>
      row.parcel === null ? [row] : readAll(ofParcel, fileSchema, row.parcel),
    /** Returns the files of a submission that are in their folder now. */
    ofSubmission: (id: string): FileRow[] => readAll(ofSubmission, fileSchema, id),
    presentCount: (folderId: string) => readNumber(present, folderId),
    /**
     * Returns why the submission of a file ended without a Task. `copy-lost`: the spool copy was missing. `decided`: the submission was
     * rejected or withdrawn for another reason. Null: the submission has not ended or has a Task, or the file has no submission.
     */
    wentNowhere(row: FileRow): 'decided' | 'copy-lost' | null {
      const end = readOne(unsent, endRow, row.submission_id);
      if (end === null) return null;
      return end.problem_code === 'spool.missing' ? 'copy-lost' : 'decided';
    },
    wasTakenBack: (row: FileRow) => readNumber(takenBack, row.submission_id) === 1,
    /** Returns the newest row with this size, time and inode under any name, or null. The row shows that a file was renamed. */
    withLook: (folderId: string, { size, mtimeMs, inode }: FileStat) =>
      readOne(withStat, fileSchema, folderId, inode, size, mtimeMs),
    lastId: () => readNumber(last),
    insert(row: NewFileRow, now: number): number {
      const { fate: to, sha256, ...columns } = row;
      return readNumber(insert, { ...columns, ...fateColumns(to), sha256: sha256 ?? null, now });
    },
    restat: (id: number, path: string, { size, mtimeMs, inode, ctimeMs }: FileStat) =>
      void restat.run({ id, path, size, mtimeMs, inode, ctimeMs }),
    /** Sets the state of a file. Changes nothing if the file is bound, a duplicate or withdrawn. */
    setFate: (id: number, to: OpenFate) => void fate.run({ id, ...fateColumns(to) }),
    /** Returns the paths of the files that wait for a person's decision. */
    undecided: (folderId: string): ReadonlySet<string> =>
      new Set(readAll(undecided, fileSchema.pick({ path: true }), folderId).map(({ path }) => path)),
    /**
     * Returns the highest id of the next slice of the backlog. The slice begins after the id `part.after` and has at most `part.most` files
     * that wait for a decision. Returns `part.last` if no full slice remains.
     */
    backlogUpTo: (folderId: string, part: { after: number; last: number; most: number }) =>
      readValue(backlogAt, z.int(), { folderId, ...part }) ?? part.last,
    /**
     * Carries out a decision about the files of the backlog with ids above `after` and up to `upTo`. A file becomes settling if the file,
     * or another file of its group, was modified at `from` or later. Every other file becomes withdrawn.
     */
    releaseBacklog: (folderId: string, part: { from: number; after: number; upTo: number }) =>
      void backlog.run({ folderId, ...part }),
    setGroup: (id: number, groupKey: string | null) => void regroup.run(groupKey, id),
    setGone: (id: number, gone: boolean) => void setGone.run(gone ? 1 : 0, id),
    /** Records that a file vanished before sending. With `retired`, the row is no longer current, so a returned file gets a new row. */
    vanish: (id: number, { detail, retired }: { detail: string | null; retired: boolean }) =>
      void vanish.run({ id, detail, retired: retired ? 1 : 0 }),
    /** Records that a newer version of the file has replaced this version. */
    retire: (id: number) => void retire.run(id),
    /** Removes the row of a file that another row describes. No later row gets the id, because an open request may still name the id. */
    forget(id: number): void {
      ledger.transaction(() => {
        const before = readState(ledger, LAST_FORGOTTEN, z.int()) ?? 0;
        if (id > before) writeState(ledger, LAST_FORGOTTEN, id);
        remove.run(id);
      });
    },
    bind: (id: number, sha256: string, binding: Binding, now: number, mark: string | null = null) =>
      void bind.run({
        id,
        sha256,
        mark,
        submission: binding.to === 'submission' ? binding.id : null,
        message: binding.to === 'message' ? binding.id : null,
        move: binding.move ? 'due' : null,
        moveAt: binding.move ? now : null,
      }),
    /** Marks a file as a duplicate of the submission `of`. Without `parcel`, the file is a parcel by itself. */
    markDuplicate: (id: number, sha256: string, of: string, parcel = id) =>
      void duplicate.run({ id, sha256, of, parcel }),
    /** Marks a file as a duplicate, because another station claimed the document of the file. `station`: the name of that station. */
    markElsewhere: (id: number, sha256: string, parcel: number, station: string) =>
      void elsewhere.run({ id, sha256, parcel, station }),
    /** Holds a file until a person decides, because the file equals a document of the earlier submission `of`. */
    holdEqual: (id: number, equal: { sha256: string; of: string; parcel: number; code: ProblemCode }) =>
      void holdEqual.run({ id, ...equal }),
    /**
     * Changes a held file or a duplicate to settling, so that its whole group is checked again. The problems of files that are
     * no documents stay in the row: on a settling file, such a problem means that a person decided to send the file anyway.
     */
    reopen: (id: number) => void reopen.run(id),
    /**
     * Withdraws the held rows of a dropped file, because a person dropped a file with the same path again. A held row with other bytes
     * stays, because a scanner may write every document under the same name. `sha256` is null if the new file could not be read.
     */
    giveAgain: (path: string, sha256: string | null) => void givenAgain.run({ path, sha256 }),
  };
}
export type Files = ReturnType<typeof createFiles>;

const dueSchema = fileSchema.extend({ account: z.string() });

/** A point in time and the longest wait, both in milliseconds (`isDue`), and the maximum number of rows. */
interface DueFiles {
  readonly now: number;
  readonly longest: number;
  readonly limit: number;
}

/**
 * Returns the accepted files whose move to the archive folder is due. The plus sign before `folder_id` makes SQLite start from the few due
 * rows.
 */
export function movesDue(ledger: Ledger, folderId: string, due: DueFiles) {
  return readAll(
    ledger.prepared(
      `SELECT * FROM file_account WHERE move_state = 'due' AND ${dueSql('move_next_at')} AND +folder_id = @folderId
       AND account = 'accepted' ORDER BY move_next_at LIMIT @limit`,
    ),
    dueSchema,
    { ...due, folderId },
  );
}

/** Counts the sent files of a folder that could not be moved in at least so many attempts. */
export function movesFailed(ledger: Ledger, folderId: string, attempts = 1): number {
  const failed = ledger.prepared(
    `SELECT COUNT(*) FROM file WHERE move_state = 'due' AND move_attempts >= ? AND +folder_id = ?`,
  );
  return readNumber(failed, attempts, folderId);
}

/** Returns the time at which the submission or answer of a file was accepted, in milliseconds since the epoch; null if unknown. */
export function acceptedAt(
  ledger: Ledger,
  { submission_id: submission, message_id: message }: Pick<FileRow, 'submission_id' | 'message_id'>,
): number | null {
  return readValue(
    ledger.prepared(
      `SELECT COALESCE((SELECT ended_at FROM submission WHERE id = ?), (SELECT ended_at FROM message WHERE id = ?))`,
    ),
    z.int().nullable(),
    submission,
    message,
  );
}

/**
 * Records that a file was moved to the archive folder. At `lookAt`, in milliseconds since the epoch, Clearfolder checks whether a program
 * wrote into the moved file.
 */
export function endMove(ledger: Ledger, id: number, lookAt: number): void {
  ledger
    .prepared(
      "UPDATE file SET move_state = 'moved', gone = 1, after_move = 'looked-at', move_next_at = ? WHERE id = ?",
    )
    .run(Math.round(lookAt), id);
}

/** Records that a file will not be moved, because the sent version is no longer in the folder. */
export function giveUpMove(ledger: Ledger, id: number): void {
  ledger.prepared("UPDATE file SET move_state = 'given-up' WHERE id = ?").run(id);
}

/** Returns the moved files that must be checked now. */
export function movedToLookAt(ledger: Ledger, folderId: string, due: DueFiles): FileRow[] {
  return readAll(
    ledger.prepared(
      `SELECT * FROM file WHERE after_move = 'looked-at' AND ${dueSql('move_next_at')} AND +folder_id = @folderId
       ORDER BY move_next_at LIMIT @limit`,
    ),
    fileSchema,
    { ...due, folderId },
  );
}

/** Plans the next check of a moved file. */
export function lookAgain(ledger: Ledger, id: number, lookAt: number): void {
  ledger.prepared('UPDATE file SET move_next_at = ? WHERE id = ?').run(Math.round(lookAt), id);
}

/** Ends the checks of a moved file. `returned`: a program wrote into the file, and the file is back in its folder. */
export function endLooks(ledger: Ledger, id: number, end: 'returned' | null): void {
  ledger.prepared('UPDATE file SET after_move = ?, move_next_at = NULL WHERE id = ?').run(end, id);
}

export function delayMove(ledger: Ledger, id: number, nextAt: number): void {
  ledger
    .prepared('UPDATE file SET move_attempts = move_attempts + 1, move_next_at = ? WHERE id = ?')
    .run(Math.round(nextAt), id);
}
