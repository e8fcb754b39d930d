import type { AuditFilter } from '../../contract/verbs/audit.ts';
import type { AuditFormat } from './export-audit.ts';

/** What the audit keeps of an export: how, and by what it was narrowed. The typed text may name a patient: it stays in the encrypted ledger. */
export function exportedDetail(format: AuditFormat, filter: AuditFilter): Record<string, unknown> {
  const { actor, action, subject, from, to } = filter;
  return {
    format,
    ...(actor.length > 0 ? { actor } : {}),
    ...(action.length > 0 ? { action } : {}),
    ...(subject === '' ? {} : { subject }),
    ...(from === null ? {} : { from }),
    ...(to === null ? {} : { to }),
  };
}
