import { isDeepStrictEqual } from 'node:util';
import { inputOf, VERBS, type VerbName } from '../../contract/verbs/index.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit, SAME_VIEW_MS } from '../../core/audit/audit.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { AuditVerb } from './dispatch.ts';

// A repeated view of a list gets a new entry if its number of rows is at least the number of rows of the last recorded view times this
// factor.
const MUCH_FURTHER = 10;

interface Seen {
  /** Distinguishes views of the same subject, such as two filters of a list. The audit entry does not contain `key`. */
  readonly key?: unknown;
  readonly detail?: Record<string, unknown>;
  readonly rows?: number | null;
}

/**
 * Writes an audit entry for each view of patient data. Pages request the same list again and again, so repeated views within ten minutes
 * share one entry. A search gets an entry when the person pauses typing, and not for each letter.
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
    // An entry must exist before the page gets a row. The typed text gets its own entry when the person pauses typing.
    if (Object.keys(typed).length > 0) addView(actor, 'list.viewed', name, { key: [filter], detail: filter });
    else
      addView(actor, 'list.viewed', name, { key: filter, detail: { ...filter, ...counted(rows, of) }, rows });
    searches.shown({ actor, name, filter, typed, rows, of });
  }

  const verb: AuditVerb = (name, input, value, { actor }) => {
    const kind = VERBS[name].patientData;
    if (kind === 'listed') return list(actor, name, input, value);
    if (kind !== 'shown') return;
    if (name === 'tasks.ask') {
      const foreign = fieldOf(valueIn(value, 'foreign'), 'uuid');
      if (foreign !== null) addView(actor, 'task.viewed', foreign, { detail: { known: false } });
      return;
    }
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

// The input fields that select a part of a list, or the order of the rows. These fields are not part of the filter.
const NO_FILTERS = new Set(['offset', 'length', 'before', 'extent', 'order_by', 'sort_ascending']);
// The input fields that change with every letter that a person types.
const TYPED = new Set(['search', 'subject']);

export interface Listed {
  /** The input fields that differ from their defaults, without the fields in `NO_FILTERS` and `TYPED`. */
  readonly filter: Readonly<Record<string, unknown>>;
  readonly typed: Readonly<Record<string, string>>;
  /** `rows` counts from the beginning of the whole list to the last row of the response. `of` counts all matching rows. Null if unknown. */
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

// The milliseconds without another letter after which a typed text counts as finished.
const PAUSE_MS = 1_500;

export interface Search extends Listed {
  readonly actor: string;
  readonly name: VerbName;
}

interface Newest {
  search: Search;
  /** False if the person deleted letters of the previous text. Such a text counts as a search only if the person pauses. */
  readonly meant: boolean;
  kept: boolean;
}

/**
 * Selects the finished searches from the lists that a page requests at every letter, so that the audit contains "Miller" and not "M", "Mi",
 * "Mil". `keep` gets a search when the person pauses typing for `PAUSE_MS`, deletes letters or types another text, and at `stop`.
 */
export function createTypedSearches(
  clock: Clock,
  keep: (search: Search) => void,
  onFault: (error: unknown) => void,
) {
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
    /** Must be called for every list that a page gets, also without a typed text. @throws the error of `keep` */
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
