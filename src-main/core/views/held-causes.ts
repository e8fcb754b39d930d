import { z } from 'zod';
import { HELD_CAUSES, type HeldCauses } from '../../contract/views/common.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { WAITS_FOR_DECISION } from '../ledger/tables/files.ts';

const KIND = `CASE WHEN earlier.state = 'withdrawn' AND earlier.problem_code = 'file.left-out' THEN 'left-out' ELSE 'again' END`;

/**
 * SQL expression: why a row `file` with the problem `file.backlog` waits for a decision. A file that was found after the folder was listed
 * waits because of an earlier file with the same name, or with the same inode and size (`beginning` in `file-row.ts`).
 */
export const HELD_CAUSE = `CASE
  WHEN file.problem_detail IS NOT NULL THEN 'doubt'
  WHEN file.found_at <= COALESCE((SELECT backlog_listed_at FROM folder WHERE folder.id = file.folder_id), file.found_at) THEN 'before'
  ELSE COALESCE(
    (SELECT ${KIND} FROM main.file AS earlier
     WHERE earlier.folder_id = file.folder_id AND earlier.name_key = file.name_key AND earlier.id < file.id
     ORDER BY earlier.id DESC LIMIT 1),
    (SELECT ${KIND} FROM main.file AS earlier
     WHERE earlier.folder_id = file.folder_id AND earlier.inode = file.inode AND earlier.size = file.size AND earlier.id < file.id
       AND earlier.state IN ('held', 'bound', 'duplicate', 'withdrawn')
     ORDER BY earlier.id DESC LIMIT 1),
    'later')
  END`;

const rowSchema = z.object({ folder: z.string(), cause: z.enum(HELD_CAUSES), count: z.int() });

interface Undecided {
  readonly folder: string;
  readonly count: number;
  readonly causes: HeldCauses;
}

/** Counts the files of each folder that wait for a person's decision. Every screen shows these counts. The largest count comes first. */
export function undecidedFiles(ledger: Ledger): Undecided[] {
  const rows = readAll(
    ledger.db.prepare(
      `SELECT folder_id AS folder, ${HELD_CAUSE} AS cause, COUNT(*) AS count FROM file
       WHERE ${WAITS_FOR_DECISION} AND folder_id IS NOT NULL GROUP BY folder_id, cause ORDER BY count DESC`,
    ),
    rowSchema,
  );
  return [...Map.groupBy(rows, ({ folder }) => folder)]
    .map(([folder, of]) => ({
      folder,
      count: of.reduce((sum, { count }) => sum + count, 0),
      causes: of.map(({ cause, count }) => ({ cause, count })),
    }))
    .toSorted((one, other) => other.count - one.count);
}
