import { z } from 'zod';
import type { FolderRule } from '../../contract/settings.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { allowedTaskTypes } from '../outbox/creates/allowed-task-types.ts';

const standingSchema = z.object({
  task_type: z.string(),
  accepted: z.int(),
  /** The number of submissions that the service refused because of the task type. Withdrawn submissions with such a refusal count too. */
  refused: z.int(),
  open: z.int(),
});

export function taskTypeStandings(ledger: Ledger): z.infer<typeof standingSchema>[] {
  return readAll(
    ledger.db.prepare(
      `SELECT task_type, SUM(state = 'accepted') AS accepted,
         SUM(state IN ('rejected', 'withdrawn') AND problem_code = 'service.task-type') AS refused,
         SUM(state IN ('queued', 'sending', 'unconfirmed')) AS open
       FROM submission GROUP BY task_type`,
    ),
    standingSchema,
  );
}

/** Returns the task types that the service named as allowed at the last refusal; empty if no refusal named allowed task types. */
export function lastAllowedTaskTypes(ledger: Ledger): string[] {
  const details = readAll(
    ledger.db.prepare(
      `SELECT problem_detail, task_type FROM submission WHERE problem_code = 'service.task-type' AND problem_detail IS NOT NULL
       GROUP BY problem_detail, task_type ORDER BY MAX(seq) DESC LIMIT 20`,
    ),
    z.object({ problem_detail: z.string(), task_type: z.string() }),
  );
  for (const { problem_detail: detail, task_type: refused } of details) {
    const allowed = allowedTaskTypes(detail, refused);
    if (allowed.length > 0) return allowed;
  }
  return [];
}

/** Returns task types, most used first. A type that the service only refused is left out, unless an unfinished submission has the type. */
export function knownTaskTypes(ledger: Ledger, rules: readonly Pick<FolderRule, 'taskType'>[]): string[] {
  const standings = taskTypeStandings(ledger);
  const useless = new Set(
    standings
      .filter((one) => one.accepted === 0 && one.open === 0 && one.refused > 0)
      .map((one) => one.task_type),
  );
  const used = standings
    .sort((a, b) => b.accepted - a.accepted || b.open - a.open)
    .map((one) => one.task_type);
  const types = new Set([...used, ...rules.map((rule) => rule.taskType), ...lastAllowedTaskTypes(ledger)]);
  return [...types].filter((type) => !useless.has(type));
}
