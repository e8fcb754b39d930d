import { z } from 'zod';
import { failureSchema } from '../result.ts';
import { accountSchema, isoTime, problemViewSchema } from './common.ts';
import { outboxRowSchema } from './outbox.ts';
import { taskRowViewSchema } from './task.ts';

/** How this station stands to the service (I10). */
export const connectionSchema = z.object({
  state: z.enum(['starting', 'connected', 'unreachable', 'needs-secret', 'stopped']),
  /** When the service last told everything. */
  confirmed_at: isoTime.nullable(),
  next_try_at: isoTime.nullable(),
  problem: problemViewSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

/** What needs a person, counted. The worst comes first in the list. */
export const attentionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('engine-stopped'), failure: failureSchema }),
  z.object({ kind: z.literal('secret'), problem: problemViewSchema }),
  /** Nothing reaches the service until somebody mends what is in the way: a certificate, the proxy. */
  z.object({ kind: z.literal('network'), problem: problemViewSchema }),
  /** No copy of the record reaches the place that the settings name for copies. */
  z.object({ kind: z.literal('copies'), problem: problemViewSchema }),
  z.object({ kind: z.literal('folder'), folder: z.string(), problem: problemViewSchema }),
  z.object({ kind: z.literal('waiting'), count: z.int(), longest_since: isoTime }),
  /** Tasks without an end that the service denies having, by whether that is certain. */
  z.object({ kind: z.literal('denied'), count: z.int(), problem: problemViewSchema }),
  z.object({ kind: z.literal('backlog'), folder: z.string(), count: z.int() }),
  /** Files held, by the problem they share; the backlog is counted apart. */
  z.object({ kind: z.literal('held'), count: z.int(), problem: problemViewSchema }),
  /** Submissions, answers and edits that the service refused, by the problem they share. */
  z.object({ kind: z.literal('rejected'), count: z.int(), problem: problemViewSchema }),
  /** Submissions and answers that have not gone out for a day. */
  z.object({ kind: z.literal('stuck'), count: z.int(), problem: problemViewSchema }),
  /** Decided Tasks with a code not approved, or failed or invalid, whose follow-up is not marked done. */
  z.object({ kind: z.literal('not-approved'), count: z.int() }),
  z.object({ kind: z.literal('ended-badly'), count: z.int() }),
  /** Drops under review that were not sent yet. */
  z.object({ kind: z.literal('drop'), count: z.int() }),
]);
export type Attention = z.infer<typeof attentionSchema>;

const someTasks = z.object({ count: z.int(), tasks: z.array(taskRowViewSchema) });

/** Everything the first screen says. Pushed whole: the renderer keeps no truth of its own. */
export const overviewSchema = z.object({
  revision: z.int(),
  now: isoTime,
  station: z.string(),
  environment: z.string(),
  connection: connectionSchema,
  /** Whether the record could be read. Where not, what is counted and listed from here on says nothing. */
  recorded: z.boolean(),
  account: accountSchema,
  /** Files among `account` that were not sent from here, and that another station sends: whether that station did, is not known here. */
  others_to_send: z.int(),
  /** Answers of a person that the service has not taken, and for which its Task still waits. */
  answers_not_out: z.int(),
  /** Folders that were not reached: what lies there is not known. */
  folders_unreachable: z.int(),
  /** Folders not looked through since the start: what came in the meantime is not counted yet. */
  folders_unseen: z.int(),
  /** Folders that a person paused: what comes into them is not sent. */
  folders_paused: z.int(),
  folders: z.int(),
  /** Worst first. Whatever needs a person is here. */
  attention: z.array(attentionSchema),
  /** Under way, waiting for their turn, or unconfirmed; at most 50 are listed. */
  sending: z.object({ count: z.int(), rows: z.array(outboxRowSchema) }),
  checking: someTasks,
  /** Tasks that ended since midnight of this machine. */
  decided_today: z.object({
    count: z.int(),
    tasks: z.array(
      taskRowViewSchema.extend({
        /** When this station saw the end, where the service gives the end no date (`invalid`); else null. */
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
