import { fits } from '../../../src-main/contract/characters.ts';
import { LONGEST_TYPED } from '../../../src-main/contract/json-object.ts';
import type { NeedsView } from '../../../src-main/contract/views/task.ts';

type DataKind = NeedsView['data'][number]['kind'];

// The result of parsing the text of a field.
// - `empty`: the field is empty, and the answer leaves the property out.
// - `ok`: `value` is the parsed value.
// - `wrong`: the text is no valid value, and `fault` says why.
type ReadValue =
  | { readonly state: 'empty' }
  | { readonly state: 'ok'; readonly value: string | number }
  | {
      readonly state: 'wrong';
      readonly fault: 'date' | 'date-order' | 'no-such-day' | 'number' | 'too-long';
    };

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];

/** Parses the typed text of a field. A date becomes an ISO date. A date that can be read in two ways is a fault. */
export function readValue(kind: DataKind, typed: string): ReadValue {
  const text = typed.trim();
  if (text === '') return { state: 'empty' };
  switch (kind) {
    case 'date':
      return readDate(text);
    case 'number':
      return /^[+-]?\d{1,15}(\.\d{1,10})?$/.test(text)
        ? { state: 'ok', value: Number(text) }
        : { state: 'wrong', fault: 'number' };
    case 'text':
      return fits(text, LONGEST_TYPED) ? { state: 'ok', value: text } : { state: 'wrong', fault: 'too-long' };
  }
}

// The order of day and month must be clear: year first, month in letters, day above 12, or day and month equal.
function readDate(text: string): ReadValue {
  const yearFirst = /^(\d{4})[-/. ](\d{1,2})[-/. ](\d{1,2})$/.exec(text);
  if (yearFirst) return dateOf(yearFirst[1], yearFirst[2], yearFirst[3]);
  const dayFirst = /^(\d{1,2})[-. ]+([a-z]{3,9})\.?[-, ]+(\d{4})$/i.exec(text);
  if (dayFirst) return dateOf(dayFirst[3], monthOf(dayFirst[2]), dayFirst[1]);
  const monthFirst = /^([a-z]{3,9})\.?[- ]+(\d{1,2})[-, ]+(\d{4})$/i.exec(text);
  if (monthFirst) return dateOf(monthFirst[3], monthOf(monthFirst[1]), monthFirst[2]);
  const yearLast = /^(\d{1,2})[-/. ](\d{1,2})[-/. ](\d{4})$/.exec(text);
  if (yearLast) {
    const [, first, second, year] = yearLast;
    if (Number(first) > 12) return dateOf(year, second, first);
    if (Number(second) > 12 || first === second) return dateOf(year, first, second);
    return { state: 'wrong', fault: 'date-order' };
  }
  return { state: 'wrong', fault: 'date' };
}

function monthOf(name = ''): string {
  const long = name.toLowerCase();
  const index = MONTHS.indexOf(long.slice(0, 3));
  const full = new Date(Date.UTC(2000, index, 1)).toLocaleString('en', { month: 'long', timeZone: 'UTC' });
  const known = index >= 0 && (full.toLowerCase().startsWith(long) || long === 'sept');
  return known ? String(index + 1) : '';
}

function dateOf(year = '', month = '', day = ''): ReadValue {
  if (month === '') return { state: 'wrong', fault: 'date' };
  const iso = `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`;
  const at = new Date(`${iso}T00:00:00Z`);
  const exists = !Number.isNaN(at.getTime()) && at.toISOString().startsWith(iso) && Number(year) >= 1800;
  return exists ? { state: 'ok', value: iso } : { state: 'wrong', fault: 'no-such-day' };
}

/** Returns the valid values by property; null if there is none. A faulty value is left out, so the caller must check for faults first. */
export function filledIn(
  data: NeedsView['data'],
  typed: Readonly<Record<string, string>>,
): Record<string, string | number> | null {
  const filled = data.flatMap(({ property, kind }) => {
    const read = readValue(kind, typed[property] ?? '');
    return read.state === 'ok' ? [[property, read.value] as const] : [];
  });
  return filled.length === 0 ? null : Object.fromEntries(filled);
}
