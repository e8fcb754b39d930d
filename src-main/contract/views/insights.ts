import { z } from 'zod';
import { isoTime } from './common.ts';

const count = z.int().nonnegative();
const outcomes = { approved: count, not_approved: count };
/** The seconds from the creation of a Task to its verdict: of one half of the verdicts, and of 90 %, the time is at most this. */
const durations = { p50_seconds: z.number().nullable(), p90_seconds: z.number().nullable() };

/** A kind of issue (docs/service.md 2.5). A null `key` means that the service gave no reason (I6). */
const reasonKind = {
  key: z.string().nullable(),
  property: z.string().nullable(),
  record_type: z.string().nullable(),
};
/** The most frequent messages of the service for one kind of issue. */
const words = z.array(z.object({ message: z.string(), count }));

/** The counts of a period of local days. `from` and `to` are dates such as 2026-01-31, and both days are included. */
export const insightsSchema = z.object({
  from: z.string(),
  to: z.string(),
  as_of: isoTime.nullable(),
  /** The Tasks that were created in the period. A Task that the service denies has the status `denied` or `gone` (I10). */
  created: z.object({
    tasks: count,
    /** Days without a new Task are left out. */
    by_day: z.array(z.object({ day: z.string(), tasks: count })),
    by_status: z.array(z.object({ status: z.string(), tasks: count })),
  }),
  /** The Tasks that were completed in the period. `approved` and `not_approved` count codes. */
  decided: z.object({
    tasks: count,
    /** The Tasks without verdicts: the service gave none, the details are not loaded yet, or retention deleted the details. */
    no_verdict: count,
    not_loaded: count,
    deleted: count,
    ...outcomes,
    ...durations,
    by_code: z.array(z.object({ code: z.string(), ...outcomes, ...durations })),
    by_folder: z.array(
      z.object({
        /** The id of the folder rule; null for Tasks of other stations and for documents that were added by hand. */
        folder: z.string().nullable(),
        other_station: z.boolean(),
        ...outcomes,
      }),
    ),
    /** Why codes were not approved. A code with several reasons counts for each of them. */
    by_reason: z.array(z.object({ ...reasonKind, not_approved: count, words })),
  }),
  /** The waits that began in the period and of which the details were loaded. A wait with several issues counts for each of them. */
  waiting: z.object({
    waits: count,
    by_reason: z.array(z.object({ ...reasonKind, waits: count, words })),
  }),
});
export type Insights = z.infer<typeof insightsSchema>;
