import { z } from 'zod';
import { failureSchema } from '../result.ts';
import { accountSchema, isoTime, problemViewSchema } from './common.ts';
import { outboxRowSchema } from './outbox.ts';
import { taskRowViewSchema } from './task.ts';

/** The connection to the service (I10). */
export const connectionSchema = z.object({
  state: z.enum(['starting', 'connected', 'unreachable', 'needs-secret', 'stopped']),
  /** The start of the last tracking cycle that read the list of Tasks without a failure, or null. */
  confirmed_at: isoTime.nullable(),
  next_try_at: isoTime.nullable(),
  problem: problemViewSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** Items that need a person, counted. The list begins with the worst item. */
export const attentionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('engine-stopped'), failure: failureSchema }),
  z.object({ kind: z.literal('secret'), problem: problemViewSchema }),
  /** No request reaches the service until a person corrects the certificate or the proxy. */
  z.object({ kind: z.literal('network'), problem: problemViewSchema }),
  /** No copy of the record reaches the folder that the settings name for copies. */
  z.object({ kind: z.literal('copies'), problem: problemViewSchema }),
  z.object({ kind: z.literal('folder'), folder: z.string(), problem: problemViewSchema }),
  z.object({ kind: z.literal('waiting'), count: z.int(), longest_since: isoTime }),
  /** Unfinished Tasks that the service denies, by certainty. */
  z.object({ kind: z.literal('denied'), count: z.int(), problem: problemViewSchema }),
  z.object({ kind: z.literal('backlog'), folder: z.string(), count: z.int() }),
  /** Held files, by their shared problem; `backlog` counts the backlog. */
  z.object({ kind: z.literal('held'), count: z.int(), problem: problemViewSchema }),
  /** Submissions, answers and edits that the service rejected, by their shared problem. */
  z.object({ kind: z.literal('rejected'), count: z.int(), problem: problemViewSchema }),
  /** Submissions and answers that were not sent for a day. */
  z.object({ kind: z.literal('stuck'), count: z.int(), problem: problemViewSchema }),
  /** Tasks with a code that was not approved, and failed or invalid Tasks, whose follow-up is not marked done. */
  z.object({ kind: z.literal('not-approved'), count: z.int() }),
  z.object({ kind: z.literal('ended-badly'), count: z.int() }),
  /** Unsent drops. */
  z.object({ kind: z.literal('drop'), count: z.int() }),
]);
export type Attention = z.infer<typeof attentionSchema>;

const someTasks = z.object({ count: z.int(), tasks: z.array(taskRowViewSchema) });

/** All contents of the first screen. Each event carries the complete overview, so the renderer keeps no state of its own. */
export const overviewSchema = z.object({
  revision: z.int(),
  now: isoTime,
  station: z.string(),
  environment: z.string(),
  connection: connectionSchema,
  /** Whether the ledger could be read. If not, the following counts and lists say nothing. */
  recorded: z.boolean(),
  account: accountSchema,
  /** Unsent files in `account` that another station sends. Whether that station sent the files is not known here. */
  others_to_send: z.int(),
  /** Answers that the service has not accepted and whose Task still waits. */
  answers_not_out: z.int(),
  /** Folders that cannot be reached, so that their files are not known. */
  folders_unreachable: z.int(),
  /** Folders that were not scanned since the start, so that new files are not counted yet. */
  folders_unseen: z.int(),
  /** Folders that a person paused, so that new files are not sent. */
  folders_paused: z.int(),
  folders: z.int(),
  /** Everything that needs a person, worst first. */
  attention: z.array(attentionSchema),
  /** Queued, sending and unconfirmed rows; at most 50 rows are listed. */
  sending: z.object({ count: z.int(), rows: z.array(outboxRowSchema) }),
  checking: someTasks,
  /** Tasks that ended since midnight of this computer. */
  decided_today: z.object({
    count: z.int(),
    tasks: z.array(
      taskRowViewSchema.extend({
        /** When this station saw the end, if the service gives no date of the end (`invalid`); otherwise null. */
        seen_at: isoTime.nullable(),
      }),
    ),
    approved: z.int(),
    not_approved: z.int(),
    ended_badly: z.int(),
  }),
  tasks_known: z.int(),
});
export type Overview = z.infer<typeof overviewSchema>;
