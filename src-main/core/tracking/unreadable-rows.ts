import type { Ledger } from '../ledger/db/ledger.ts';
import type { TrackingScope } from '../ledger/tasks/task-row.ts';
import { readTask, setDetailsDue } from '../ledger/tasks/tasks.ts';

/**
 * The rows of a cycle's lists that are not what docs/service.md 2.7 promises. Of a Task that is followed here the
 * details are asked for instead; what is still dark afterwards is counted and told, never guessed (I7, I8).
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
    /** How many rows are still unknown; to be asked when the details were fetched. */
    left(): number {
      const due = [...known].filter((uuid) => readTask(ledger, uuid)?.details_due === 1).length;
      // Another station's Task is no concern of this one.
      return nameless + due + (scope === 'organisation' ? others.size : 0);
    },
  };
}
