import type { Ledger } from './ledger.ts';

const DAY_MS = 86_400_000;

/**
 * Removes the contents of Tasks that were cleared more than `days` ago: their snapshots, verdicts and
 * names (DESIGN.md 7). Rows stay, so that I1 still adds up and nothing is sent again. Gives how many were purged.
 */
export function purgeOldContent(ledger: Ledger, days: number, now: number): number {
  const before = new Date(now - days * DAY_MS).toISOString();
  const old = 'cleared IS NOT NULL AND julianday(cleared) < julianday(?)';
  return ledger.transaction(() => {
    const { changes } = ledger.db
      .prepare(`DELETE FROM snapshot WHERE task_uuid IN (SELECT uuid FROM task WHERE ${old})`)
      .run(before);
    ledger.db
      .prepare(`DELETE FROM task_verdict WHERE task_uuid IN (SELECT uuid FROM task WHERE ${old})`)
      .run(before);
    ledger.db
      .prepare(
        `UPDATE task SET name = '', search_text = '' WHERE (name <> '' OR search_text <> '') AND ${old}`,
      )
      .run(before);
    return changes;
  });
}
