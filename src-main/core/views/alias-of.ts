import type { DataItemView } from '../../contract/views/task.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { latestSnapshot } from '../ledger/tasks/snapshots.ts';
import { readTask } from '../ledger/tasks/task-row.ts';
import type { DataItem, TaskDetails } from '../service/schemas.ts';

/** Returns the uuid of the original of an item; null without a readable alias. */
export function originalOf(item: DataItem): string | null {
  return partsOf(item)?.original ?? null;
}

function partsOf({ alias }: DataItem): { task: string; original: string } | null {
  const [task, original, ...rest] = typeof alias === 'string' ? alias.toLowerCase().split('/') : [];
  return task && original && rest.length === 0 ? { task, original } : null;
}

/** Names the original of an item, which may be in another Task (docs/service.md 2.2). Null without a readable alias. */
export function aliasOf(ledger: Ledger, details: TaskDetails, item: DataItem): DataItemView['alias_of'] {
  const parts = partsOf(item);
  if (parts === null) return null;
  const { task, original } = parts;
  const nameIn = (items: TaskDetails['data_items']) =>
    items.find(({ uuid }) => uuid === original)?.name ?? null;
  if (task === details.uuid)
    return { task: null, task_name: null, item: original, item_name: nameIn(details.data_items) };
  const other = readTask(ledger, task);
  if (other === null) return null;
  const items = latestSnapshot(ledger, task)?.payload.data_items ?? [];
  return { task, task_name: other.name || null, item: original, item_name: nameIn(items) };
}
