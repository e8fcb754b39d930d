import { buildMultipart, type RequestBody } from './multipart.ts';
import type { CreateTask, ListQuery, TaskChange, UploadPart } from './service-client.ts';

/** The request of a call (docs/service.md 4), without credentials. */
export interface CallPlan {
  readonly method: 'GET' | 'POST' | 'PATCH';
  readonly path: string;
  /** Whether the call is an upload or an update. If the Task is frozen, the service may refuse such a call and name the newer Task. */
  readonly changesTask: boolean;
  /** Builds a new body for each attempt; null for a call without a body. */
  readonly body: () => Promise<RequestBody | null>;
}

type Query = readonly (readonly [name: string, value: string | number | boolean | undefined])[];

/** Plans POST /task/create (docs/service.md 4.2). */
export function planCreate(task: CreateTask): CallPlan {
  const fields: [string, string][] = [
    ['task_type', task.taskType],
    ['request_spec', JSON.stringify(task.requestSpec)],
    ['external_id', task.externalId],
  ];
  if (task.name !== null) fields.push(['name', task.name]);
  if (task.callbackTemplate !== null) fields.push(['callback_template', task.callbackTemplate]);
  return {
    method: 'POST',
    path: '/task/create',
    changesTask: false,
    body: () => buildMultipart(fields, task.uploads),
  };
}

/** Plans GET /task/get (docs/service.md 4.3). */
export function planGet(reference: { uuid: string } | { externalId: string }): CallPlan {
  const query: Query =
    'uuid' in reference ? [['uuid', reference.uuid]] : [['external_id', reference.externalId]];
  return get('/task/get', query);
}

/** Plans GET /task/list (docs/service.md 4.4). */
export function planList(list: ListQuery): CallPlan {
  return get('/task/list', [
    ...(list.status ?? []).map((status) => ['status', status] as const),
    ...(list.taskType ?? []).map((type) => ['task_type', type] as const),
    ['cleared', list.cleared],
    ['selected_date', list.selectedDate],
    ['date_from', list.dateFrom],
    ['date_to', list.dateTo],
    ['order_by', list.orderBy],
    ['sort_ascending', list.sortAscending],
    ['offset', list.offset],
    ['length', list.length],
  ]);
}

/** Plans the update of a Task (docs/service.md 4.5). */
export function planUpdate(uuid: string, change: TaskChange, shouldResume: boolean): CallPlan {
  const fields = {
    name: change.name,
    cleared: change.cleared,
    external_id: change.externalId,
    new_data_item: change.newDataItem,
  };
  const query: Query = shouldResume ? [['should_resume', true]] : [];
  const plan = sendJson('PATCH', withQuery(`/task/${encodeURIComponent(uuid)}/update`, query), fields);
  return { ...plan, changesTask: true };
}

/** Plans an upload to a Task (docs/service.md 4.6). */
export function planUpload(uuid: string, uploads: readonly UploadPart[]): CallPlan {
  return {
    method: 'POST',
    path: `/task/${encodeURIComponent(uuid)}/upload`,
    changesTask: true,
    body: () => buildMultipart([], uploads),
  };
}

/** Plans the request for a download link (docs/service.md 4.7). */
export function planLink(taskUuid: string, dataItemUuid: string): CallPlan {
  return get(
    `/task/${encodeURIComponent(taskUuid)}/data_item/${encodeURIComponent(dataItemUuid)}/get_link`,
    [],
  );
}

/** Plans the request that logs an event of a Task (docs/service.md 4.8). */
export function planEvent(
  taskUuid: string,
  event: string,
  extraData: Readonly<Record<string, unknown>>,
): CallPlan {
  return sendJson('POST', `/task/${encodeURIComponent(taskUuid)}/log_event`, {
    event,
    extra_data: extraData,
  });
}

export function jsonBody(value: Readonly<Record<string, unknown>>): RequestBody {
  const bytes = Buffer.from(JSON.stringify(value));
  return { contentType: 'application/json', length: bytes.length, open: () => bytes };
}

function sendJson(
  method: 'POST' | 'PATCH',
  path: string,
  value: Readonly<Record<string, unknown>>,
): CallPlan {
  return { method, path, changesTask: false, body: async () => jsonBody(value) };
}

function get(path: string, query: Query): CallPlan {
  return { method: 'GET', path: withQuery(path, query), changesTask: false, body: async () => null };
}

function withQuery(path: string, query: Query): string {
  const params = new URLSearchParams();
  for (const [name, value] of query) if (value !== undefined) params.append(name, String(value));
  return params.size === 0 ? path : `${path}?${params}`;
}
