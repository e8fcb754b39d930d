import { z } from 'zod';
import { type Ledger, readAll, readOne, readValue } from '../db/ledger.ts';
import { outboxStateSchema } from './outbox-rows.ts';

/** A submission by which a person sends a Task again, with other documents or other details. */
export interface Correction {
  /** The uuid of the Task that is corrected. */
  readonly corrects: string;
  /** The person's own description of the change. */
  readonly what: string;
}

/** Records that a submission is a correction. Must be called in the transaction that adds the submission. */
export function addCorrection(ledger: Ledger, submission: string, { corrects, what }: Correction): void {
  ledger
    .prepared('INSERT INTO correction (submission_id, corrects, what) VALUES (?, ?, ?)')
    .run(submission, corrects, what);
}

const ofSchema = z.object({ corrects: z.string(), name: z.string().nullable(), what: z.string() });
const bySchema = z.object({
  state: outboxStateSchema,
  task_uuid: z.string().nullable(),
  name: z.string().nullable(),
  what: z.string(),
});

/** SQL condition: a person has sent a correction of the row `task`, and the correction was neither rejected nor withdrawn. */
export const IS_CORRECTED = `EXISTS (SELECT 1 FROM correction JOIN submission ON submission.id = submission_id
  WHERE corrects = task.uuid AND submission.state NOT IN ('rejected', 'withdrawn'))`;

const taskSchema = z.object({
  corrects: z.string(),
  uuid: z.string().nullable(),
  name: z.string().nullable(),
});

/**
 * Returns the corrections of Tasks that were neither rejected nor withdrawn, oldest first: the uuid of the corrected Task in `corrects`, and
 * the uuid and name of the Task that the correction became, null before the service has the correction.
 */
export function correctionsAmong(ledger: Ledger, uuids: readonly string[]) {
  const rows = ledger.prepared(
    `SELECT corrects, submission.task_uuid AS uuid, task.name FROM json_each(?) AS wanted
     JOIN correction ON corrects = wanted.value
     JOIN submission ON submission.id = submission_id LEFT JOIN task ON task.uuid = submission.task_uuid
     WHERE submission.state NOT IN ('rejected', 'withdrawn') ORDER BY seq`,
  );
  return readAll(rows, taskSchema, JSON.stringify(uuids));
}

/** Returns `of`, the Task that the Task `uuid` corrects, or null; and `by`, the submissions that correct the Task `uuid`, oldest first. */
export function correctionsOf(ledger: Ledger, uuid: string) {
  const of = ledger.prepared(
    `SELECT corrects, task.name, what FROM submission
     JOIN correction ON submission_id = submission.id LEFT JOIN task ON task.uuid = corrects
     WHERE submission.task_uuid = ? ORDER BY seq LIMIT 1`,
  );
  const by = ledger.prepared(
    `SELECT submission.state, task_uuid, task.name, what FROM correction
     JOIN submission ON submission.id = submission_id LEFT JOIN task ON task.uuid = submission.task_uuid
     WHERE corrects = ? AND submission.state <> 'withdrawn' ORDER BY seq`,
  );
  return { of: readOne(of, ofSchema, uuid), by: readAll(by, bySchema, uuid) };
}

/**
 * Returns the ended Task that a submission corrects and whose follow-up is open; null without such a Task. If the documents of the Task
 * disagree about the patient, a person still has to tell who is responsible for privacy, so the follow-up stays open.
 */
export function followUpOfCorrected(ledger: Ledger, submission: string): string | null {
  return readValue(
    ledger.prepared(
      `SELECT task.uuid FROM correction JOIN task ON task.uuid = corrects
       WHERE submission_id = ? AND cleared IS NULL AND gone_since IS NULL AND patient_conflict = 0
         AND status IN ('completed', 'failed', 'invalid')`,
    ),
    z.string(),
    submission,
  );
}
