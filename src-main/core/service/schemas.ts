import { z } from 'zod';
import { isShallow } from '../../contract/json-object.ts';
import { isDateTime } from '../ledger/db/date-time.ts';

/* The schemas of docs/service.md 2 accept unknown fields and values (I7). A response that lacks a required field is an error. */

/** RFC 9562 allows capital letters. With two spellings of a uuid, the ledger would have two rows for one Task. */
export const uuid = z.guid().toLowerCase();
const dateTime = z.string().refine(isDateTime, 'not a date-time');
const status = z.string().min(1);

export const issueSchema = z.looseObject({ key: z.string(), message: z.string() });

const sectionSchema = z.looseObject({
  start: z.number(),
  length: z.number().nullish(),
  content: z.string(),
  fields: z.record(z.string(), z.unknown()).nullish(),
});

export const medicalRecordSchema = z.looseObject({
  id: z.number().nullish(),
  record_type: z.string(),
  sections: z.array(sectionSchema),
  timestamp: z.string().nullish(),
  fields: z.record(z.string(), z.unknown()).nullish(),
});

const dataItemCommon = {
  uuid,
  group: z.string(),
  tag: z.string(),
  name: z.string().nullish(),
  data_format: z.string().nullish(),
  created: dateTime,
};

/** A data item (docs/service.md 2.2). An item of an unknown kind needs only the common fields, and is stored with all its fields (I7). */
export const dataItemSchema = z.union([
  z.looseObject({
    ...dataItemCommon,
    data_type: z.literal('file'),
    medical_records: z.array(medicalRecordSchema).nullish(),
    alias: z.string().nullish(),
  }),
  z.looseObject({ ...dataItemCommon, data_type: z.literal('json'), data: z.record(z.string(), z.unknown()) }),
  z.looseObject({ ...dataItemCommon, data_type: z.literal('text'), data: z.string() }),
  z.looseObject({
    ...dataItemCommon,
    data_type: z.string().refine((kind) => !['file', 'json', 'text'].includes(kind)),
  }),
]);

export const verdictSchema = z.looseObject({
  code: z.string(),
  approved: z.boolean(),
  // The numbers are indexes into `issues` of the Task. Any number is accepted, because an index without an issue must not make the whole
  // Task unreadable. Screens then say that the reason of the verdict was not supplied (I6).
  issues: z.array(z.number()),
});

const summaryFields = {
  uuid,
  external_id: z.string().nullish(),
  task_type: z.string(),
  status,
  name: z.string(),
  cleared: dateTime.nullable(),
  created: dateTime,
  latest_status_change: dateTime,
};

/** The TaskSummary of docs/service.md 2.7. */
export const taskSummarySchema = z.looseObject(summaryFields);

/** The TaskDetails of docs/service.md 2.1. A payload that is nested too deeply for SQLite is an error. */
export const taskDetailsSchema = z
  .looseObject({
    ...summaryFields,
    category: z.string().nullable(),
    data_items: z.array(dataItemSchema),
    issues: z.array(issueSchema),
    verdicts: z.array(verdictSchema).nullish(),
    interceptions: z.record(z.string(), z.unknown()).nullish(),
    verdict_summaries: z.array(z.looseObject({ code: z.string(), conclusion: z.string() })).nullish(),
  })
  .refine(isShallow, 'nested too deep');

const unreadableRowSchema = z.looseObject({ uuid });

/**
 * The GetTasksResponse of docs/service.md 2.8. A row that violates section 2.7 is left out of `tasks`, so that one Task does not hide all
 * others (I8). `unreadable` gets the uuid of such a row, or null if the uuid is unreadable too. Tracking then fetches the details of the
 * Task with this uuid.
 */
export const taskPageSchema = z
  .looseObject({
    count: z.number().int().min(0),
    offset: z.number().int().min(0),
    tasks: z.array(z.unknown()),
  })
  .transform(({ tasks: rows, ...page }) => {
    const tasks: TaskSummary[] = [];
    const unreadable: (string | null)[] = [];
    for (const row of rows) {
      const summary = taskSummarySchema.safeParse(row);
      if (summary.success) tasks.push(summary.data);
      else unreadable.push(unreadableRowSchema.safeParse(row).data?.uuid ?? null);
    }
    return { ...page, tasks, unreadable };
  });

/** The UploadDataResponse of docs/service.md 2.8. */
export const uploadResultSchema = z.looseObject({ new_data_items: z.array(uuid), task: taskDetailsSchema });

/** The GetDownloadLinkResponse of docs/service.md 2.8. */
export const downloadLinkSchema = z.looseObject({ file_name: z.string(), url: z.url(), uuid });

/** The `org_settings` of docs/service.md 2.8. No request depends on these fields, so a missing or odd field reads null (I7). */
export const orgSettingsSchema = z.looseObject({
  name: z.string().min(1).nullable().catch(null),
  external_callback_enabled: z.boolean().nullable().catch(null),
  external_read_enabled: z.boolean().nullable().catch(null),
});

/** The token response of docs/service.md 2.8. Only the token is necessary. */
export const tokenAnswerSchema = z.looseObject({
  token: z.string().min(1),
  org_settings: orgSettingsSchema.catch(() => orgSettingsSchema.parse({})),
});

/** The log-event response of docs/service.md 2.8. */
export const eventReceiptSchema = z.looseObject({ task_id: uuid, status_message: z.string() });

export type Issue = z.infer<typeof issueSchema>;
export type DataItem = z.infer<typeof dataItemSchema>;
export type MedicalRecord = z.infer<typeof medicalRecordSchema>;
export type TaskSummary = z.infer<typeof taskSummarySchema>;
export type TaskDetails = z.infer<typeof taskDetailsSchema>;
export type TaskPage = z.infer<typeof taskPageSchema>;
export type UploadResult = z.infer<typeof uploadResultSchema>;
export type DownloadLink = z.infer<typeof downloadLinkSchema>;
export type OrgSettings = z.infer<typeof orgSettingsSchema>;
export type EventReceipt = z.infer<typeof eventReceiptSchema>;
