import { z } from 'zod';
import type { Problem } from '../../../contract/problem.ts';
import { type Ledger, readAll, readColumn } from '../db/ledger.ts';
import { itemsOf } from '../tasks/snapshots.ts';
import {
  addSentFiles,
  ENDED,
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
  outboxTable,
  problemColumns,
  SET_PROBLEM,
} from './outbox-rows.ts';

export interface NewMessage {
  readonly id: string;
  readonly taskUuid: string;
  readonly payload: MessagePayload;
  readonly files: readonly NewFile[];
  /** The account name of the person who requested the message, or `station`. */
  readonly actor: string;
  /** The end of the undo time in milliseconds since the epoch. Until then, the message is not sent. */
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

// The items that the Task has when an answer is added. If the ledger is put back to this time, an item that came later shows that the
// answer was sent.
function progressAtFirst(ledger: Ledger, { payload, taskUuid }: NewMessage): MessageProgress {
  const knownItems = payload.kind === 'answer' ? itemsOf(ledger, taskUuid) : null;
  return knownItems === null ? {} : { knownItems };
}

/** Adds an answer, edit or event as a durable row, ready to be sent (I5). */
export function addMessage(ledger: Ledger, message: NewMessage, now: number): void {
  ledger.transaction(() => {
    ledger.db
      .prepare(
        `INSERT INTO message (id, lane, task_uuid, payload, progress, state, next_at, actor, created_at)
         VALUES (?, ?, ?, ?, ?, 'queued', ?, ?, ?)`,
      )
      .run(
        message.id,
        laneOf(message.payload),
        message.taskUuid,
        JSON.stringify(message.payload),
        JSON.stringify(progressAtFirst(ledger, message)),
        message.notBefore ?? now,
        message.actor,
        now,
      );
    addSentFiles(ledger, 'message', message.id, message.files);
  });
}

/** The oldest unfinished message of a Task. The other messages of the Task wait until this message has ended. */
const headSchema = z.object({
  seq: z.int(),
  id: z.string(),
  lane: z.enum(LANES),
  task_uuid: z.string(),
  state: outboxStateSchema,
  next_at: z.int(),
});
export type MessageHead = z.infer<typeof headSchema>;

/**
 * SQL condition of `message`: the service refused the answer, and no person has decided what becomes of its documents and data. A request to
 * resume has neither, so the request is settled once the Task waits no longer.
 */
export const UNDECIDED_ANSWER = `${ENDED} AND state = 'rejected' AND lane = 'answers'
  AND (json_extract(payload, '$.data') IS NOT NULL OR EXISTS (SELECT 1 FROM message_file WHERE message_id = message.id)
    OR task_uuid IN (SELECT uuid FROM task WHERE status = 'waiting'))`;

/** The functions of the outbox for the table `message`. A change returns false if the state of the row does not allow the change. */
export type MessageTable = ReturnType<typeof messageTable>;

const OUTCOME_UNKNOWN = `json_set(progress, '$.outcomeUnknown', json('true'))`;

export function messageTable(ledger: Ledger) {
  const { rows, change, count } = outboxTable(ledger, 'message', messageSchema, {
    setOnReopen: `progress = json_remove(progress, '$.notWaitingSince'),
       problem_code = NULL, problem_detail = NULL, problem_since = NULL`,
    setOnFault: `${SET_PROBLEM}, progress = CASE state WHEN 'sending' THEN ${OUTCOME_UNKNOWN} ELSE progress END`,
    setOnInterrupt: `progress = ${OUTCOME_UNKNOWN}`,
  });
  const json = (progress: MessageProgress) => JSON.stringify(progress);

  return {
    ...rows,
    /** Returns the oldest unfinished message of each Task, even if the message is not due yet. */
    heads: (): MessageHead[] =>
      // With MIN(), SQLite takes the other columns from the row with the minimum. Without INDEXED BY, SQLite would read every message.
      readAll(
        ledger.prepared(
          `SELECT MIN(seq) AS seq, id, lane, task_uuid, state, next_at FROM message INDEXED BY message_due
           WHERE ${OPEN} GROUP BY task_uuid ORDER BY seq`,
        ),
        headSchema,
      ),
    /** Whether a later unfinished message, whose undo time is over, sets the same property of the Task. */
    superseded: ({ task_uuid: task, seq, payload: { kind } }: MessageRow, now: number) =>
      count(
        `SELECT COUNT(*) FROM message WHERE task_uuid = @task AND seq > @seq AND ${OPEN}
           AND next_at <= @now AND json_extract(payload, '$.kind') = @kind`,
        { task, seq, kind, now },
      ) > 0,
    replaced: ({ task_uuid: task, seq, payload: { kind } }: MessageRow) =>
      count(
        `SELECT COUNT(*) FROM message WHERE task_uuid = @task AND seq > @seq AND ${ENDED} AND state = 'accepted'
           AND lane = 'edits' AND json_extract(payload, '$.kind') = @kind`,
        { task, seq, kind },
      ) > 0,
    /** Returns the uuids of the data items that other answers of the Task have. */
    itemsOfOthers: ({ task_uuid: task, id }: MessageRow): string[] =>
      readColumn(
        ledger.prepared(
          `SELECT json_extract(progress, '$.dataItemUuid') FROM message
           WHERE task_uuid = ? AND id <> ? AND json_extract(progress, '$.dataItemUuid') IS NOT NULL`,
        ),
        z.string(),
        task,
        id,
      ),
    beginSending: (id: string, progress: MessageProgress, now: number) =>
      change(
        `UPDATE message SET state = 'sending', attempts = attempts + 1, progress = @progress,
           first_sent_at = COALESCE(first_sent_at, @now) WHERE id = @id AND ${OPEN}`,
        { id, progress: json(progress), now },
      ),
    saveProgress: (id: string, progress: MessageProgress): void =>
      void change(`UPDATE message SET progress = @progress WHERE id = @id AND ${OPEN}`, {
        id,
        progress: json(progress),
      }),
    accept: (id: string, progress: MessageProgress, note: Problem | null, now: number) =>
      change(
        `UPDATE message SET state = 'accepted', ended_at = @now, failures = 0, progress = @progress,
           problem_code = @code, problem_detail = @detail, problem_since = NULL WHERE id = @id AND ${OPEN}`,
        { id, progress: json(progress), now, ...problemColumns(note) },
      ),
    again: (
      id: string,
      state: 'queued' | 'unconfirmed',
      progress: MessageProgress,
      { nextAt, failures, problem }: NextTry,
      now: number,
    ) =>
      change(
        `UPDATE message SET state = @state, next_at = @nextAt, failures = @failures, progress = @progress, ${SET_PROBLEM}
         WHERE id = @id AND ${OPEN}`,
        { id, state, progress: json(progress), nextAt, failures, now, ...problemColumns(problem) },
      ),
    reject: (id: string, progress: MessageProgress, problem: Problem, now: number) =>
      change(
        `UPDATE message SET state = 'rejected', ended_at = @now, progress = @progress, ${SET_PROBLEM}
         WHERE id = @id AND ${OPEN}`,
        { id, progress: json(progress), now, ...problemColumns(problem) },
      ),
    withdraw: (id: string, now: number) =>
      change(
        `UPDATE message SET state = 'withdrawn', ended_at = @now WHERE id = @id AND state IN ('queued', 'rejected')`,
        { id, now },
      ),
  };
}
