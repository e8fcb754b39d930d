import { z } from 'zod';
import { dueSql } from '../../due.ts';
import { type Ledger, readAll } from '../db/ledger.ts';
import { isTerminal, readTask } from '../tasks/task-row.ts';

/**
 * The milestones of a Task. A milestone contains no patient data (docs/service.md 4.8).
 * - `queued`: this station queued the documents of the Task
 * - `found`: after a create of unknown outcome, this station found the Task at the service
 * - `answered`: the service accepted documents or data of an answer from this station
 * - `viewed`: a person saw the ended Task
 * - `followed-up`: a person of this station marked the Task as cleared, and the service accepted the mark
 */
export const MILESTONES = ['queued', 'found', 'answered', 'viewed', 'followed-up'] as const;
export type Milestone = (typeof MILESTONES)[number];

const milestoneSchema = z.object({ task_uuid: z.string(), name: z.enum(MILESTONES), at: z.int() });
export type MilestoneRow = z.infer<typeof milestoneSchema>;

/** Adds a milestone, so that the next pass of the milestone loop sends it. `at`: the time of the act, in milliseconds since the epoch. */
export function noteMilestone(ledger: Ledger, task: string, name: Milestone, at: number): void {
  ledger
    .prepared(
      'INSERT INTO milestone (task_uuid, name, at, next_at) VALUES (@task, @name, @at, 0) ON CONFLICT DO NOTHING',
    )
    .run({ task, name, at });
}

/** Adds the milestone `viewed` to a Task. Changes nothing if the Task has not ended, or if the Task already has this milestone. */
export function noteViewed(ledger: Ledger, task: string, at: number): void {
  const seen = ledger.prepared(`SELECT 1 FROM milestone WHERE task_uuid = ? AND name = 'viewed' LIMIT 1`);
  if (seen.get(task) === undefined && isTerminal(readTask(ledger, task)?.status ?? ''))
    noteMilestone(ledger, task, 'viewed', at);
}

/** Returns at most `limit` unsent milestones whose next attempt is due at the time `now` (`isDue`). */
export function dueMilestones(
  ledger: Ledger,
  due: { readonly now: number; readonly longest: number; readonly limit: number },
): MilestoneRow[] {
  return readAll(
    ledger.prepared(
      `SELECT task_uuid, name, at FROM milestone WHERE next_at IS NOT NULL AND ${dueSql('next_at')}
       ORDER BY next_at LIMIT @limit`,
    ),
    milestoneSchema,
    due,
  );
}

/** Plans the next attempt of a milestone at `nextAt`, in milliseconds since the epoch. Null ends the attempts. */
export function planMilestone(ledger: Ledger, row: MilestoneRow, nextAt: number | null): void {
  ledger
    .prepared(
      'UPDATE milestone SET next_at = @nextAt WHERE task_uuid = @task_uuid AND name = @name AND at = @at',
    )
    .run({ ...row, nextAt });
}
