import { z } from 'zod';
import { type Problem, type ProblemCode, problemCodeSchema } from '../../../contract/problem.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';

export const FILE_STATES = ['ignored', 'settling', 'held', 'bound', 'duplicate', 'withdrawn'] as const;

export const fileSchema = z.object({
  id: z.int(),
  folder_id: z.string().nullable(),
  /** As the file system spells it: relative to its folder with `/`, or absolute for a drop. */
  path: z.string(),
  /** The path in NFC, by which a file is known again however it is spelt. */
  name_key: z.string(),
  current: z.int(),
  /** Seen missing after it was dealt with; says nothing about its state. */
  gone: z.int(),
  size: z.number(),
  mtime_ms: z.number(),
  inode: z.string(),
  sha256: z.string().nullable(),
  group_key: z.string().nullable(),
  state: z.enum(FILE_STATES),
  ignored_by: z.string().nullable(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  submission_id: z.string().nullable(),
  message_id: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  /** What came to be one Task, and did not go, has the id of its first row here. */
  parcel: z.int().nullable(),
  move_state: z.enum(['due', 'moved', 'given-up']).nullable(),
  move_next_at: z.int().nullable(),
  move_attempts: z.int(),
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
  state: true,
  ignored_by: true,
  gone: true,
});
/** As much of a row as a walk compares. */
export type KnownFile = z.infer<typeof knownSchema>;

const STATES: ReadonlySet<unknown> = new Set(FILE_STATES);

/** What `knownSchema` says, a twentieth as long: a walk reads as many rows as there are files. */
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
}

export interface NewFileRow extends FileStat {
  readonly folderId: string | null;
  readonly path: string;
  readonly nameKey: string;
  readonly groupKey: string | null;
  readonly sha256?: string;
  readonly fate: OpenFate;
}

/** What a file that is not yet sent can be. */
export type OpenFate =
  | { readonly state: 'settling' }
  | { readonly state: 'ignored'; readonly by: string }
  | { readonly state: 'held' | 'withdrawn'; readonly problem: Problem };

export type Binding =
  | { readonly to: 'submission'; readonly id: string; readonly move: boolean }
  | { readonly to: 'message'; readonly id: string; readonly move: boolean };

/** Key of station_state: the highest number of a row that was removed. */
const LAST_FORGOTTEN = 'file.last-forgotten';
const idRow = z.object({ id: z.int() });
const endRow = z.object({ problem_code: problemCodeSchema.nullable() });
const countRow = z.object({ n: z.int() });

/** As the partial index has it: with other words SQLite would not use it. */
const BACKLOG = `folder_id = @folderId AND state IN ('settling', 'held') AND state = 'held' AND current = 1
       AND problem_code = 'file.backlog'`;

/** A group goes whole, by its newest file. */
const NEW_ENOUGH = `(mtime_ms >= @from OR (group_key IS NOT NULL AND EXISTS (
    SELECT 1 FROM file AS newer WHERE newer.folder_id = @folderId AND newer.group_key = file.group_key AND newer.mtime_ms >= @from
      AND newer.current = 1 AND newer.gone = 0 AND newer.state NOT IN ('ignored', 'withdrawn'))))`;

