import { issueField } from '../../../contract/texts/issue-text.ts';
import type { Issue, TaskDetails } from '../../service/schemas.ts';
import { microsOf } from '../db/date-time.ts';
import type { Ledger } from '../db/ledger.ts';

/* The tables `verdict_reason` and `task_wait` contain copies of the issues of snapshots, so that insights can count issues without reading snapshots. */

/** Stores the reasons of a verdict that is not approved. If `reasons` is empty or contains `undefined`, the service gave no reason (I6). */
export function addReasons(
  ledger: Ledger,
  uuid: string,
  position: number,
  reasons: readonly (Issue | undefined)[],
): void {
  add(ledger, 'verdict_reason (task_uuid, position', [uuid, position], reasons);
}

/** Stores the issues of a waiting Task. Does nothing for a Task in another status. Must be called with each new snapshot. */
export function setWait(ledger: Ledger, details: TaskDetails): void {
  if (details.status !== 'waiting') return;
  const wait = [details.uuid, microsOf(details.latest_status_change)] as const;
  ledger.prepared('DELETE FROM task_wait WHERE task_uuid = ? AND since_us = ?').run(...wait);
  add(ledger, 'task_wait (task_uuid, since_us', wait, details.issues);
}

function add(
  ledger: Ledger,
  table: string,
  of: readonly [uuid: string, at: number],
  issues: readonly (Issue | undefined)[],
): void {
  const insert = ledger.prepared(
    `INSERT INTO ${table}, number, key, property, record_type, message) VALUES (?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [number, issue] of (issues.length === 0 ? [undefined] : issues).entries()) {
    const field = (name: string) => (issue === undefined ? null : issueField(issue, name));
    const words = [issue?.key ?? null, field('property'), field('medical_record_type'), issue?.message ?? ''];
    insert.run(...of, number, ...words);
  }
}
