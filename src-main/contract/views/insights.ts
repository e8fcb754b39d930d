import { z } from 'zod';
import { isoTime } from './common.ts';

const count = z.int().nonnegative();
const outcomes = { approved: count, not_approved: count };
/**
 * The time from the creation of a Task to its verdict, in seconds. One half of the times are at most `p50_seconds`, and 90% of the times
 * are at most `p90_seconds`. Null without a verdict.
 */
const durations = { p50_seconds: z.number().nullable(), p90_seconds: z.number().nullable() };

/** A kind of issue (docs/service.md 2.5). A null `key` means that the service gave no reason (I6). */
const reasonKind = {
  key: z.string().nullable(),
  property: z.string().nullable(),
  record_type: z.string().nullable(),
};
/** The most frequent messages of the service about issues of one kind, each with its number of occurrences. */
const words = z.array(z.object({ message: z.string(), count }));

/** The numbers of a period of local days. `from` and `to` are dates such as 2026-01-31; both days belong to the period. */
export const insightsSchema = z.object({
  from: z.string(),
  to: z.string(),
  as_of: isoTime.nullable(),
  /**
   * The Tasks that were created in the period. In `by_status`, a Task that the service no longer confirms has the status `denied` or `gone`
   * (I10). A Task that waits at the service and is not on the screen Waiting has the status `answered`, `set-aside` or `given-up`.
   */
  created: z.object({
    tasks: count,
    /** Days without a new Task are left out. */
    by_day: z.array(z.object({ day: z.string(), tasks: count })),
    by_status: z.array(z.object({ status: z.string(), tasks: count })),
  }),
  /** The Tasks that were completed in the period. `approved` and `not_approved` count the codes in the verdicts. */
  decided: z.object({
    /** The sum of the next five numbers. */
    tasks: count,
    /** The Tasks in which every code is approved. */
    tasks_approved: count,
    /** The Tasks in which a code is not approved. */
    tasks_not_approved: count,
    /**
     * The completed Tasks without a verdict in the ledger.
     * - `no_verdict`: The details of the Task contain no verdict.
     * - `not_loaded`: Clearfolder has not loaded the details yet.
     * - `deleted`: Retention deleted the details.
     */
    no_verdict: count,
    not_loaded: count,
    deleted: count,
    /** The Tasks among `tasks` that a person has corrected. A correction is a Task of its own. */
    tasks_corrected: count,
    ...outcomes,
    ...durations,
    by_code: z.array(z.object({ code: z.string(), ...outcomes, ...durations })),
    by_folder: z.array(
      z.object({
        /**
         * The id of the folder rule; null for Tasks of another station (`other_station` is true), and for documents that a person added by
         * hand.
         */
        folder: z.string().nullable(),
        other_station: z.boolean(),
        tasks: count,
        ...outcomes,
      }),
    ),
    /** The reasons for codes that were not approved. A code with several reasons is counted once for each reason. */
    by_reason: z.array(z.object({ ...reasonKind, not_approved: count, tasks: count, words })),
  }),
  /**
   * The waits that began in the period and whose details were loaded. A wait is a time in which a Task waited for an answer. A wait with
   * several issues is counted once for each issue.
   */
  waiting: z.object({
    waits: count,
    by_reason: z.array(z.object({ ...reasonKind, waits: count, tasks: count, words })),
  }),
});
export type Insights = z.infer<typeof insightsSchema>;