/** The table `file`: one row for each version of each file that was ever found. */
export function createFiles(ledger: Ledger) {
  const { db } = ledger;
  const one = db.prepare('SELECT * FROM file WHERE id = ?');
  const byKey = db.prepare('SELECT * FROM file WHERE folder_id = ? AND name_key = ? AND current = 1');
  const before = db.prepare(
    `SELECT * FROM file WHERE folder_id = ? AND name_key = ? AND id < ? AND problem_code IS NOT 'file.vanished'
     ORDER BY id DESC LIMIT 1`,
  );
  const page = db.prepare(
    `SELECT id, path, name_key, size, mtime_ms, inode, state, ignored_by, gone FROM file
     WHERE folder_id = ? AND current = 1 AND name_key > ? ORDER BY name_key LIMIT ?`,
  );
  const below = db.prepare(
    'SELECT * FROM file WHERE folder_id = ? AND name_key >= ? AND name_key < ? AND current = 1 AND gone = 0',
  );
  const ofGroup = db.prepare(
    `SELECT * FROM file WHERE folder_id = ? AND group_key = ? AND current = 1 AND gone = 0 AND state IN ('settling', 'held')`,
  );
  const present = db.prepare(
    `SELECT COUNT(*) AS n FROM file WHERE folder_id = ? AND current = 1 AND gone = 0 AND state <> 'ignored'`,
  );
  const unsent = db.prepare(
    `SELECT problem_code FROM submission WHERE id = ? AND state IN ('rejected', 'withdrawn')`,
  );
  const takenBack = db.prepare("SELECT COUNT(*) AS n FROM submission WHERE id = ? AND state = 'withdrawn'");
  const looking = db.prepare(
    `SELECT * FROM file INDEXED BY file_look WHERE folder_id = ? AND inode = ? AND size = ? AND mtime_ms = ?
       AND state IN ('held', 'bound', 'duplicate', 'withdrawn') ORDER BY id DESC LIMIT 1`,
  );
  const last = db.prepare('SELECT COALESCE(MAX(id), 0) AS id FROM file');
  const insert = db.prepare(
    `INSERT INTO file (id, folder_id, path, name_key, size, mtime_ms, inode, sha256, group_key, state, ignored_by,
       problem_code, problem_detail, found_at)
     VALUES (1 + MAX((SELECT COALESCE(MAX(id), 0) FROM file),
         (SELECT COALESCE(MAX(CAST(value AS INTEGER)), 0) FROM station_state WHERE key = '${LAST_FORGOTTEN}')), @folderId, @path, @nameKey, @size, @mtimeMs, @inode, @sha256, @groupKey, @state, @by, @code, @detail, @now)
     RETURNING id`,
  );
  const restat = db.prepare(
    `UPDATE file SET path = @path, size = @size, mtime_ms = @mtimeMs, inode = @inode, gone = 0, current = 1 WHERE id = @id`,
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
    `UPDATE file SET state = 'bound', sha256 = @sha256, submission_id = @submission, message_id = @message,
       duplicate_of = NULL, parcel = NULL, problem_code = NULL, problem_detail = NULL, move_state = @move,
       move_next_at = @moveAt
     WHERE id = @id`,
  );
  const duplicate = db.prepare(
    `UPDATE file SET state = 'duplicate', sha256 = @sha256, duplicate_of = @of, parcel = @parcel,
       problem_code = 'file.duplicate', problem_detail = NULL
     WHERE id = @id`,
  );
  const holdEqual = db.prepare(
    `UPDATE file SET state = 'held', sha256 = @sha256, duplicate_of = @of, parcel = @parcel, problem_code = @code,
       problem_detail = NULL
     WHERE id = @id AND state IN ('settling', 'held')`,
  );
  const reopen = db.prepare(
    `UPDATE file SET state = 'settling', sha256 = NULL, duplicate_of = NULL, parcel = NULL, problem_code = NULL,
       problem_detail = NULL
     WHERE id = ? AND state IN ('held', 'duplicate')`,
  );
  const givenAgain = db.prepare(
    `UPDATE file SET state = 'withdrawn', problem_code = 'file.given-again', problem_detail = NULL, sha256 = NULL,
       parcel = NULL, current = 0
     WHERE path = @path AND folder_id IS NULL AND state = 'held' AND (sha256 IS NULL OR sha256 = @sha256)`,
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
    /** The version before this one that did not vanish before anything came of it, or null. */
    previous: (row: FileRow) => readOne(before, fileSchema, row.folder_id, row.name_key, row.id),
    /** Known files of a folder in pages, by name key. */
    knownAfter: (folderId: string, nameKey: string, limit: number) =>
      page
        .all(folderId, nameKey, limit)
        .map((row): KnownFile => (isKnown(row) ? row : knownSchema.parse(row))),
    /** Rows of everything below a directory that is no longer there (`0` is the character after `/`). */
    below: (folderId: string, nameKey: string) =>
      readAll(below, fileSchema, folderId, `${nameKey}/`, `${nameKey}0`),
    openOfGroup: (folderId: string, groupKey: string) => readAll(ofGroup, fileSchema, folderId, groupKey),
    /** The files that came to be one Task with this one, which is a duplicate or equals what was taken back, and did not go either. */
    ofParcel: (row: FileRow): FileRow[] =>
      row.parcel === null ? [row] : readAll(ofParcel, fileSchema, row.parcel),
    presentCount: (folderId: string) => readOne(present, countRow, folderId)?.n ?? 0,
    /** Whether the submission of a file made no Task: by somebody's decision, or because our copy was lost. */
    wentNowhere(row: FileRow): 'decided' | 'copy-lost' | null {
      const end = readOne(unsent, endRow, row.submission_id);
      if (end === null) return null;
      return end.problem_code === 'spool.missing' ? 'copy-lost' : 'decided';
    },
    wasTakenBack: (row: FileRow) => readOne(takenBack, countRow, row.submission_id)?.n === 1,
    /** The newest row of this very file, under whatever name, if it was dealt with or is held. */
    withLook: (folderId: string, { size, mtimeMs, inode }: FileStat) =>
      readOne(looking, fileSchema, folderId, inode, size, mtimeMs),
    /** The id of the newest row of all, or 0. */
    lastId: () => readOne(last, idRow)?.id ?? 0,
    insert(row: NewFileRow, now: number): number {
      const { fate: to, sha256, ...columns } = row;
      return readOne(insert, idRow, { ...columns, ...fateColumns(to), sha256: sha256 ?? null, now })?.id ?? 0;
    },
    /** The same version under a new look (touched, or written on before it was sent). */
    restat: (id: number, path: string, { size, mtimeMs, inode }: FileStat) =>
      void restat.run({ id, path, size, mtimeMs, inode }),
    /** Changes what becomes of a file that is not sent yet; does nothing to one that is dealt with. */
    setFate: (id: number, to: OpenFate) => void fate.run({ id, ...fateColumns(to) }),
    /** The last of so many that were there before the rule and wait for a decision, or `last` where there are not so many. */
    backlogUpTo: (folderId: string, part: { after: number; last: number; most: number }) =>
      readOne(backlogAt, idRow, { folderId, ...part })?.id ?? part.last,
    /** What was there before the rule and waits for a decision is sent where it, or the newest file of its group, is of this time or later, else left out. */
    releaseBacklog: (folderId: string, part: { from: number; after: number; upTo: number }) =>
      void backlog.run({ folderId, ...part }),
    setGroup: (id: number, groupKey: string | null) => void regroup.run(groupKey, id),
    setGone: (id: number, gone: boolean) => void setGone.run(gone ? 1 : 0, id),
    /**
     * It went before it was sent; retired unless its row is still to be found when it comes back. In one write: where the disk had
     * room for half of it, the file was waited for and forgotten at the same time.
     */
    vanish: (id: number, { detail, retired }: { detail: string | null; retired: boolean }) =>
      void vanish.run({ id, detail, retired: retired ? 1 : 0 }),
    /** This version is no longer what stands under its name. */
    retire: (id: number) => void retire.run(id),
    /**
     * Only for a row that turned out to be another row's own version, merely touched. No other file gets the number of the row: a
     * person who saw the number may decide later.
     */
    forget(id: number): void {
      ledger.transaction(() => {
        const before = readState(ledger, LAST_FORGOTTEN, z.int()) ?? 0;
        if (id > before) writeState(ledger, LAST_FORGOTTEN, id);
        remove.run(id);
      });
    },
    bind: (id: number, sha256: string, binding: Binding, now: number) =>
      void bind.run({
        id,
        sha256,
        submission: binding.to === 'submission' ? binding.id : null,
        message: binding.to === 'message' ? binding.id : null,
        move: binding.move ? 'due' : null,
        moveAt: binding.move ? now : null,
      }),
    /** A file that is alone in its parcel needs none. */
    markDuplicate: (id: number, sha256: string, of: string, parcel = id) =>
      void duplicate.run({ id, sha256, of, parcel }),
    /** It equals what was taken back: a person decides. */
    holdEqual: (id: number, equal: { sha256: string; of: string; parcel: number; code: ProblemCode }) =>
      void holdEqual.run({ id, ...equal }),
    /** A file that a person decided about is to be looked at anew, with the rest of its group. */
    reopen: (id: number) => void reopen.run(id),
    /**
     * What waits of a file that a person gave ends when that person gives the file again. Not where the waiting row is of another
     * document than `sha256`, as where a scanner writes each document under one name; null where the document could not be read.
     */
    giveAgain: (path: string, sha256: string | null) => void givenAgain.run({ path, sha256 }),
  };
}
export type Files = ReturnType<typeof createFiles>;
