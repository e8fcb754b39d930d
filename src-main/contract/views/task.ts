import { z } from 'zod';
import { isoTime, jsonObjectSchema, outboxStateSchema, problemViewSchema } from './common.ts';
import { patientConflictSchema } from './patient.ts';

/** An issue with all fields that the service sent (docs/service.md 2.5). Unknown keys and unknown fields are kept (I7). */
export const issueViewSchema = z.looseObject({ key: z.string(), message: z.string() });
export type IssueView = z.infer<typeof issueViewSchema>;

/** A reason of a verdict: an issue from the payload of the verdict. A null `key` means that the service supplied no reason (I6). */
export const reasonSchema = z.union([issueViewSchema, z.object({ key: z.null(), message: z.string() })]);
export type ReasonView = z.infer<typeof reasonSchema>;

export const verdictViewSchema = z.object({
  code: z.string(),
  approved: z.boolean(),
  conclusion: z.string().nullable(),
  reasons: z.array(reasonSchema),
});
export type VerdictView = z.infer<typeof verdictViewSchema>;

export const taskRowViewSchema = z.object({
  uuid: z.string(),
  external_id: z.string().nullable(),
  task_type: z.string(),
  status: z.string(),
  name: z.string(),
  created: isoTime,
  latest_status_change: isoTime,
  cleared: isoTime.nullable(),
  /** The time since which the service no longer confirms the Task (I10); null for a confirmed Task. */
  denied_since: isoTime.nullable(),
  /** Set after the service has twice denied having the Task, and each time found a control Task that exists; otherwise null. */
  gone_since: isoTime.nullable(),
  /** The id of the folder rule by which this station sent the Task; null for a Task of a drop and for a Task of another station. */
  folder: z.string().nullable(),
  /** The names of the files that this station sent, also of accepted answers; empty if this station sent no file. */
  file_names: z.array(z.string()),
  /** The key that the Tasks of one journey (usually of one patient) share; null if the Task has no such key. */
  journey: z.string().nullable(),
  /** The verdicts of the Task in its present status, without the reasons of the verdicts. */
  verdicts: z.array(z.object({ code: z.string(), approved: z.boolean() })),
  /**
   * - `loaded`: the details belong to the present status. Empty `verdicts` mean no verdict.
   * - `as_of`: the details are from `details_as_of`, before a change of the Task. Verdicts and issues of the present status are missing.
   * - `not_loaded`: the details are not loaded yet. Every empty list means "not known".
   * - `deleted`: retention deleted the details.
   */
  details: z.enum(['loaded', 'as_of', 'not_loaded', 'deleted']),
  /** The time at which the details were loaded; null without details. */
  details_as_of: isoTime.nullable(),
  /** The newest answer that is not withdrawn; null without such an answer, or if the service accepted the answer. */
  answer: z.object({ id: z.string(), state: outboxStateSchema }).nullable(),
  /** Whether the documents of the Task show different values for a property of the patient. */
  patient_conflict: z.boolean(),
  /** Whether a person has sent a correction of the Task that was neither rejected nor withdrawn. */
  corrected: z.boolean(),
});
export type TaskRowView = z.infer<typeof taskRowViewSchema>;

/** How the staff organize their work on a Task. Only this station stores these values; the service never gets them. */
export const handlingSchema = z.object({
  /** The person to whom the Task is assigned; null if nobody is. */
  assignee: z.string().nullable(),
  /**
   * The reason why a waiting Task is hidden from the screen Waiting; null if the Task is not hidden. A Task that is set aside appears again
   * on the local day `until`. Every hidden Task appears again when the service changes the status of the Task.
   */
  put_away: z
    .discriminatedUnion('kind', [
      z.object({ kind: z.literal('set-aside'), until: z.iso.date(), by: z.string(), at: isoTime }),
      z.object({ kind: z.literal('given-up'), reason: z.string(), by: z.string(), at: isoTime }),
    ])
    .nullable(),
});
export type Handling = z.infer<typeof handlingSchema>;

