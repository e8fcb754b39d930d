import { VERBS } from '../../contract/verbs/index.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/ledger.ts';
import { appendAudit } from '../../core/log/audit.ts';
import { SAME_LOOK_MS } from '../../core/log/audit-look.ts';
import type { AuditVerb } from './dispatch.ts';

/** Keeps in the audit who looked at what. The same look counts once in ten minutes: a list is asked for again and again. */
export function createLookAudit(ledger: () => Ledger | null, clock: Clock) {
  const looks = new Map<string, number>();

  function look(actor: string, action: AuditAction, subject: string): void {
    const target = ledger();
    if (target === null) return;
    const now = clock.monotonic();
    const key = JSON.stringify([actor, action, subject]);
    const last = looks.get(key);
    if (last !== undefined && now - last < SAME_LOOK_MS) return;
    for (const [old, at] of looks) if (now - at >= SAME_LOOK_MS) looks.delete(old);
    appendAudit(target, { at: clock.now(), actor, action, subject });
    looks.set(key, now);
  }

  /** What changes something is kept by its handler, which knows what came of it. */
  const verb: AuditVerb = (name, input, { actor }) => {
    const kind = VERBS[name].patientData;
    if (kind === 'listed') return look(actor, 'list.viewed', name);
    if (kind !== 'shown') return;
    const task = fieldOf(input, 'task');
    if (task !== null) return look(actor, 'task.viewed', task);
    look(actor, 'drop.viewed', fieldOf(input, 'drop') ?? name);
  };
  return { look, verb };
}

function fieldOf(input: unknown, name: string): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : null;
}
