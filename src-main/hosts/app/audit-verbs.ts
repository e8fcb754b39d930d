import { VERBS, type VerbName } from '../../contract/verbs/index.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit, SAME_VIEW_MS } from '../../core/audit/audit.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { AuditVerb } from './dispatch.ts';
import { listed } from './listed.ts';
import { createTypedSearches, type Search } from './typed-searches.ts';

/** Whoever scrolls so many times further than the entry says has seen another part of the list. */
const MUCH_FURTHER = 10;

interface Seen {
  /** What tells one look from another, beside who looked at what. */
  readonly key?: unknown;
  readonly detail?: Record<string, unknown>;
  readonly rows?: number | null;
}

/**
 * Keeps in the audit who looked at what: of a list also by what it was narrowed and how many rows were shown. The same look
 * counts once in ten minutes: a list is asked for again and again. What a person types to search is kept once the typing
 * pauses, with the rows that were shown then.
 */
export function createLookAudit(ledger: () => Ledger | null, clock: Clock, onFault: (error: string) => void) {
  const looks = new Map<string, { at: number; rows: number }>();
  const searches = createTypedSearches(clock, keepSearch, (error) => onFault(describeError(error)));

  function look(actor: string, action: AuditAction, subject: string, { key, detail, rows }: Seen = {}): void {
    const target = ledger();
    if (target === null) return;
    const now = clock.monotonic();
    const same = JSON.stringify([actor, action, subject, key ?? null]);
    const last = looks.get(same);
    const further = last !== undefined && last.rows > 0 && (rows ?? 0) >= MUCH_FURTHER * last.rows;
    if (last !== undefined && now - last.at < SAME_VIEW_MS && !further) return;
    for (const [old, { at }] of looks) if (now - at >= SAME_VIEW_MS) looks.delete(old);
    appendAudit(target, { at: clock.now(), actor, action, subject, ...(detail && { detail }) });
    looks.set(same, { at: now, rows: rows ?? 0 });
  }

  function keepSearch({ actor, name, filter, typed, rows, of }: Search): void {
    const asked = { ...typed, ...filter };
    look(actor, 'list.viewed', name, { key: asked, detail: { ...asked, ...counted(rows, of) }, rows });
  }

  function list(actor: string, name: VerbName, input: unknown, value: unknown): void {
    const { filter, typed, rows, of } = listed(name, input, value);
    // That the list was looked at is kept before anything of it is shown; a text follows once its typing pauses.
    if (Object.keys(typed).length > 0) look(actor, 'list.viewed', name, { key: [filter], detail: filter });
    else look(actor, 'list.viewed', name, { key: filter, detail: { ...filter, ...counted(rows, of) }, rows });
    searches.shown({ actor, name, filter, typed, rows, of });
  }

  /** What changes something is kept by its handler, which knows what came of it. */
  const verb: AuditVerb = (name, input, value, { actor }) => {
    const kind = VERBS[name].patientData;
    if (kind === 'listed') return list(actor, name, input, value);
    if (kind !== 'shown') return;
    const task = fieldOf(input, 'task');
    if (task !== null) return look(actor, 'task.viewed', task);
    look(actor, 'drop.viewed', fieldOf(input, 'drop') ?? name);
  };
  return { look, verb, stop: searches.stop };
}

function counted(rows: number | null, of: number | null): Record<string, number> {
  return { ...(rows === null ? {} : { rows }), ...(of === null ? {} : { of }) };
}

function fieldOf(input: unknown, name: string): string | null {
  if (typeof input !== 'object' || input === null) return null;
  const value: unknown = Object.entries(input).find(([key]) => key === name)?.[1];
  return typeof value === 'string' ? value : null;
}
