import { isDeepStrictEqual } from 'node:util';
import { inputOf, VERBS, type VerbName } from '../../contract/verbs/index.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit, SAME_VIEW_MS } from '../../core/audit/audit.ts';
import type { Clock } from '../../core/clock.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import type { AuditVerb } from './dispatch.ts';

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

/** Which part of a list is asked for, and in which order: not by what the list is narrowed. */
const NO_FILTERS = new Set(['offset', 'length', 'before', 'extent', 'order_by', 'sort_ascending']);
/** What a person types letter by letter. */
const TYPED = new Set(['search', 'subject']);

/** What a list was narrowed to, and how much of it was shown. */
export interface Listed {
  /** The fields that are not what they are unless something is asked for; without the typed text. */
  readonly filter: Readonly<Record<string, unknown>>;
  /** The typed text by its field; empty where none was typed. */
  readonly typed: Readonly<Record<string, string>>;
  /** The number of the last row that was shown, and of all that fit; null where the list does not say. */
  readonly rows: number | null;
  readonly of: number | null;
}

/** What the audit keeps of a list that a verb gave, by its input and its answer. */
export function listed(name: VerbName, input: unknown, value: unknown): Listed {
  const usual = fieldsOf(inputOf(name).safeParse({}).data);
  const asked = fieldsOf(input).filter(
    ([field, wanted]) =>
      !NO_FILTERS.has(field) &&
      !usual.some(([other, is]) => other === field && isDeepStrictEqual(is, wanted)),
  );
  const filter: Record<string, unknown> = {};
  const typed: Record<string, string> = {};
  for (const [field, wanted] of asked) {
    if (TYPED.has(field) && typeof wanted === 'string') typed[field] = wanted;
    else filter[field] = wanted;
  }
  const given = Array.isArray(value) ? value : fieldsOf(value).find(([field]) => field === 'rows')?.[1];
  const offset = numberIn(input, 'offset') ?? 0;
  const rows = Array.isArray(given) ? offset + given.length : null;
  return { filter, typed, rows, of: numberIn(value, 'count') };
}

function fieldsOf(value: unknown): [string, unknown][] {
  return typeof value === 'object' && value !== null ? Object.entries(value) : [];
}

function numberIn(value: unknown, name: string): number | null {
  const found = fieldsOf(value).find(([field]) => field === name)?.[1];
  return typeof found === 'number' ? found : null;
}

/** So long without another letter, a text counts as the one that was meant. */
const PAUSE_MS = 1_500;

export interface Search extends Listed {
  readonly actor: string;
  readonly name: VerbName;
}

interface Newest {
  search: Search;
  /** Reached by typing, not by deleting letters: a text that was meant, although perhaps nobody pauses at the text. */
  readonly meant: boolean;
  kept: boolean;
}

/**
 * Tells the searches that were meant from the letters on the way to them: lists are asked for at each letter, and the audit is
 * to hold "Miller", not "M", "Mi", "Mil". Told to `keep`: a text at which typing pauses, the longest text before somebody
 * deletes letters or types another text, and what was typed last at the end.
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
    /** A list was shown, by a text or without one. @throws as `keep` does */
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
    /** Keeps what was typed last. */
    stop: (): void => {
      for (const newest of texts.values()) if (newest.meant) settle(newest);
      texts.clear();
      stopping.abort();
    },
  };
}

const textOf = ({ typed }: Search): string => Object.values(typed).join(' ');
