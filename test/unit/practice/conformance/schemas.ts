import { z } from 'zod';

const Moment = z.iso.datetime();
export const Status = z.enum([
  'pending',
  'processing',
  'waiting',
  'completed',
  'failed',
  'invalid',
  'deferred',
]);

export type Status = z.infer<typeof Status>;

const common = {
  uuid: z.uuid(),
  group: z.string(),
  tag: z.string(),
  name: z.string().nullable(),
  data_format: z.string().nullable(),
  created: Moment,
};

const MedicalRecord = z.looseObject({ id: z.int(), record_type: z.string(), sections: z.array(z.unknown()) });

export const DataItem = z.discriminatedUnion('data_type', [
  z.strictObject({
    ...common,
    data_type: z.literal('file'),
    medical_records: z.array(MedicalRecord).nullable(),
    alias: z
      .string()
      .regex(/^[0-9a-f-]{36}\/[0-9a-f-]{36}$/)
      .nullable(),
  }),
  z.strictObject({ ...common, data_type: z.literal('json'), data: z.record(z.string(), z.unknown()) }),
  z.strictObject({ ...common, data_type: z.literal('text'), data: z.string() }),
]);

const summary = {
  uuid: z.uuid(),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: Status,
  name: z.string(),
  cleared: Moment.nullable(),
  created: Moment,
  latest_status_change: Moment,
};

/** docs/service.md 2.1, nothing more and nothing less. */
export const TaskDetails = z.strictObject({
  ...summary,
  category: z.string().nullable(),
  data_items: z.array(DataItem),
  issues: z.array(z.looseObject({ key: z.string(), message: z.string() })),
  verdicts: z.array(z.strictObject({ code: z.string(), approved: z.boolean(), issues: z.array(z.int()) })),
  interceptions: z.record(z.string(), z.array(z.unknown())).nullable(),
  verdict_summaries: z.array(z.strictObject({ code: z.string(), conclusion: z.string() })),
});

export type TaskDetails = z.infer<typeof TaskDetails>;

export const TaskPage = z.strictObject({
  count: z.int(),
  offset: z.int(),
  tasks: z.array(z.strictObject(summary)),
});

export const UploadAnswer = z.strictObject({ new_data_items: z.array(z.uuid()), task: TaskDetails });
export const LinkAnswer = z.strictObject({ file_name: z.string(), url: z.url(), uuid: z.uuid() });
export const EventAnswer = z.strictObject({ task_id: z.uuid(), status_message: z.string() });
export const FrozenAnswer = z.strictObject({ message: z.string(), current_task_uuid: z.uuid() });
export const Refusal = z.strictObject({ detail: z.string().min(1) });
export const TokenAnswer = z.strictObject({
  token: z.string().min(1),
  org_settings: z.strictObject({
    name: z.string(),
    external_callback_enabled: z.boolean(),
    external_read_enabled: z.boolean(),
  }),
});
export const ValidationAnswer = z.strictObject({
  detail: z
    .array(
      z.strictObject({
        loc: z.array(z.union([z.string(), z.int()])),
        msg: z.string(),
        type: z.string(),
        input: z.unknown().optional(),
        ctx: z.record(z.string(), z.unknown()).optional(),
      }),
    )
    .min(1),
});
