import { z } from 'zod';
import type { Problem } from '../../../contract/problem.ts';
import { type Ledger, readAll, readOne } from '../db/ledger.ts';
import {
  addSentFiles,
  bringForwardIn,
  countSchema,
  ENDED,
  idSchema,
  LANES,
  type MessageLane,
  type MessagePayload,
  type MessageProgress,
  type MessageRow,
  messageSchema,
  type NewFile,
  type NextTry,
  OPEN,
  outboxStateSchema,
  problemColumns,
  SET_PROBLEM,
  type SentFileRow,
  sentFileSchema,
  spoolSchema,
  troubledSinceNowIn,
  waitFromNowIn,
} from './outbox-rows.ts';

export interface NewMessage {
  readonly id: string;
  readonly taskUuid: string;
  readonly payload: MessagePayload;
  readonly files: readonly NewFile[];
  /** Who asked for the message: a person's account name, or `station`. */
  readonly actor: string;
  /** The message is not sent before this time (milliseconds since the epoch), and can be withdrawn until then. */
  readonly notBefore?: number;
}

function laneOf(payload: MessagePayload): MessageLane {
  switch (payload.kind) {
    case 'answer':
      return 'answers';
    case 'name':
    case 'cleared':
    case 'external-id':
      return 'edits';
    case 'event':
      return 'events';
  }
}

/** Adds an answer, edit or event as a durable row, ready to be sent (I5). */
export function addMessage(ledger: Ledger, message: NewMessage, now: number): void {
  ledger.transaction(() => {
    ledger.db
      .prepare(
        `INSERT INTO message (id, lane, task_uuid, payload, state, next_at, actor, created_at)
         VALUES (?, ?, ?, ?, 'queued', ?, ?, ?)`,
      )
      .run(
        message.id,
        laneOf(message.payload),
        message.taskUuid,
        JSON.stringify(message.payload),
        message.notBefore ?? now,
        message.actor,
        now,
      );
    addSentFiles(ledger, 'message', message.id, message.files);
  });
}

/** The oldest unfinished message of a Task: the only message of the Task that may be sent. */
const headSchema = z.object({
  seq: z.int(),
  id: z.string(),
  lane: z.enum(LANES),
  task_uuid: z.string(),
  state: outboxStateSchema,
  next_at: z.int(),
});
export type MessageHead = z.infer<typeof headSchema>;

/** The latest time in a row. The row has waited at least since then. */
const NOTED = 'MAX(created_at, COALESCE(first_sent_at, 0), COALESCE(problem_since, 0))';

/** The table `message` for the outbox. A change returns false if the row is not in a state that allows the change. */
export type MessageTable = ReturnType<typeof messageTable>;