/** A note that only the staff of this station read. A note is never changed. */
export const staffNoteSchema = z.object({ at: isoTime, by: z.string(), text: z.string() });
export type StaffNote = z.infer<typeof staffNoteSchema>;

export const foundTaskSchema = taskRowViewSchema.extend({
  /** If the search matches only a text that the service read, the part of this text around the first match. Otherwise null. */
  passage: z.string().nullable(),
  /** If a note of the staff has the words of the search: the words around the first match. Otherwise null. */
  note: z.string().nullable(),
  handling: handlingSchema,
});
export type FoundTask = z.infer<typeof foundTaskSchema>;

/**
 * Which document texts a search covered.
 * - `all`: The search covered all texts.
 * - `newest`: Many thousand texts contain the words, so the search covered only the newest of these texts.
 * - `unread`: For some minutes after a restore, or after a damaged index was emptied, the engine is still indexing older texts, so the search
 *   did not cover these texts.
 */
export const searchedTextsSchema = z.enum(['all', 'newest', 'unread']);
export type SearchedTexts = z.infer<typeof searchedTextsSchema>;

export const needsSchema = z.object({
  since: isoTime,
  documents: z.array(z.object({ record_type: z.string(), issue: issueViewSchema })),
  data: z.array(
    z.object({ property: z.string(), kind: z.enum(['date', 'number', 'text']), issue: issueViewSchema }),
  ),
  others: z.array(z.object({ issue: issueViewSchema })),
});
export type NeedsView = z.infer<typeof needsSchema>;

/** A waiting Task. `needs` is null until Clearfolder has fetched the newest TaskDetails of the Task. */
export const waitingTaskSchema = taskRowViewSchema.extend({
  needs: needsSchema.nullable(),
  frozen_to: z.string().nullable(),
  /** The path of the watched folder whose documents Clearfolder sends as answers to this Task; null if there is none. */
  answer_folder: z.string().nullable(),
  assignee: z.string().nullable(),
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
  /** The object of a JSON item or the string of a text item; null for a file. */
  data: z.unknown(),
  /** The data item of which this item is a copy, as `{task_id}/{data_item_id}`; null if this item is an original. */
  alias: z.string().nullable(),
  /** The original of `alias`, by name. A null `task` means this Task; a null name is not known. Null without a readable alias. */
  alias_of: z
    .object({
      task: z.string().nullable(),
      task_name: z.string().nullable(),
      item: z.string(),
      item_name: z.string().nullable(),
    })
    .nullable(),
});
export type DataItemView = z.infer<typeof dataItemSchema>;

// A part of a document. A null `unit` means that the unit is unknown. A null `to` means the end of the document.
const rangeSchema = z.object({
  unit: z.enum(['page', 'second']).nullable(),
  from: z.number(),
  to: z.number().nullable(),
});

export const recordViewSchema = z.object({
  record_type: z.string(),
  timestamp: isoTime.nullable(),
  data_item: z.string(),
  fields: jsonObjectSchema.nullable(),
  /** The ranges of pages or seconds of the document in which the service found the record. */
  ranges: z.array(rangeSchema),
});
export type RecordViewOfTask = z.infer<typeof recordViewSchema>;

/** The texts and fields that the service read in a data item. */
export const itemTextSchema = z.object({
  data_item: z.string(),
  records: z.array(
    z.object({
      record_type: z.string(),
      fields: jsonObjectSchema.nullable(),
      sections: z.array(rangeSchema.extend({ text: z.string(), fields: jsonObjectSchema.nullable() })),
    }),
  ),
});
export type ItemText = z.infer<typeof itemTextSchema>;

