import { z } from 'zod';
import { isoTime, jsonObjectSchema } from './common.ts';

/** The actions that audit entries name. Other versions of Clearfolder may write further actions. */
export const AUDIT_ACTIONS = [
  'submission.added',
  /** Clearfolder sent documents of a folder (`detail.folder`) by itself. */
  'submission.sent',
  'submission.retried',
  'submission.withdrawn',
  'submission.sent-again',
  'file.decided',
  'answer.added',
  'edit.added',
  'drop.files-added',
  'drop.file-removed',
  'drop.discarded',
  'folder.backlog-decided',
  'folder.no-other-station',
  'folder.paused',
  'folder.resumed',
  'list.viewed',
  'drop.viewed',
  'task.viewed',
  'document.viewed',
  'document.saved',
  'secret.set',
  'secret.cleared',
  'organisation.kept',
  'organisation.renamed',
  /** A person confirmed that another organization is the ledger's organization, under a new name or account. */
  'organisation.same',
  'settings.changed',
  /** `detail.changes` has the changes, `detail.by` the kind of proof. */
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
  /** The action of an earlier entry (`detail.action`) failed completely or in part. */
  'audit.not-finished',
  'audit.verified',
  'audit.exported',
  'support.made',
  'ledger.restored',
  'audit.entries-missing',
  'audit.mark-missing',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** An entry of the audit. `subject` is an id, such as of a Task, or the name of a verb or environment; never a name of a patient. */
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
  'changed',
  'removed',
  /** The entries from `seq` to `until` are missing. */
  'end-removed',
  'replaced',
  /** At the time `at`, Clearfolder recorded that entries up to `until` were removed or replaced. */
  'noticed-earlier',
  /** At the time `at`, an older backup of the ledger was restored, which lacks the entries after `seq` up to `until`. */
  'restored',
  /** An older backup was restored, and no engine has run since the restore. */
  'restore-open',
  /** At the time `at`, the file `audit.mark` was missing. Without this file, nothing shows whether the newest entries were removed. */
  'mark-missing',
] as const;

/** A finding of a verification of the audit. `fault`: whether the finding shows tampering. */
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
  /** False if the file `audit.mark` was missing once. Somebody could then have removed the newest entries unnoticed. */
  end_vouched_for: z.boolean(),
  entries: z.int(),
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  findings: z.array(auditFindingSchema),
});
export type AuditStanding = z.infer<typeof auditStandingSchema>;
