import { z } from 'zod';
import { isoTime, jsonObjectSchema, outboxStateSchema } from './common.ts';

/** An issue with every field of the service (docs/service.md 2.5); unknown keys and fields stay (I7). */
export const issueViewSchema = z.looseObject({ key: z.string(), message: z.string() });
export type IssueView = z.infer<typeof issueViewSchema>;

/** A reason of a verdict: an issue of the same payload, or with key null the statement that the reason was not supplied (I6). */
export const reasonSchema = z.union([issueViewSchema, z.object({ key: z.null(), message: z.string() })]);
export type ReasonView = z.infer<typeof reasonSchema>;

export const verdictViewSchema = z.object({
  code: z.string(),
  approved: z.boolean(),
  conclusion: z.string().nullable(),
  reasons: z.array(reasonSchema),
});
export type VerdictView = z.infer<typeof verdictViewSchema>;

/** A Task as a row of a list, with the dates of the service. */
export const taskRowViewSchema = z.object({
  uuid: z.string(),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: z.string(),
  name: z.string(),
  created: isoTime,
  latest_status_change: isoTime,
  cleared: isoTime.nullable(),
  /** Since when the service denies the Task, or null. */
  denied_since: isoTime.nullable(),
  /** Since when the Task is gone: the service denied the Task twice while it had another Task. */
  gone_since: isoTime.nullable(),
  /** The folder rule of the Task's files; null for a drop, and for a Task of another station. */
  folder: z.string().nullable(),
  /** The names of the files that this station sent for the Task; empty for a Task of another station. */
  file_names: z.array(z.string()),
  /** The key that Tasks of the same patient journey share, or null. */
  journey: z.string().nullable(),
  /** The verdicts of the payload of this very status change, without their reasons. */
  verdicts: z.array(z.object({ code: z.string(), approved: z.boolean() })),
  /** The newest answer that is unsent or rejected, or null. */
  answer: z.object({ id: z.string(), state: outboxStateSchema }).nullable(),
});
export type TaskRowView = z.infer<typeof taskRowViewSchema>;

export const needsSchema = z.object({
  since: isoTime,
  documents: z.array(z.object({ record_type: z.string(), issue: issueViewSchema })),
  data: z.array(
    z.object({ property: z.string(), kind: z.enum(['date', 'number', 'text']), issue: issueViewSchema }),
  ),
  others: z.array(z.object({ issue: issueViewSchema })),
});
export type NeedsView = z.infer<typeof needsSchema>;

/** A Task that waits for a person. `needs` is null until the newest details have arrived. */
export const waitingTaskSchema = taskRowViewSchema.extend({
  needs: needsSchema.nullable(),
  frozen_to: z.string().nullable(),
});
export type WaitingTask = z.infer<typeof waitingTaskSchema>;

export const dataItemSchema = z.object({
  uuid: z.string(),
  group: z.string(),
  tag: z.string(),
  name: z.string().nullable(),
  data_format: z.string().nullable(),
  created: isoTime,
  data_type: z.string(),
  /** The object of a json item, or the string of a text item; null for a file. */
  data: z.unknown(),
});
export type DataItemView = z.infer<typeof dataItemSchema>;

export const recordViewSchema = z.object({
  record_type: z.string(),
  timestamp: isoTime.nullable(),
  /** The data item (a file) with the record. */
  data_item: z.string(),
  fields: jsonObjectSchema.nullable(),
  /** Pages or seconds of a recording; null if the unit is unknown. `to` is null for "to the end". */
  ranges: z.array(
    z.object({ unit: z.enum(['page', 'second']).nullable(), from: z.number(), to: z.number().nullable() }),
  ),
});
export type RecordViewOfTask = z.infer<typeof recordViewSchema>;

export const historyEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), at: isoTime, status: z.string(), since: isoTime }),
  z.object({ kind: z.literal('asked'), at: isoTime, since: isoTime, issues: z.array(issueViewSchema) }),
  z.object({
    kind: z.literal('sent'),
    at: isoTime,
    id: z.string(),
    what: z.enum(['answer', 'name', 'cleared', 'not-cleared', 'external-id', 'event']),
    by: z.string(),
    files: z.array(z.string()),
    data: jsonObjectSchema.nullable(),
    state: outboxStateSchema,
    /** The newer Task that got the answer or edit, because this Task was frozen. */
    went_to: z.string().nullable(),
  }),
]);
export type HistoryEntryView = z.infer<typeof historyEntrySchema>;

/** One Task in full. Verdicts and issues are those of one payload (I6). */
export const taskDetailSchema = taskRowViewSchema.omit({ verdicts: true }).extend({
  as_of: isoTime.nullable(),
  verdicts: z.array(verdictViewSchema),
  issues: z.array(issueViewSchema),
  needs: needsSchema.nullable(),
  frozen_to: z.string().nullable(),
  category: z.string().nullable(),
  data_items: z.array(dataItemSchema),
  records: z.array(recordViewSchema),
  history: z.array(historyEntrySchema),
  /** The unchanged interception data of the service, or null. */
  interceptions: jsonObjectSchema.nullable(),
});
export type TaskDetail = z.infer<typeof taskDetailSchema>;
