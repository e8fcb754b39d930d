import { isDeepStrictEqual } from 'node:util';
import { inputOf, VERBS, type VerbName } from '../../contract/verbs/index.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit, SAME_VIEW_MS } from '../../core/audit/audit.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { AuditVerb } from './dispatch.ts';

/** A view with so many times more rows than the last entry says is a new view. */
const MUCH_FURTHER = 10;

interface Seen {
  /** Distinguishes views of the same subject. */
  readonly key?: unknown;
  readonly detail?: Record<string, unknown>;
  readonly rows?: number | null;
}

/**
 * Audits who viewed what; for a list also the filter and the number of rows. The same view is one entry in ten minutes, because pages ask
 * for lists again and again. A typed search is audited when the typing pauses, with the rows that the list then shows.
 */
export function createViewAudit(ledger: () => Ledger | null, clock: Clock, onFault: (error: string) => void) {
  const views = new Map<string, { at: number; rows: number }>();
  const searches = createTypedSearches(clock, keepSearch, (error) => onFault(describeError(error)));

  function addView(
    actor: string,
    action: AuditAction,
    subject: string,
    { key, detail, rows }: Seen = {},
  ): void {
    const target = ledger();
    if (target === null) return;
    const now = clock.monotonic();
    const same = JSON.stringify([actor, action, subject, key ?? null]);
    const last = views.get(same);
    const further = last !== undefined && last.rows > 0 && (rows ?? 0) >= MUCH_FURTHER * last.rows;
    if (last !== undefined && now - last.at < SAME_VIEW_MS && !further) return;
    for (const [old, { at }] of views) if (now - at >= SAME_VIEW_MS) views.delete(old);
    appendAudit(target, { at: clock.now(), actor, action, subject, ...(detail && { detail }) });
    views.set(same, { at: now, rows: rows ?? 0 });
  }

  function keepSearch({ actor, name, filter, typed, rows, of }: Search): void {
    const asked = { ...typed, ...filter };
    addView(actor, 'list.viewed', name, { key: asked, detail: { ...asked, ...counted(rows, of) }, rows });
  }

  function list(actor: string, name: VerbName, input: unknown, value: unknown): void {
    const { filter, typed, rows, of } = listed(name, input, value);
    // The entry comes before any row is shown. The typed text follows when the typing pauses.
    if (Object.keys(typed).length > 0) addView(actor, 'list.viewed', name, { key: [filter], detail: filter });
    else
      addView(actor, 'list.viewed', name, { key: filter, detail: { ...filter, ...counted(rows, of) }, rows });
    searches.shown({ actor, name, filter, typed, rows, of });
  }

  const verb: AuditVerb = (name, input, value, { actor }) => {
    const kind = VERBS[name].patientData;
    if (kind === 'listed') return list(actor, name, input, value);
    if (kind !== 'shown') return;
    const task = fieldOf(input, 'task');
    if (task !== null) return addView(actor, 'task.viewed', task);
    addView(actor, 'drop.viewed', fieldOf(input, 'drop') ?? name);
  };
  return { addView, verb, stop: searches.stop };
}

function counted(rows: number | null, of: number | null): Record<string, number> {
  return { ...(rows === null ? {} : { rows }), ...(of === null ? {} : { of }) };
}

function fieldOf(input: unknown, name: string): string | null {
  const value = valueIn(input, name);
  return typeof value === 'string' ? value : null;
}

/** The fields that choose part and order of a list, and filter nothing. */
const NO_FILTERS = new Set(['offset', 'length', 'before', 'extent', 'order_by', 'sort_ascending']);
/** The fields that a person types letter by letter. */
const TYPED = new Set(['search', 'subject']);

/** The filter of a list, and how many rows the list showed. */
export interface Listed {
  /** The fields that differ from their defaults, without typed text. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The typed texts by field. */
  readonly typed: Readonly<Record<string, string>>;
  /** The number of the last row shown, and of all rows that match; null if the list does not say. */
  readonly rows: number | null;
  readonly of: number | null;
}

function listed(name: VerbName, input: unknown, value: unknown): Listed {
  const defaults = fieldsOf(inputOf(name).safeParse({}).data);
  const asked = fieldsOf(input).filter(
    ([field, wanted]) =>
      !NO_FILTERS.has(field) &&
      !defaults.some(([other, usual]) => other === field && isDeepStrictEqual(usual, wanted)),
  );
  const filter: Record<string, unknown> = {};
  const typed: Record<string, string> = {};
  for (const [field, wanted] of asked) {
    if (TYPED.has(field) && typeof wanted === 'string') typed[field] = wanted;
    else filter[field] = wanted;
  }
  const given = Array.isArray(value) ? value : valueIn(value, 'rows');
  const offset = numberIn(input, 'offset') ?? 0;
  const rows = Array.isArray(given) ? offset + given.length : null;
  return { filter, typed, rows, of: numberIn(value, 'count') };
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function numberIn(value: unknown, name: string): number | null {
  const found = valueIn(value, name);
  return typeof found === 'number' ? found : null;
}

const valueIn = (value: unknown, name: string) => fieldsOf(value).find(([field]) => field === name)?.[1];

/** After this time without another letter, the text counts as finished. */
const PAUSE_MS = 1_500;

export interface Search extends Listed {
  readonly actor: string;
  readonly name: VerbName;
}

interface Newest {
  search: Search;
  /** Whether the person reached the text by typing, not by deleting letters. */
  readonly meant: boolean;
  kept: boolean;
}

/**
 * Separates finished searches from the letters before. Pages ask for a list at each letter, and the audit holds "Miller", not "M", "Mi",
 * "Mil". `keep` gets each text at which the typing pauses, the longest text before a person deletes letters or types another text, and the
 * last text at the end.
 */
export function createTypedSearches(
  clock: Clock,
  keep: (search: Search) => void,
  onFault: (error: unknown) => void,
) {
  /** The newest text of each person in each list. */
  const texts = new Map<string, Newest>();
  const stopping = new AbortController();

  function settle(newest: Newest): void {
    if (newest.kept) return;
    newest.kept = true;
    try {
      keep(newest.search);
    } catch (error) {
      onFault(error);
    }
  }

  return {
    /** Reports each list that was shown, with or without a text. @throws as `keep` does */
    shown: (search: Search): void => {
      const key = JSON.stringify([search.actor, search.name]);
      const before = texts.get(key);
      const text = textOf(search);
      const old = before === undefined ? '' : textOf(before.search);
      if (before !== undefined && text === old) {
        before.search = search;
        return;
      }
      if (before?.meant === true && !before.kept && !text.startsWith(old)) {
        keep(before.search);
        before.kept = true;
      }
      texts.delete(key);
      if (text === '') return;
      const newest: Newest = { search, meant: !old.startsWith(text), kept: false };
      texts.set(key, newest);
      void clock.sleep(PAUSE_MS, stopping.signal).then(() => {
        if (texts.get(key) === newest) settle(newest);
      });
    },
    stop: (): void => {
      for (const newest of texts.values()) if (newest.meant) settle(newest);
      texts.clear();
      stopping.abort();
    },
  };
}

const textOf = ({ typed }: Search): string => Object.values(typed).join(' ');
