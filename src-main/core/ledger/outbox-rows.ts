import { z } from 'zod';
import type { Problem } from '../../contract/problem.ts';

/* What the tables `submission` and `message` have in common. */

/** Where a row that is not finished goes next. */
export interface NextTry {
  readonly nextAt: number;
  readonly failures: number;
  readonly problem: Problem | null;
}

/** Written out wherever rows are looked for by time: SQLite uses the partial index only for this very condition. */
export const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;

/** What was proven not to arrive, for a reason on the way to the service. */
export const NEVER_ARRIVED = `(problem_code = 'service.unreachable' OR problem_code GLOB 'network.*')`;

/** What never left because the service could not be reached: as soon as it answers, nothing is gained by waiting longer. */
export const bringForwardIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET next_at = @now
   WHERE ${OPEN} AND state = 'queued' AND ${NEVER_ARRIVED} AND next_at > @now`;

/** Sets a problem (or none) from `problemColumns`, and since when there has been one. */
export const SET_PROBLEM = `problem_code = @code, problem_detail = @detail,
  problem_since = CASE WHEN @code IS NULL THEN NULL ELSE COALESCE(problem_since, @now) END`;

export function problemColumns(problem: Problem | null) {
  return { code: problem?.code ?? null, detail: problem?.detail ?? null };
}

export const idSchema = z.object({ id: z.string() });
export const countSchema = z.object({ count: z.int() });
export const spoolSchema = z.object({ spool_name: z.string() });
