import type { ItemRow } from '../storage/item-table.ts';
import type { Stores } from '../storage/stores.ts';
import type { SummaryRow } from '../storage/task-list.ts';
import type { TaskRow } from '../storage/task-table.ts';
import { readResult } from '../task-result.ts';
import { reportedStatus } from '../task-status.ts';

/**
 * The TaskDetails of a Task (docs/service.md 2.1). One synchronous step reads all rows, so that no request can change the Task between two
 * reads. Only uploaded json and text follows later, because uploaded content never changes.
 */
export function taskDetails(stores: Stores, task: TaskRow): Promise<Record<string, unknown>> {
  return assemble(stores, task, stores.items.ofTask(task.id));
}

async function assemble(
  stores: Stores,
  task: TaskRow,
  items: readonly ItemRow[],
): Promise<Record<string, unknown>> {
  const result = readResult(task.result);
  return {
    ...taskSummary(task),
    category: task.category,
    data_items: await Promise.all(items.map((item) => dataItem(stores, item))),
    issues: result.issues,
    verdicts: result.verdicts,
    interceptions: result.interceptions,
    verdict_summaries: result.verdict_summaries,
  };
}

/** The TaskSummary of a Task (docs/service.md 2.7). */
export function taskSummary(task: SummaryRow): Record<string, unknown> {
  return {
    uuid: task.uuid,
    external_id: task.external_id,
    task_type: task.task_type,
    status: reportedStatus(task.status),
    name: task.name,
    cleared: task.cleared === null ? null : moment(task.cleared),
    created: moment(task.created),
    latest_status_change: moment(task.latest_status_change),
  };
}

async function dataItem(stores: Stores, item: ItemRow): Promise<Record<string, unknown>> {
  const common = {
    uuid: item.uuid,
    group: item.item_group,
    tag: item.tag,
    name: item.name,
    data_format: item.data_format,
    created: moment(item.created),
    data_type: item.kind,
  };
  if (item.kind === 'file') {
    const records: unknown = item.records === null ? null : JSON.parse(item.records);
    return { ...common, medical_records: records, alias: item.alias };
  }
  const text = item.blob === null ? (item.data ?? '') : (await stores.blobs.read(item.blob)).toString();
  const plain = text.replace(/^\uFEFF/, '');
  return { ...common, data: item.kind === 'json' ? JSON.parse(plain) : plain };
}

function moment(ms: number): string {
  return new Date(ms).toISOString();
}
