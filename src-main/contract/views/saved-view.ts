import { z } from 'zod';
import { textOfAtMost } from '../characters.ts';

const day = z.string().max(10);
const name = textOfAtMost(60);

const taskFiltersSchema = z.strictObject({
  search: z.string().max(200).optional(),
  status: z.array(z.string()).optional(),
  task_type: z.array(z.string()).optional(),
  cleared: z.boolean().nullish(),
  denied: z.boolean().nullish(),
  selected_date: z.enum(['created', 'latest_status_change', 'cleared']).optional(),
  order_by: z.enum(['created', 'latest_status_change', 'cleared', 'name', 'id', 'external_id']).optional(),
  sort_ascending: z.boolean().optional(),
  folder: z.string().nullish(),
  code: z.string().nullish(),
  outcome: z.enum(['approved', 'not-approved']).nullish(),
  assignee: z.string().max(100).nullish(),
  put_away: z.enum(['set-aside', 'given-up']).nullish(),
  from: day.optional(),
  to: day.optional(),
});

export const verdictFiltersSchema = z.strictObject({
  search: z.string().max(200),
  followUp: z.enum(['open', 'done', 'any']),
  outcome: z.enum(['any', 'approved', 'not-approved', 'failed', 'invalid']),
  code: z.string(),
  folder: z.string(),
  from: day,
  to: day,
});

/** A saved view: the filters of a screen, saved with a name. Each name is unique among the views of a screen. */
export const savedViewSchema = z.discriminatedUnion('screen', [
  z.strictObject({ screen: z.literal('tasks'), name, filters: taskFiltersSchema }),
  z.strictObject({ screen: z.literal('verdicts'), name, filters: verdictFiltersSchema }),
]);
export type SavedView = z.infer<typeof savedViewSchema>;
