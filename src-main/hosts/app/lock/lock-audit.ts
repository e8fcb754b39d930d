import type { AuditAction } from '../../../contract/views/audit.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import type { Clock } from '../../../core/clock.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { describeError } from '../../../core/log/describe-error.ts';

/** More than a person locks, unlocks and mistypes while a disk is full; of more than these the newest are kept. */
const MOST_WAITING = 1_000;

interface Waiting {
  readonly at: number;
  readonly actor: string;
  readonly action: AuditAction;
  readonly detail: Record<string, unknown>;
}

/** What became of the lock, in the audit. */
export interface LockAudit {
  /** A record that cannot be written must not keep the station open: the entry waits, with its time, and those after it. */
  add(action: AuditAction, actor: string, detail: Record<string, unknown>): void;
  /** Writes what waits, where it can be written now. */
  keepWaiting(): void;
}

/** `ledger` gives the one that an engine runs with, or null. Entries that still wait when the program ends are lost. */
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
    keepWaiting: () => {
      try {
        write();
      } catch {
        // Said when the first of them was added.
      }
    },
  };
}
