import { z } from 'zod';
import { comparable, dateText, microsOf } from './micro-time.ts';
import type { ModelTask } from './model-task.ts';
import { validated } from './refusal.ts';

const bound = (timeOfDay: string) =>
  z
    .union([z.iso.datetime({ offset: true }), z.iso.date().transform((day) => `${day}T${timeOfDay}Z`)])
    .transform((text) => comparable(dateText(microsOf(text))));
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

const listQuerySchema = z.object({
  status: z.array(z.enum(['pending', 'processing', 'waiting', 'completed', 'failed', 'invalid', 'deferred'])),
  task_type: z.array(z.string()),
  cleared: flag.optional(),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).default('created'),
  date_from: bound('00:00:00').optional(),
  date_to: bound('23:59:59.999999').optional(),
  order_by: z
    .enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])
    .default('created'),
  sort_ascending: flag.default(false),
  offset: z.coerce.number().int().min(0).default(0),
  length: z.coerce.number().int().min(1).max(200).default(100),
});

type ListQuery = z.infer<typeof listQuerySchema>;
export type TieBreak = (a: ModelTask, b: ModelTask) => number;

/** The page of `GET /task/list` (docs/service.md 4.4) that a query asks for. `tieBreak` orders Tasks of equal keys. */
export function listTasks(tasks: readonly ModelTask[], asked: URLSearchParams, tieBreak: TieBreak | null) {
  const query = validated(
    listQuerySchema,
    {
      ...Object.fromEntries(asked),
      status: asked.getAll('status'),
      task_type: asked.getAll('task_type'),
    },
    'query',
  );
  const { order_by: order, offset, length } = query;
  const sign = query.sort_ascending ? 1 : -1;
  const byId: TieBreak = (a, b) => sign * (a.id - b.id);
  const ties = order === 'id' ? byId : (tieBreak ?? byId);
  const found = tasks
    .filter((task) => isListed(task, query))
    .map((task) => ({ task, key: keyOf(task, order) }))
    .sort((a, b) => (a.key < b.key ? -sign : a.key > b.key ? sign : ties(a.task, b.task)));
  const page = found.slice(offset, offset + length).map(({ task }) => task);
  return { count: found.length, offset, tasks: page };
}

function isListed(task: ModelTask, query: ListQuery): boolean {
  if (query.status.length > 0 && !query.status.some((status) => status === task.status)) return false;
  if (query.task_type.length > 0 && !query.task_type.includes(task.task_type)) return false;
  if (query.cleared !== undefined && query.cleared !== (task.cleared !== null)) return false;
  if (query.date_from === undefined && query.date_to === undefined) return true;
  const dated = task[query.selected_date];
  if (dated === null) return false;
  const at = comparable(dated);
  // The window holds its upper bound and not its lower one.
  return (
    (query.date_from === undefined || at > query.date_from) &&
    (query.date_to === undefined || at <= query.date_to)
  );
}

function keyOf(task: ModelTask, order: ListQuery['order_by']): string {
  if (order === 'id') return '';
  const value = task[order] ?? '';
  return order === 'name' || order === 'external_id' ? value : comparable(value);
}