export function messageTable(ledger: Ledger) {
  const { db } = ledger;
  const get = db.prepare('SELECT * FROM message WHERE id = ?');
  const files = db.prepare('SELECT * FROM message_file WHERE message_id = ? ORDER BY position');
  // With MIN() SQLite takes the other columns from the row with the minimum. Without INDEXED BY SQLite would read every message of all
  // time at each call.
  const heads = db.prepare(
    `SELECT MIN(seq) AS seq, id, lane, task_uuid, state, next_at FROM message INDEXED BY message_due
     WHERE ${OPEN} GROUP BY task_uuid ORDER BY seq`,
  );
  const open = db.prepare(`SELECT id FROM message INDEXED BY message_due WHERE ${OPEN} ORDER BY seq`);
  const rejected = db.prepare(`SELECT id FROM message WHERE state = 'rejected' ORDER BY seq`);
  const anyOpen = db.prepare(`SELECT EXISTS (SELECT 1 FROM message WHERE ${OPEN}) AS count`);
  const laterEdit = db.prepare(
    `SELECT COUNT(*) AS count FROM message WHERE task_uuid = @task AND seq > @seq AND ${OPEN}
       AND next_at <= @now AND json_extract(payload, '$.kind') = @kind`,
  );
  const takenEdit = db.prepare(
    `SELECT COUNT(*) AS count FROM message WHERE task_uuid = @task AND seq > @seq AND ${ENDED} AND state = 'accepted'
       AND lane = 'edits' AND json_extract(payload, '$.kind') = @kind`,
  );
  const spooled = db.prepare(
    'SELECT DISTINCT spool_name FROM message_file WHERE message_id = ? AND spool_name IS NOT NULL',
  );
  const forgetSpool = db.prepare('UPDATE message_file SET spool_name = NULL WHERE message_id = ?');
  const beginSending = db.prepare(
    `UPDATE message SET state = 'sending', attempts = attempts + 1, progress = @progress,
       first_sent_at = COALESCE(first_sent_at, @now) WHERE id = @id AND ${OPEN}`,
  );
  const accept = db.prepare(
    `UPDATE message SET state = 'accepted', ended_at = @now, failures = 0, progress = @progress,
       problem_code = @code, problem_detail = @detail, problem_since = NULL WHERE id = @id AND ${OPEN}`,
  );
  const again = db.prepare(
    `UPDATE message SET state = @state, next_at = @nextAt, failures = @failures, progress = @progress, ${SET_PROBLEM}
     WHERE id = @id AND ${OPEN}`,
  );
  const saveProgress = db.prepare(`UPDATE message SET progress = @progress WHERE id = @id AND ${OPEN}`);
  const reject = db.prepare(
    `UPDATE message SET state = 'rejected', ended_at = @now, progress = @progress, ${SET_PROBLEM}
     WHERE id = @id AND ${OPEN}`,
  );
  const withdraw = db.prepare(
    `UPDATE message SET state = 'withdrawn', ended_at = @now WHERE id = @id AND state IN ('queued', 'rejected')`,
  );
  const bringForward = db.prepare(bringForwardIn('message'));
  const reopen = db.prepare(
    `UPDATE message SET state = @state, next_at = @now, failures = 0, ended_at = NULL,
       progress = json_remove(progress, '$.notWaitingSince'),
       problem_code = NULL, problem_detail = NULL, problem_since = NULL WHERE id = @id AND state = @from`,
  );
  const fault = db.prepare(
    `UPDATE message SET next_at = @nextAt, failures = failures + 1, ${SET_PROBLEM},
       progress = CASE state WHEN 'sending' THEN json_set(progress, '$.outcomeUnknown', json('true')) ELSE progress END,
       state = CASE state WHEN 'sending' THEN 'unconfirmed' ELSE state END
     WHERE id = @id AND ${OPEN}`,
  );
  const interrupted = db.prepare(
    `UPDATE message SET state = 'unconfirmed', next_at = @now,
       progress = json_set(progress, '$.outcomeUnknown', json('true')),
       problem_code = 'service.no-answer', problem_detail = NULL, problem_since = COALESCE(problem_since, @now)
     WHERE ${OPEN} AND state = 'sending'`,
  );
  const waitFromNow = db.prepare(waitFromNowIn('message', NOTED));
  const troubledSinceNow = db.prepare(troubledSinceNowIn('message'));
  const shift = db.prepare(
    `UPDATE message SET next_at = MAX(0, next_at + @by) WHERE ${OPEN} AND next_at > @now`,
  );

  const count = (statement: typeof anyOpen, ...parameters: unknown[]) =>
    readOne(statement, countSchema, ...parameters)?.count ?? 0;
  const json = (progress: MessageProgress) => JSON.stringify(progress);

  return {
    get: (id: string): MessageRow | null => readOne(get, messageSchema, id),
    files: (id: string): SentFileRow[] => readAll(files, sentFileSchema, id),
    /** The oldest unfinished message of each Task, whatever the time. */
    heads: (): MessageHead[] => readAll(heads, headSchema),
    openIds: (): string[] => readAll(open, idSchema).map((row) => row.id),
    rejectedIds: (): string[] => readAll(rejected, idSchema).map((row) => row.id),
    anyOpen: () => count(anyOpen) > 0,
    /** Whether a later message sets the same property of the Task, and can no longer be withdrawn. */
    superseded: (row: MessageRow, now: number) =>
      count(laterEdit, { task: row.task_uuid, seq: row.seq, kind: row.payload.kind, now }) > 0,
    /** Whether the service has accepted a later message that sets the same property of the Task. */
    replaced: ({ task_uuid: task, seq, payload: { kind } }: MessageRow) =>
      count(takenEdit, { task, seq, kind }) > 0,
    spoolNames: (id: string): string[] => readAll(spooled, spoolSchema, id).map((row) => row.spool_name),
    forgetSpool: (id: string): void => void forgetSpool.run(id),
    beginSending: (id: string, progress: MessageProgress, now: number) =>
      beginSending.run({ id, progress: json(progress), now }).changes === 1,
    saveProgress: (id: string, progress: MessageProgress): void =>
      void saveProgress.run({ id, progress: json(progress) }),
    accept: (id: string, progress: MessageProgress, note: Problem | null, now: number) =>
      accept.run({ id, progress: json(progress), now, ...problemColumns(note) }).changes === 1,
    again: (
      id: string,
      state: 'queued' | 'unconfirmed',
      progress: MessageProgress,
      { nextAt, failures, problem }: NextTry,
      now: number,
    ) =>
      again.run({ id, state, progress: json(progress), nextAt, failures, now, ...problemColumns(problem) })
        .changes === 1,
    reject: (id: string, progress: MessageProgress, problem: Problem, now: number) =>
      reject.run({ id, progress: json(progress), now, ...problemColumns(problem) }).changes === 1,
    withdraw: (id: string, now: number) => withdraw.run({ id, now }).changes === 1,
    /** Makes messages due now that could not reach the service. Returns how many. */
    bringForward: (now: number) => bringForward.run({ now }).changes,
    reopen: (
      id: string,
      from: 'queued' | 'unconfirmed' | 'rejected',
      state: 'queued' | 'unconfirmed',
      now: number,
    ) => reopen.run({ id, from, state, now }).changes === 1,
    fault: (id: string, problem: Problem, at: number, now: number): void =>
      void fault.run({ id, nextAt: at, now, ...problemColumns(problem) }),
    /** The outcome of messages that the previous run left in *sending* is unknown. No wait is longer than `longestMs`. */
    recover: (now: number, longestMs: number): void => {
      interrupted.run({ now });
      waitFromNow.run({ now, longest: longestMs });
      troubledSinceNow.run({ now });
    },
    shift: (by: number, now: number): void => {
      shift.run({ by, now });
      troubledSinceNow.run({ now });
    },
  };
}
