import { z } from 'zod';
import { isoTime, jsonObjectSchema } from './common.ts';

/** Everything the audit keeps: who saw, sent, changed, exported what. An entry of another version may name one that is not here. */
export const AUDIT_ACTIONS = [
  'submission.added',
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
  /** The ledger took the organisation of its first sign-in. */
  'organisation.kept',
  'organisation.renamed',
  /** A person said that another organisation is the one of this ledger, with a new name or credential. */
  'organisation.same',
  'settings.changed',
  /** A person allowed, or did not allow, that documents go elsewhere (`detail.changes`, `detail.by`). */
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
  /** What an earlier entry told of (`detail.action`) failed, wholly or in part. */
  'audit.not-finished',
  'audit.verified',
  'audit.exported',
  'support.made',
  'ledger.restored',
  'audit.entries-missing',
  'audit.mark-missing',
] as const;
export type AuditAction = (typeof AUDIT_ACTIONS)[number];

/** One entry. `subject` is an id (of a Task, submission, drop, folder, list), never a name. */
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
  /** Entry `seq` is not what was written. */
  'changed',
  /** The entries from `seq` to `until` are not there. */
  'removed',
  /** The entries from `seq` to `until`, the newest, are not there. */
  'end-removed',
  /** Entry `seq` is another one than it was. */
  'replaced',
  /** Clearfolder itself noticed, at `at`, that entries up to `until` had been removed or replaced. */
  'noticed-earlier',
  /** An older copy of the ledger was put back at `at`: what was written after `seq`, up to `until`, is not in it. */
  'restored',
  /** An older copy was put back and no engine has worked with it yet. */
  'restore-open',
  /** The mark beside the ledger, by which removed newest entries show, was not there at `at`. */
  'mark-missing',
] as const;

/** One thing that was found about the record. A fault says that somebody tampered with it; else it only explains. */
export const auditFindingSchema = z.object({
  kind: z.enum(AUDIT_FINDINGS),
  fault: z.boolean(),
  seq: z.int().nullable(),
  until: z.int().nullable(),
  at: isoTime.nullable(),
});
export type AuditFinding = z.infer<typeof auditFindingSchema>;

/** What can be said of the record as a whole. */
export const auditStandingSchema = z.object({
  checked_at: isoTime,
  /** Nothing says that an entry was changed, put in or removed. */
  whole: z.boolean(),
  /** False where the mark was missing once: newest entries could have been removed before that, and nothing would show it. */
  end_vouched_for: z.boolean(),
  entries: z.int(),
  head: z.object({ seq: z.int(), hash: z.string() }).nullable(),
  findings: z.array(auditFindingSchema),
});
export type AuditStanding = z.infer<typeof auditStandingSchema>;
