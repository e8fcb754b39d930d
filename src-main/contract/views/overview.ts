import { z } from 'zod';
import { failureSchema } from '../result.ts';
import { accountSchema, heldCausesSchema, isoTime, problemViewSchema } from './common.ts';
import { outboxRowSchema } from './outbox.ts';
import { toldStateSchema } from './station-state.ts';
import { taskRowViewSchema } from './task.ts';

export const connectionSchema = z.object({
  state: z.enum(['starting', 'connected', 'unreachable', 'needs-secret', 'stopped']),
  /**
   * The time of the oldest last check of an open Task by its uuid. Without an open Task, the start of the last tracking cycle that read the
   * list of Tasks without an error; null before the first such cycle.
   */
  confirmed_at: isoTime.nullable(),
  next_try_at: isoTime.nullable(),
  problem: problemViewSchema.nullable(),
});
export type Connection = z.infer<typeof connectionSchema>;

export const attentionSchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('engine-stopped'), failure: failureSchema }),
  /** The ledger takes no write, or does not have every found file. Nothing is sent, and new files are not counted yet (I1). */
  z.object({ kind: z.literal('unwritable'), problem: problemViewSchema }),
  z.object({ kind: z.literal('secret'), problem: problemViewSchema }),
  z.object({ kind: z.literal('network'), problem: problemViewSchema }),
  /** The clock of this computer differs from the clock of the service by minutes. */
  z.object({ kind: z.literal('clock'), problem: problemViewSchema }),
  z.object({ kind: z.literal('stations'), problem: problemViewSchema }),
  z.object({ kind: z.literal('copies'), problem: problemViewSchema }),
  z.object({ kind: z.literal('callbacks'), problem: problemViewSchema }),
  z.object({ kind: z.literal('folder'), folder: z.string(), problem: problemViewSchema }),
  /** A folder whose documents go out, but in which Clearfolder cannot move sent files, or cannot keep the answer folders. */
  z.object({ kind: z.literal('upkeep'), folder: z.string(), problem: problemViewSchema }),
  /** Acts of people that failed after the time for Undo, until a person dismisses them. `failure` is that of the act `newest`. */
  z.object({ kind: z.literal('failed-act'), count: z.int(), newest: z.int(), failure: failureSchema }),
  /** Files and folders that Clearfolder cannot look at: no right to open, an illegible name, or a path that is too long. */
  z.object({ kind: z.literal('unreadable'), folder: z.string(), count: z.int() }),
  /** The service has Tasks of this station that the ledger lacked. Documents from folders wait for the decision of a person (I2). */
  z.object({ kind: z.literal('record'), problem: problemViewSchema }),
  /** Pairs of Tasks that the service made of one submission, without a decision of a person. `task` is a Task of the oldest pair. */
  z.object({ kind: z.literal('twin'), count: z.int(), task: z.string() }),
  z.object({ kind: z.literal('waiting'), count: z.int(), longest_since: isoTime }),
  /** Unfinished Tasks that the service no longer confirms. `problem` says whether the Tasks are gone, or only not confirmed (I10). */
  z.object({ kind: z.literal('denied'), count: z.int(), problem: problemViewSchema }),
  /** Held files that wait for a person's decision whether to send the files. */
  z.object({
    kind: z.literal('backlog'),
    folder: z.string(),
    count: z.int(),
    causes: heldCausesSchema,
  }),
  /** Held files with the same problem. Files that wait for a person's decision are not counted here; empty files are. */
  z.object({ kind: z.literal('held'), count: z.int(), problem: problemViewSchema }),
  z.object({ kind: z.literal('rejected'), count: z.int(), problem: problemViewSchema }),
  /** Unfinished submissions and messages that have had a problem for a day, or for an hour if the look-ups at the service prove nothing. */
  z.object({ kind: z.literal('stuck'), count: z.int(), problem: problemViewSchema }),
  /**
   * Tasks whose documents disagree about the patient. A Task does not count if a person corrected the Task, gave it up or marked its
   * follow-up as done. `task` is the oldest of these Tasks.
   */
  z.object({ kind: z.literal('wrong-patient'), count: z.int(), task: z.string() }),
  /**
   * Corrected Tasks whose documents disagree about the patient and whose follow-up is not marked as done: a person still has to report the
   * document of another patient. `task` is the oldest of these Tasks.
   */
  z.object({ kind: z.literal('corrected-patient'), count: z.int(), task: z.string() }),
  /** Completed Tasks in which a code was not approved, and whose follow-up is not marked as done. A corrected Task does not count. */
  z.object({ kind: z.literal('not-approved'), count: z.int() }),
  /** Failed and invalid Tasks whose follow-up is not marked as done. A corrected Task does not count. */
  z.object({ kind: z.literal('ended-badly'), count: z.int() }),
  z.object({ kind: z.literal('drop'), count: z.int() }),
]);
export type Attention = z.infer<typeof attentionSchema>;
export const attentionKindSchema = z.enum(attentionSchema.options.map(({ shape }) => shape.kind.value));

