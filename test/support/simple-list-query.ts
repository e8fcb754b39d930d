import { z } from 'zod';

const instant = z.string().transform((text, context) => {
  const at = Date.parse(text);
  if (Number.isNaN(at)) context.addIssue({ code: 'custom', message: 'Input should be a valid datetime' });
  return at;
});
const flag = z.enum(['true', 'false', '1', '0']).transform((text) => text === 'true' || text === '1');

const listQuerySchema = z.object({
  status: z.array(z.enum(['pending', 'processing', 'waiting', 'completed', 'failed', 'invalid', 'deferred'])),
  task_type: z.array(z.string()),
  cleared: flag.optional(),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).default('created'),
  date_from: instant.optional(),
  date_to: instant.optional(),
  order_by: z
    .enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id'])
    .default('created'),
  sort_ascending: flag.default(false),
  offset: z.coerce.number().int().min(0).default(0),
  length: z.coerce.number().int().min(1).max(200).default(100),
});

/** The query of `GET /task/list` (docs/service.md 4.4), dates as milliseconds since 1970. */
export type ListQuery = z.infer<typeof listQuerySchema>;

/** Reads the query, or gives the body of a 422 (docs/service.md 2.8). */
export function readListQuery(query: URLSearchParams): ListQuery | { detail: object[] } {
  const given = Object.fromEntries(query);
  const read = listQuerySchema.safeParse({
    ...given,
    status: query.getAll('status'),
    task_type: query.getAll('task_type'),
  });
  if (read.success) return read.data;
  return {
    detail: read.error.issues.map((issue) => ({
      loc: ['query', ...issue.path],
      msg: issue.message,
      type: 'value_error',
    })),
  };
}