export const historyEntrySchema = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('status'), at: isoTime, status: z.string(), since: isoTime }),
  z.object({ kind: z.literal('asked'), at: isoTime, since: isoTime, issues: z.array(issueViewSchema) }),
  z.object({
    kind: z.literal('sent'),
    at: isoTime,
    id: z.string(),
    what: z.enum(['answer', 'resume', 'name', 'cleared', 'not-cleared', 'external-id', 'event']),
    by: z.string(),
    files: z.array(z.string()),
    /** The name of an event for the event log of the Task; null for any other message. `note` is the name of a note. */
    event: z.string().nullable(),
    data: jsonObjectSchema.nullable(),
    state: outboxStateSchema,
    /** If the service had frozen this Task, the uuid of the newer Task that got the answer or edit; otherwise null. */
    went_to: z.string().nullable(),
    /**
     * The documents of the answer that the service did not add to the Task, because the Task already had them. `files` is empty if only
     * their number is known.
     */
    already_there: z.object({ count: z.int(), files: z.array(z.string()) }).nullable(),
    /** Why the service has not accepted the message; null for an accepted or withdrawn message, or if no reason is known. */
    problem: problemViewSchema.nullable(),
  }),
]);
export type HistoryEntryView = z.infer<typeof historyEntrySchema>;

/** `approved`: whether the service approved all codes; null without verdicts. */
const correctionResultSchema = taskRowViewSchema
  .pick({ status: true, denied_since: true, gone_since: true })
  .extend({ approved: z.boolean().nullable() });
export type CorrectionResult = z.infer<typeof correctionResultSchema>;

/**
 * `of`: the Task that this Task corrects. `by`: the submissions that correct this Task, oldest first. `name` is null if the ledger does not
 * contain the Task.
 */
const correctionsSchema = z.object({
  of: z.object({ task: z.string(), name: z.string().nullable(), what: z.string() }).nullable(),
  by: z.array(
    z.object({
      /** The uuid of the new Task; null until the service has accepted the submission. */
      task: z.string().nullable(),
      name: z.string().nullable(),
      state: outboxStateSchema,
      what: z.string(),
      /** The result of the new Task; null if the ledger does not contain the Task. */
      result: correctionResultSchema.nullable(),
    }),
  ),
});

/** A Task with all its parts. Verdicts and issues come from the same payload (I6). */
const twinSchema = z.object({
  other: z.string(),
  other_status: z.string(),
  /** The decision of a person: this Task or the other Task is superfluous, or both Tasks are wanted; null before the decision. */
  decision: z.enum(['this', 'other', 'both']).nullable(),
  decided_by: z.string().nullable(),
});
export type TwinView = z.infer<typeof twinSchema>;

export const taskDetailSchema = taskRowViewSchema.omit({ verdicts: true }).extend({
  /** The time of the last proof of the Task (I10); of an ended Task, the time of the last proof of the station's open Tasks. */
  as_of: isoTime.nullable(),
  /** Whether this station created the Task. */
  of_station: z.boolean(),
  /** The files of `file_names`. `answered_at`: when a person answered with the file; null for a file of the submission. */
  sent_files: z.array(z.object({ name: z.string(), answered_at: isoTime.nullable() })),
  verdicts: z.array(verdictViewSchema),
  /** The conclusions of the service about codes for which the service gave no verdict. */
  conclusions: z.array(z.object({ code: z.string(), conclusion: z.string() })),
  issues: z.array(issueViewSchema),
  needs: needsSchema.nullable(),
  frozen_to: z.string().nullable(),
  category: z.string().nullable(),
  data_items: z.array(dataItemSchema),
  records: z.array(recordViewSchema),
  history: z.array(historyEntrySchema),
  interceptions: jsonObjectSchema.nullable(),
  handling: handlingSchema,
  /** The notes of the staff, oldest first. */
  staff_notes: z.array(staffNoteSchema),
  patient_conflicts: z.array(patientConflictSchema),
  /** The other Task that the service made of the same submission; null without such a Task. */
  twin: twinSchema.nullable(),
  corrections: correctionsSchema,
  may_correct: z.boolean(),
});
export type TaskDetail = z.infer<typeof taskDetailSchema>;
