import { type TaskDetails, taskDetailsSchema } from '../../src-main/core/service/schemas.ts';

/** A Task with nothing in it, created and changed `at` (ISO 8601), as the service tells of it (docs/service.md 2.1). */
export function taskDetails(
  at: string,
  fields: { readonly uuid: string } & Readonly<Record<string, unknown>>,
): TaskDetails {
  return taskDetailsSchema.parse({
    external_id: null,
    task_type: 'prior-auth',
    status: 'waiting',
    name: 'Invented',
    cleared: null,
    created: at,
    latest_status_change: at,
    category: null,
    data_items: [],
    issues: [],
    verdicts: [],
    verdict_summaries: [],
    ...fields,
  });
}
