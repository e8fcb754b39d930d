import type { AuditAction } from '../../../contract/views/audit.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { describeError } from '../../../core/log/describe-error.ts';

// The maximum number of entries that wait for a writable ledger. Above this number, the oldest entry is lost.
const MOST_WAITING = 1_000;

interface Waiting {
  readonly at: number;
  readonly actor: string;
  readonly action: AuditAction;
  readonly detail: Record<string, unknown>;
}

export interface LockAudit {
  /** Adds an entry. If the ledger refuses the entry, the entry waits in memory, because a full disk must not prevent a lock. */
  add(action: AuditAction, actor: string, detail: Record<string, unknown>): void;
  writeWaiting(): void;
}

/** `ledger` returns the ledger of the running engine, or null. Entries that still wait when the process ends are lost. */
export function createLockAudit({
  ledger,
  clock,
  onFault,
}: {
  ledger: () => Ledger | null;
  clock: Clock;
  onFault: (error: string) => void;
}): LockAudit {
  const waiting: Waiting[] = [];

  function write(): void {
    const target = waiting.length === 0 ? null : ledger();
    while (target !== null && waiting[0] !== undefined) {
      appendAudit(target, { ...waiting[0], subject: null });
      waiting.shift();
    }
  }

  return {
    add: (action, actor, detail) => {
      waiting.push({ at: clock.now(), actor, action, detail });
      if (waiting.length > MOST_WAITING) waiting.shift();
      try {
        write();
      } catch (error) {
        onFault(describeError(error));
      }
    },
    writeWaiting: () => {
      try {
        write();
      } catch {
        // `add` has already reported that the ledger cannot be written.
      }
    },
  };
}
