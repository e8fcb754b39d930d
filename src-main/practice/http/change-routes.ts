import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { assertNever } from '../assert-never.ts';
import type { Refused } from '../task-service.ts';
import { reportedStatus } from '../task-status.ts';
import { type HttpContext, pathUuid, taskOf } from './context.ts';
import { refuseFaults, withForm } from './form.ts';
import { frozen, type Problem, refusal } from './problem.ts';
import { taskDetails } from './task-details.ts';
import { validated } from './validation.ts';
import { ExternalId, JsonObject, QueryBoolean, single } from './values.ts';

const UpdateQuery = z.object({ should_resume: single(QueryBoolean.default(false)) });

const UpdateBody = z.object({
  name: z.string().optional(),
  cleared: z.boolean().optional(),
  external_id: ExternalId.optional(),
  new_data_item: JsonObject.optional(),
});

const EventBody = z.object({ event: z.string(), extra_data: JsonObject });

/** `PATCH /task/{uuid}/update` (docs/service.md 4.5). */
export function updateRoute(scope: FastifyInstance, context: HttpContext): void {
  scope.patch('/task/:uuid/update', async (request) => {
    const uuid = pathUuid(request, 'uuid');
    const { should_resume } = validated(UpdateQuery, request.query, 'query');
    const body = validated(UpdateBody, request.body, 'body');
    const outcome = context.desk.update(taskOf(context, request, uuid), {
      name: body.name,
      cleared: body.cleared,
      externalId: body.external_id,
      newDataItem: body.new_data_item,
      shouldResume: should_resume,
    });
    if ('why' in outcome) throw problemOf(outcome);
    return taskDetails(context.stores, outcome);
  });
}

/** `POST /task/{uuid}/upload` (docs/service.md 4.6). */
export function uploadRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, desk } = context;
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
}

/** `POST /task/{task_uuid}/log_event` (docs/service.md 4.8). */
export function logEventRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, settings } = context;
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
