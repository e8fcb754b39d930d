import { z } from 'zod';
import type { Problem } from '../../../contract/problem.ts';

/* What the tables `submission` and `message` have in common. */

/** Where a row that is not finished goes next. */
export interface NextTry {
  readonly nextAt: number;
  readonly failures: number;
  readonly problem: Problem | null;
}

/** The conditions of the partial indexes, written out wherever these are to be used: SQLite does so for its very own condition only. */
export const OPEN = `state IN ('queued', 'sending', 'unconfirmed')`;
export const ENDED = `state IN ('accepted', 'rejected', 'withdrawn')`;

/** What was proven not to arrive, for a reason on the way to the service. */
export const NEVER_ARRIVED = `(problem_code = 'service.unreachable' OR problem_code GLOB 'network.*')`;

/** What never left because the service could not be reached: as soon as it answers, nothing is gained by waiting longer. */
export const bringForwardIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET next_at = @now
   WHERE ${OPEN} AND state = 'queued' AND ${NEVER_ARRIVED} AND next_at > @now`;

/**
 * A wait that was written while the clock was ahead lasts from now as long as it was meant to, counted from the latest time that
 * its row notes (so does the time in which something can be taken back); and none lasts longer than any may. Once mended, it ends before what the row notes, and is left alone.
 */
export const waitFromNowIn = (table: 'submission' | 'message', noted: string) =>
  `UPDATE ${table} SET next_at = @now + MIN(@longest, MAX(0, next_at - MAX(@now, ${noted})))
   WHERE ${OPEN} AND next_at > @now AND (next_at > @now + @longest OR (${noted} > @now AND next_at >= ${noted}))`;

/** No trouble began in the future: what needs attention would not be shown until then. */
export const troubledSinceNowIn = (table: 'submission' | 'message') =>
  `UPDATE ${table} SET problem_since = @now WHERE ${OPEN} AND problem_since > @now`;

/** Sets a problem (or none) from `problemColumns`, and since when there has been one. */
export const SET_PROBLEM = `problem_code = @code, problem_detail = @detail,
  problem_since = CASE WHEN @code IS NULL THEN NULL ELSE COALESCE(problem_since, @now) END`;

export function problemColumns(problem: Problem | null) {
  return { code: problem?.code ?? null, detail: problem?.detail ?? null };
}

export const idSchema = z.object({ id: z.string() });
export const countSchema = z.object({ count: z.int() });
export const spoolSchema = z.object({ spool_name: z.string() });
