import { z } from 'zod';
import { restoredAt } from '../ledger/backup/detect-restore.ts';
import { type Ledger, readAll } from '../ledger/db/ledger.ts';
import { accountOf } from '../ledger/tables/counts.ts';

const counted = z.object({ name: z.string(), n: z.int() });

/** Returns lines with counts and codes for a support bundle. The lines contain nothing about a document, Task or patient (I11). */
export function supportCounts(ledger: Ledger): string[] {
  const rows = (title: string, sql: string) => {
    const found = readAll(ledger.db.prepare(sql), counted);
    const words = found.map(({ name, n }) => `${safe(name)} ${n}`);
    return `${title}: ${words.length === 0 ? 'none' : words.join(', ')}`;
  };
  const by = (table: string, column: string) =>
    `SELECT ${column} AS name, COUNT(*) AS n FROM ${table} WHERE ${column} IS NOT NULL GROUP BY 1 ORDER BY 2 DESC`;
  const account = Object.entries(accountOf(ledger)).map(([state, n]) => `${state} ${n}`);
  const restored = restoredAt(ledger);
  return [
    `ledger version: ${String(ledger.db.pragma('user_version', { simple: true }))}`,
    `an older copy was put back: ${restored === null ? 'never' : new Date(restored).toISOString()}`,
    `files: ${account.join(', ')}`,
    rows('submissions', by('submission', 'state')),
    rows('messages', by('message', `lane || ' ' || state`)),
    rows('Tasks', by('task', 'status')),
    rows('problems of submissions', by('submission', 'problem_code')),
    rows('problems of messages', by('message', 'problem_code')),
    rows('problems of files', by('file', 'problem_code')),
    rows('audit', by('audit', 'action')),
  ];
}

// A name such as the status of a Task comes from the service and can be any text.
function safe(name: string): string {
  return /^[\w. -]{1,60}$/.test(name) ? name : '(another)';
}
