import type { Ledger } from './ledger.ts';

const DAY_MS = 86_400_000;

/**
 * Removes the contents of Tasks that were cleared more than `days` ago: their snapshots and their names
 * (DESIGN.md 7). Rows stay, so that I1 still adds up and nothing is sent again. Gives how many were purged.
 */
export function purgeOldContent(ledger: Ledger, days: number, now: number): number {
  const before = new Date(now - days * DAY_MS).toISOString();
  return ledger.transaction(() => {
    const { changes } = ledger.db
      .prepare(
        `DELETE FROM snapshot WHERE task_uuid IN
           (SELECT uuid FROM task WHERE cleared IS NOT NULL AND julianday(cleared) < julianday(?))`,
      )
      .run(before);
    ledger.db
      .prepare(
        `UPDATE task SET name = '' WHERE name <> '' AND cleared IS NOT NULL AND julianday(cleared) < julianday(?)`,
      )
      .run(before);
    return changes;
  });
}
