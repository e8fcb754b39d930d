import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isCallbackTemplate } from '../processing/callback.ts';
import { type HttpContext, organisationOf } from './context.ts';
import { jsonObjectFault, type ReceivedForm, refuseFaults, withForm } from './form.ts';
import { refusal } from './problem.ts';
import { taskDetails } from './task-details.ts';
import { validated } from './validation.ts';
import { ExternalId } from './values.ts';

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
  callback_template: z
    .string()
    .max(2048)
    .refine(isCallbackTemplate, {
      message: 'Input should be an http or https URL',
      params: { type: 'url_parsing' },
    })
    .optional(),
});

/** `POST /task/create` (docs/service.md 4.2). The answer leaves after the Task is committed. */
export function createRoute(scope: FastifyInstance, context: HttpContext): void {
  const { stores, desk } = context;
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
      return desk.create({
        orgId: organisation.id,
        taskType: fields.task_type,
        uploads: form.uploads,
        requestSpec: fields.request_spec ?? null,
        externalId: fields.external_id ?? null,
        name: fields.name ?? null,
        callbackTemplate: fields.callback_template ?? null,
      });
    });
    if (!task) throw refusal(429, 'The queue of deferred Tasks is full; back off and try again later.');
    return taskDetails(stores, task);
  });
}

function checkedFields(form: ReceivedForm): z.output<typeof Fields> {
  refuseFaults(form.faults);
  // An empty form field means "not given", as browsers send it.
  const given = [...form.fields].filter(([, value]) => value !== '');
  return validated(Fields, Object.fromEntries(given), 'body');
}
