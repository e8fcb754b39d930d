import type { AuditAction } from '../../contract/views/audit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { appendAudit } from './audit.ts';

/**
 * For what no transaction of the ledger can hold together with its entry: the secret store, a file that a person keeps. The
 * entry comes first, so that nothing is done that could not be kept. Where it then fails a second entry says so; a process
 * that is killed in between has said too much, never too little.
 */
export async function recordFirst<T>(
  ledger: Ledger,
  now: () => number,
  entry: {
    readonly actor: string;
    readonly action: AuditAction;
    readonly subject: string | null;
    readonly detail?: Record<string, unknown>;
  },
  work: () => Promise<T>,
): Promise<T> {
  appendAudit(ledger, { ...entry, at: now() });
  try {
    return await work();
  } catch (error) {
    const { actor, action, subject, detail } = entry;
    try {
      const about = { action, ...detail };
      appendAudit(ledger, { at: now(), actor, action: 'audit.not-finished', subject, detail: about });
    } catch {
      // The first failure is the one to tell.
    }
    throw error;
  }
}
