import { z } from 'zod';
import { isShallow } from '../../contract/json-object.ts';
import { isDateTime } from '../ledger/db/date-time.ts';

/* The schemas of docs/service.md 2 accept unknown fields and values (I7). A response that lacks a required field is an error. */

/** RFC 9562 allows capital letters. With two spellings of a uuid, the ledger would have two rows for one Task. */
export const uuid = z.guid().toLowerCase();
const dateTime = z.string().refine(isDateTime, 'not a date-time');
const status = z.string().min(1);

type Fields = Readonly<Record<string, unknown>>;

/**
 * Returns the schema of a list whose odd entries do not make the list unreadable (I7, I8). An entry that violates `schema` keeps its place
 * and its fields, gets the fields that `repaired` returns, and is kept as `raw`.
 */
function entries<S extends z.ZodType>(schema: S, repaired: (fields: Fields, raw: unknown) => Fields) {
  return z.array(z.unknown()).transform((list) =>
    list.map((raw): z.output<S> => {
      const parsed = schema.safeParse(raw);
      if (parsed.success) return parsed.data;
      const fields = objectOf(raw) ?? { data: raw };
      return schema.parse({ ...fields, ...repaired(fields, raw), raw });
    }),
  );
}

const textOf = (value: unknown): string => (typeof value === 'string' ? value : '');
const rawText = (raw: unknown): string => (typeof raw === 'string' ? raw : JSON.stringify(raw));
const numberOf = (value: unknown): number | null => (typeof value === 'number' ? value : null);
const objectOf = (value: unknown): Fields | null =>
  z.record(z.string(), z.unknown()).safeParse(value).data ?? null;

export const issueSchema = z.looseObject({ key: z.string(), message: z.string() });

const sectionSchema = z.looseObject({
  /** Null if the service gave no usable start. */
  start: z.number().nullable(),
  length: z.number().nullish(),
  content: z.string(),
  fields: z.record(z.string(), z.unknown()).nullish(),
});

export const medicalRecordSchema = z.looseObject({
  id: z.unknown().optional(),
  record_type: z.string(),
  sections: entries(sectionSchema, (section) => ({
    start: numberOf(section['start']),
    length: numberOf(section['length']),
    content: textOf(section['content']),
    fields: objectOf(section['fields']),
  })),
  timestamp: z.string().nullish(),
  fields: z.record(z.string(), z.unknown()).nullish(),
});

const recordsSchema = entries(medicalRecordSchema, (record) => ({
  record_type: textOf(record['record_type']),
  sections: Array.isArray(record['sections']) ? record['sections'] : [],
  timestamp: textOf(record['timestamp']) || null,
  fields: objectOf(record['fields']),
}));

// A value that is no list counts as a list with this one odd record.
const recordsIn = (records: unknown) => recordsSchema.parse([records].flat());

const dataItemCommon = {
  uuid,
  group: z.string(),
  tag: z.string(),
  name: z.string().nullish(),
  data_format: z.string().nullish(),
  created: dateTime,
};

/**
 * A data item (docs/service.md 2.2). An item needs only the common fields, and is stored with all its fields (I7). `data` is what the
 * service sent, also for a json item that is no object and a text item that is no text.
 */
export const dataItemSchema = z.union([
  z.looseObject({
    ...dataItemCommon,
    data_type: z.literal('file'),
    medical_records: z
      .unknown()
      .optional()
      .transform((records) => (records == null ? null : recordsIn(records))),
    alias: z.string().nullish().catch(null),
  }),
  z.looseObject({ ...dataItemCommon, data_type: z.literal(['json', 'text']), data: z.unknown().optional() }),
  z.looseObject({
    ...dataItemCommon,
    data_type: z.string().refine((kind) => !['file', 'json', 'text'].includes(kind)),
  }),
]);

/** The uuid of a data item without a usable uuid. The service has no such item, so nothing can be requested by this uuid. */
const NO_UUID = '00000000-0000-0000-0000-000000000000';

const itemsSchema = (created: string) =>
  entries(dataItemSchema, (item) => ({
    uuid: uuid.safeParse(item['uuid']).data ?? NO_UUID,
    group: textOf(item['group']),
    tag: textOf(item['tag']),
    name: textOf(item['name']) || null,
    data_format: textOf(item['data_format']) || null,
    created: dateTime.safeParse(item['created']).data ?? created,
    data_type: textOf(item['data_type']) || 'unknown',
  }));

export const verdictSchema = z.looseObject({
  code: z.string(),
  approved: z.boolean(),
  // The numbers are indexes into `issues` of the Task. Any entry is accepted, because an index without an issue must not make the whole
  // Task unreadable. Screens then say that the reason of the verdict was not supplied (I6).
  issues: z
    .unknown()
    .optional()
    .transform((places) => [places ?? []].flat().map((place) => numberOf(place) ?? -1)),
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

/**
 * The TaskDetails of docs/service.md 2.1. An entry of a list that violates section 2 is kept with its place and its fields, and with the
 * sent entry as `raw`, so that the entry hides no other entry (I7); a verdict without a decision is an error, because a decision is never
 * guessed. A payload that is nested too deeply for SQLite is an error.
 */
export const taskDetailsSchema = z
  .looseObject({
    ...summaryFields,
    category: z.string().nullish().catch(null),
    data_items: z.array(z.unknown()),
    issues: entries(issueSchema, (issue, raw) => {
      const key = textOf(issue['key']);
      return { key, message: textOf(issue['message']) || (key === '' ? rawText(raw) : '') };
    }),
    verdicts: z.array(verdictSchema).nullish(),
    interceptions: z.record(z.string(), z.unknown()).nullish().catch(null),
    verdict_summaries: entries(
      z.looseObject({ code: z.string(), conclusion: z.string() }),
      (summary, raw) => ({
        code: textOf(summary['code']),
        conclusion: textOf(summary['conclusion']) || rawText(raw),
      }),
    ).nullish(),
  })
  .refine(isShallow, 'nested too deep')
  .transform((details) => ({
    ...details,
    data_items: itemsSchema(details.created).parse(details.data_items),
  }));

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