const someTasks = z.object({ count: z.int(), tasks: z.array(taskRowViewSchema) });

/** The contents of the Today screen. Each event `overview` contains all contents, so the renderer stores no state of its own. */
export const overviewSchema = z.object({
  revision: z.int(),
  now: isoTime,
  station: z.string(),
  environment: z.string(),
  /** The worst state that applies. The tray, `status`, `/readyz`, the metrics and the system check show this state. */
  state: toldStateSchema,
  connection: connectionSchema,
  /**
   * Whether the engine has compared the ledger with the list of the service since its start. Before, no file of a folder is sent, so a file
   * in the state `settling` may be complete.
   */
  compared: z.boolean(),
  /** Whether the ledger could be read. If false, the counts and lists below have no meaning. */
  recorded: z.boolean(),
  account: accountSchema,
  /** The number of files in the folders that the ledger does not have, because a write failed. `account` does not count these files. */
  files_unrecorded: z.int(),
  /** The number of files that this station leaves to another station. The other station may have sent some of these files. */
  others_to_send: z.int(),
  /** The part of `others_to_send` that is in the state `settling`. */
  others_settling: z.int(),
  /** The number of unfinished answers, and of rejected answers that wait for the decision of a person. */
  answers_not_out: z.int(),
  folders_unreachable: z.int(),
  /** The number of folders that Clearfolder has not scanned since the engine started. New files in these folders are not counted yet. */
  folders_unseen: z.int(),
  folders_paused: z.int(),
  /** The number of folders that Clearfolder has not scanned since the engine started, also because a folder cannot be reached. */
  folders_unscanned: z.int(),
  folders: z.int(),
  /** The lanes of the outbox that are paused, without a pause of all lanes, which `connection` tells. */
  lanes_paused: z.array(z.object({ lane: z.string(), problem: problemViewSchema })),
  /** Whether other stations share folders or a database with this station. The app shows the screen Stations only if this is true. */
  stations_shared: z.boolean(),
  /** The items that need a person; the most urgent item comes first. */
  attention: z.array(attentionSchema),
  /** `count` is the number of queued, sending and unconfirmed rows of the outbox. `rows` contains at most 50 of these rows. */
  sending: z.object({ count: z.int(), rows: z.array(outboxRowSchema) }),
  checking: someTasks,
  /** Tasks that ended since local midnight. */
  decided_today: z.object({
    count: z.int(),
    tasks: z.array(
      taskRowViewSchema.extend({
        /** The time at which this station saw the status `invalid`, because the service gives no date of the status; otherwise null. */
        seen_at: isoTime.nullable(),
      }),
    ),
    approved: z.int(),
    not_approved: z.int(),
    ended_badly: z.int(),
    not_loaded: z.int(),
  }),
  tasks_known: z.int(),
  /**
   * The numbers of waiting Tasks that the staff set aside until a day, and that the staff gave up. The item `waiting` of `attention` does
   * not count these Tasks.
   */
  tasks_set_aside: z.int(),
  tasks_given_up: z.int(),
});
export type Overview = z.infer<typeof overviewSchema>;
