import { z } from 'zod';
import { type ProblemCode, type ProblemOfRow, problemCodeSchema } from '../../contract/problem.ts';
import { accountStateSchema, HELD_CAUSES, type HeldCause } from '../../contract/views/common.ts';
import { OUTBOX_STATES } from '../ledger/tables/outbox-rows.ts';
import { PERHAPS_SENT } from '../ledger/tables/perhaps-sent.ts';
import { TASK_IS_GONE } from '../ledger/tasks/tasks.ts';
import { HELD_CAUSE } from './held-causes.ts';

export const fileRowSchema = z.object({
  id: z.int(),
  folder_id: z.string().nullable(),
  path: z.string(),
  size: z.int(),
  account: accountStateSchema,
  ignored_by: z.string().nullable(),
  duplicate_of: z.string().nullable(),
  found_at: z.int(),
  problem_code: problemCodeSchema.nullable(),
  problem_detail: z.string().nullable(),
  earlier_state: z.enum(OUTBOX_STATES).nullable(),
  earlier_perhaps: z.int().nullable(),
  earlier_gone: z.int().nullable(),
  cause: z.enum(HELD_CAUSES).nullable(),
});
type FileRow = z.infer<typeof fileRowSchema>;

/**
 * SQL columns that `fileProblem` needs: the state of the submission of which a file is a duplicate, whether the submission may be a Task,
 * whether its Task is gone, and why a file waits for a decision.
 */
export const OF_PROBLEM = `(SELECT state FROM submission WHERE submission.id = file.duplicate_of) AS earlier_state,
  (SELECT ${PERHAPS_SENT} FROM submission WHERE submission.id = file.duplicate_of) AS earlier_perhaps,
  (SELECT ${TASK_IS_GONE} FROM submission WHERE submission.id = file.duplicate_of) AS earlier_gone,
  CASE file.problem_code WHEN 'file.backlog' THEN ${HELD_CAUSE} END AS cause`;

const CODE_OF: Readonly<Record<HeldCause, ProblemCode>> = {
  before: 'file.backlog',
  doubt: 'file.backlog-doubt',
  'left-out': 'file.backlog-left-out',
  again: 'file.backlog-again',
  later: 'file.backlog-later',
};

/** Returns the problem of a file, or null. The problem of a duplicate depends on the outcome of the earlier submission. */
export function fileProblem(row: FileRow): ProblemOfRow | null {
  const { problem_code: code, problem_detail: detail } = row;
  const subject = row.folder_id === null ? 'drop' : 'folder';
  const hasEnded = row.earlier_state === 'rejected' || row.earlier_state === 'withdrawn';
  const isPerhaps = (hasEnded && row.earlier_perhaps === 1) || row.earlier_gone === 1;
  if (row.account === 'duplicate' && isPerhaps) return { code: 'file.perhaps-sent', detail: null, subject };
  if (row.account === 'duplicate' && row.earlier_state === 'rejected')
    return { code: 'file.duplicate-refused', detail: null, subject };
  const waits = row.account === 'duplicate' && row.earlier_state !== null && row.earlier_state !== 'accepted';
  if (waits && !hasEnded) return { code: 'file.duplicate-waits', detail: null, subject };
  // An empty file from before the rule shows why the file cannot be sent. Nothing is sent by a decision about an empty file.
  if (row.account === 'held' && code === 'file.backlog' && row.size === 0)
    return { code: 'file.empty', detail: null, subject };
  if (row.account === 'held' && code === 'file.backlog' && row.cause !== null)
    return { code: CODE_OF[row.cause], detail, subject };
  // The problem of a settling file only records an earlier decision of a person (`reopen` in `files.ts`).
  return code === null || row.account === 'settling' ? null : { code, detail, subject };
}

export function fileRowView(row: FileRow) {
  return {
    id: row.id,
    folder: row.folder_id,
    path: row.path,
    size: row.size,
    state: row.account,
    ignored_by: row.ignored_by,
    duplicate_of: row.duplicate_of,
    found_at: new Date(row.found_at).toISOString(),
  };
}
