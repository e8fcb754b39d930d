import { isDeepStrictEqual } from 'node:util';
import { inputOf, type VerbName } from '../../contract/verbs/index.ts';

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
