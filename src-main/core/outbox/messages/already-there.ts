import type { AlreadyThere } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import { stemOf } from './answer-plan.ts';

/**
 * Returns the documents of an upload that the Task already had; null if the service accepted all documents as new. `taken`: the uuids of
 * the new data items, in the order of their documents (docs/service.md 2.8). If the names of the new data items do not show which documents
 * are new, the result has only the number of the documents that the Task already had.
 */
export function alreadyThere(
  fileNames: readonly string[],
  taken: readonly string[],
  task: TaskDetails,
): AlreadyThere | null {
  const count = fileNames.length - taken.length;
  if (count <= 0) return null;
  const names = taken.map((uuid) => task.data_items.find((item) => item.uuid === uuid)?.name ?? null);
  let next = 0;
  const others = fileNames.filter((fileName) => {
    const name = names[next];
    if (name == null || stemOf(name) !== stemOf(fileName)) return true;
    next += 1;
    return false;
  });
  return { count, files: next === taken.length ? others : [] };
}
