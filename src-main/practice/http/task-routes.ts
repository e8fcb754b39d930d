import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assertNever } from '../assert-never.ts';
import { isCallbackTemplate } from '../processing/callback.ts';
import type { ItemRow } from '../storage/item-table.ts';
import type { Stores } from '../storage/stores.ts';
import type { SummaryRow, TaskRow } from '../storage/task-table.ts';
import { readResult } from '../task-result.ts';
import type { Refused } from '../task-service.ts';
import { reportedStatus, storedStatuses, TASK_STATUSES } from '../task-status.ts';
import { type HttpContext, organisationOf, pathUuid, taskOf } from './context.ts';
import { jsonObjectFault, type ReceivedForm, refuseFaults, withForm } from './form.ts';
import { frozen, type Problem, refusal, validated } from './problem.ts';
import {
  ExternalId,
  JsonObject,
  QueryBoolean,
  QueryInteger,
  QueryMoment,
  repeated,
  single,
  textOfAtMost,
  Uuid,
} from './values.ts';

const Fields = z.object({
  task_type: z.string(),
  request_spec: z
    .string()
    .superRefine((text, context) => {
      const fault = jsonObjectFault(text);
      if (fault) context.addIssue({ code: 'custom', message: fault.msg, params: { type: fault.type } });
    })
    .optional(),
  external_id: ExternalId.optional(),
  name: z.string().optional(),
  callback_template: textOfAtMost(2048)
    .refine(isCallbackTemplate, {
      message: 'Input should be an http or https URL',
      params: { type: 'url_parsing' },
    })
    .optional(),
});

function checkedFields(form: ReceivedForm): z.output<typeof Fields> {
  refuseFaults(form.faults);
  // An empty form field counts as missing, because browsers also send the fields that a person left empty.
  const given = [...form.fields].filter(([, value]) => value !== '');
  return validated(Fields, Object.fromEntries(given), 'body');
}

const DATES = ['created', 'latest_status_change', 'cleared'] as const;

const GetQuery = z.object({
  uuid: single(Uuid.optional()),
  external_id: single(ExternalId.optional()),
});

const ListQuery = z.object({
  status: repeated(z.enum(TASK_STATUSES)),
  task_type: repeated(z.string()),
  cleared: single(QueryBoolean.optional()),
  selected_date: single(z.enum(DATES).default('created')),
  date_from: single(QueryMoment.optional()),
  date_to: single(QueryMoment.optional()),
  order_by: single(z.enum([...DATES, 'name', 'id', 'external_id']).default('created')),
  sort_ascending: single(QueryBoolean.default(false)),
  offset: single(QueryInteger.pipe(z.number().min(0)).default(0)),
  length: single(QueryInteger.pipe(z.number().min(1).max(200)).default(100)),
});

const UpdateQuery = z.object({ should_resume: single(QueryBoolean.default(false)) });

const UpdateBody = z.object({
  name: z.string().optional(),
  cleared: z.boolean().optional(),
  external_id: ExternalId.optional(),
  new_data_item: JsonObject.optional(),
});

const EventBody = z.object({ event: z.string(), extra_data: JsonObject });

/** Adds the routes of all endpoints that create, read or change a Task (docs/service.md 4.2 to 4.6 and 4.8). */
export function taskRoutes(scope: FastifyInstance, context: HttpContext): void {
  const { stores, desk, settings } = context;

  // The response is sent after the database has committed the Task.
  scope.post('/task/create', async (request) => {
    const organisation = organisationOf(request);
    const task = await withForm(request, stores.blobs, async (form) => {
      const fields = checkedFields(form);
      if (!organisation.taskTypes.includes(fields.task_type)) {
        throw refusal(
          400,
          `Task type '${fields.task_type}' is not allowed. Allowed task types: ${organisation.taskTypes.join(', ')}`,
        );
      }
      return desk.create(organisation.id, fields, form.uploads);
    });
    if (!task) throw refusal(429, 'The queue of deferred Tasks is full; back off and try again later.');
    return taskDetails(stores, task);
  });

  scope.get('/task/get', async (request) => {
    const { uuid, external_id } = validated(GetQuery, request.query, 'query');
    if ((uuid === undefined) === (external_id === undefined)) {
      throw refusal(400, 'Exactly one of uuid and external_id must be given.');
    }
    const { id } = organisationOf(request);
    const task =
      uuid !== undefined ? stores.tasks.byUuid(id, uuid) : stores.tasks.byExternalId(id, external_id ?? '');
    if (!task) throw refusal(404, 'No Task matches the identifier.');
    return taskDetails(stores, task);
  });

  // A `date_from` without a time means the start of the UTC day. A `date_to` without a time means the end of the UTC day.
  scope.get('/task/list', async (request) => {
    const query = validated(ListQuery, request.query, 'query');
    const { count, rows } = stores.tasks.list(organisationOf(request).id, {
      ...query,
      status: query.status && storedStatuses(query.status),
      date_from: query.date_from?.first,
      date_to: query.date_to?.last,
    });
    return { count, offset: query.offset, tasks: rows.map(taskSummary) };
  });

  scope.patch('/task/:uuid/update', async (request) => {
    const uuid = pathUuid(request, 'uuid');
    const { should_resume } = validated(UpdateQuery, request.query, 'query');
    const body = validated(UpdateBody, request.body, 'body');
    const outcome = desk.update(taskOf(context, request, uuid), { ...body, should_resume });
    if ('why' in outcome) throw problemOf(outcome);
    return taskDetails(stores, outcome);
  });

  scope.post('/task/:uuid/upload', async (request) => {
    const uuid = pathUuid(request, 'uuid');
    const outcome = await withForm(request, stores.blobs, async ({ faults, uploads }) => {
      refuseFaults(faults);
      if (uploads.length === 0) {
        refuseFaults([{ loc: ['body', 'uploads'], msg: 'Field required', type: 'missing', input: null }]);
      }
      return desk.upload(taskOf(context, request, uuid), uploads);
    });
    if ('why' in outcome) throw problemOf(outcome);
    return { new_data_items: outcome.newItems, task: await taskDetails(stores, outcome.task) };
  });

  scope.post('/task/:task_uuid/log_event', async (request) => {
    const uuid = pathUuid(request, 'task_uuid');
    const body = validated(EventBody, request.body, 'body');
    const task = taskOf(context, request, uuid);
    stores.items.addEvent(task.id, body.event, body.extra_data, settings.clock().getTime());
    return { task_id: task.uuid, status_message: 'Event logged' };
  });
}

function problemOf(refused: Refused): Problem {
  switch (refused.why) {
    case 'frozen':
      return frozen(refused.by);
    case 'not-waiting':
      return refusal(
        409,
        `The Task is in status ${reportedStatus(refused.task.status)}; it takes documents and data in waiting only.`,
      );
    case 'all-duplicates':
      return refusal(409, 'Every uploaded file duplicates an existing data item of the Task.');
    default:
      return assertNever(refused);
  }
}

// Returns the TaskDetails (docs/service.md 2.1). One synchronous step reads all rows, so that no request can change the Task in between.
async function taskDetails(stores: Stores, task: TaskRow): Promise<Record<string, unknown>> {
  const items = stores.items.ofTask(task.id).map((item) => dataItem(stores, item));
  return {
    ...taskSummary(task),
    category: task.category,
    data_items: await Promise.all(items),
    ...readResult(task.result),
  };
}

/** Returns the TaskSummary of a Task (docs/service.md 2.7). */
function taskSummary(task: SummaryRow): Record<string, unknown> {
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
