import { z } from 'zod';
import { isoTime, jsonObjectSchema } from './common.ts';

/** The actions that this version of Clearfolder records. An audit can also contain actions that other versions recorded. */
export const AUDIT_ACTIONS = [
  'submission.added',
  /** Clearfolder began its first attempt to send documents of the folder `detail.folder`. Nothing proves yet that the documents arrived. */
  'submission.began',
  /** The service has the documents of a submission, as the Task `detail.task`. */
  'submission.confirmed',
  'submission.retried',
  'submission.withdrawn',
  'submission.sent-again',
  'file.decided',
  'answer.added',
  /** The service has the answer `detail.answer`. */
  'answer.confirmed',
  /** A person sent the documents of the rejected answer as a new Task. */
  'answer.as-task',
  'edit.added',
  'drop.files-added',
  'drop.file-removed',
  'drop.discarded',
  'folder.backlog-decided',
  /** A person decided about documents that a folder sent for another task type or request_spec. `detail.decision`: `send` or `dismiss`. */
  'folder.offer-decided',
  'folder.no-other-station',
  'folder.moved',
  'folder.paused',
  'folder.resumed',
  'list.viewed',
  'drop.viewed',
  'task.viewed',
  'document.viewed',
  'document.saved',
  'document.printed',
  'task.printed',
  /** A person added a note that only the staff of this station read. */
  'task.noted',
  /** A person assigned a Task to the person `detail.to`. A null `detail.to` means that the assignment was removed. */
  'task.assigned',
  'task.set-aside',
  'task.given-up',
  'task.taken-back',
  /** The service has a second Task of one submission. `detail.other` is the first Task. */
  'task.made-twice',
  /** A person decided about two Tasks of one submission. `detail.superfluous`: whether the person called this Task superfluous. */
  'task.twin-decided',
  'tasks.exported',
  'insights.exported',
  'secret.set',
  'secret.cleared',
  'organisation.kept',
  'organisation.renamed',
  /** A person confirmed that the organization of the api_secret is the ledger's organization under a new name or account. */
  'organisation.same',
  'settings.changed',
  /** `detail.by` says how the person confirmed the changes in `detail.changes`: `pin`, `code`, `dialog` or `touch-id`. */
  'redirect.confirmed',
  'redirect.refused',
  'backup.made',
  'backup.restored',
  'ledger.key-changed',
  'retention.purged',
  'lock.locked',
  'lock.unlocked',
  'lock.pin-wrong',
  'lock.pin-set',
  'lock.pin-changed',
  'lock.pin-reset',
  'lock.changed',
  /** A named user with the name `detail.name` was added. If the user existed before, the user got a new PIN. */
  'user.added',
  'user.removed',
  /** The action `detail.action` of an earlier entry failed completely or in part. */
  'audit.not-finished',
  'audit.verified',
  'audit.exported',
  'support.made',
  'ledger.restored',
  /** The service has Tasks of this station that the ledger lacks, so the ledger is an older copy. `detail.tasks` is their number. */
  'ledger.behind',
  'audit.entries-missing',
  'audit.mark-missing',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** `subject` is an id, such as the uuid of a Task, or the name of a verb or environment, and never the name of a patient. */
export const auditEntrySchema = z.object({
  seq: z.int(),
  at: isoTime,
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: jsonObjectSchema,
  hash: z.string(),
});
export type AuditEntry = z.infer<typeof auditEntrySchema>;

export const AUDIT_FINDINGS = [
  /** The hash of entry `seq` does not match the entry, so the entry was changed or inserted later. */
  'changed',
  /** The entries from `seq` to `until` are missing, and later entries exist. */
  'removed',
  /** The newest entries are missing: those from `seq` to `until`. The file `audit.mark` names the entry `until`. */
  'end-removed',
  /** Entry `seq` has another hash than the file `audit.mark` records. */
  'replaced',
  /** At the time `at`, Clearfolder recorded that entries up to `until` were removed or replaced. The newest entry was then `seq`. */
  'noticed-earlier',
  /** At the time `at`, an older ledger had been restored. The older ledger lacks the entries from `seq` + 1 to `until`. */
  'restored',
  /** An older backup was restored, and no engine has run since the restore. */
  'restore-open',
  /** `audit.mark` was missing at the time `at`, or is missing now if `at` is null. Removed newest entries may stay unnoticed. */
  'mark-missing',
] as const;

/** A finding of a verification of the audit. `fault` is true if the finding shows that somebody changed, removed or replaced entries. */
export const auditFindingSchema = z.object({
  kind: z.enum(AUDIT_FINDINGS),
  fault: z.boolean(),
  seq: z.int().nullable(),
  until: z.int().nullable(),
  at: isoTime.nullable(),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

export const auditStandingSchema = z.object({
  checked_at: isoTime,
  whole: z.boolean(),
  /** False if `audit.mark` was missing at some time. Somebody could have removed the newest entries unnoticed before that time. */
  end_vouched_for: z.boolean(),
  entries: z.int(),
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  findings: z.array(auditFindingSchema),
});
export type AuditStanding = z.infer<typeof auditStandingSchema>;
