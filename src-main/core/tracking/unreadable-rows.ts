import type { Ledger } from '../ledger/db/ledger.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';
import { readTask, setDetailsDue } from '../ledger/tasks/tasks.ts';

/**
 * The list rows of a cycle that break docs/service.md 2.7. For a followed Task the cycle fetches the details instead; rows that
 * stay unreadable are counted and reported, never guessed (I7, I8).
 */
export function createUnreadableRows(ledger: Ledger, scope: TrackingScope) {
  const known = new Set<string>();
  const others = new Set<string>();
  let nameless = 0;
  return {
    note(rows: readonly (string | null)[]): void {
      for (const uuid of rows) {
        if (uuid === null) nameless += 1;
        else if (readTask(ledger, uuid) === null) others.add(uuid);
        else {
          if (!known.has(uuid)) setDetailsDue(ledger, uuid, true);
          known.add(uuid);
        }
      }
    },
    /** The number of rows that are still unreadable after the details were fetched. */
    left(): number {
      const due = [...known].filter((uuid) => readTask(ledger, uuid)?.details_due === 1).length;
      // A station does not report the Tasks of other stations.
      return nameless + due + (scope === 'organisation' ? others.size : 0);
    },
  };
}
