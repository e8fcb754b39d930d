/*
 * These functions decide whether two names, dates or member IDs that the service read can belong to the same patient. Small differences of
 * spelling, accents, case, word order, abbreviations and format do not count. A value that cannot be compared counts as equal to any value.
 * The functions are this lenient because false alarms would teach the staff to ignore alarms.
 */

const TITLES = new Set(['mr', 'mrs', 'ms', 'miss', 'dr', 'jr', 'sr', 'sra', 'ii', 'iii', 'iv', 'md', 'phd']);
/** The number of words of a name that are compared. More words would be slow, because the comparison tries all orders of the words. */
const MOST_WORDS = 6;
const LONGEST_NAME = 200;
/** Letters that Unicode normalization does not split into a plain letter and an accent. */
const LETTERS: ReadonlyMap<string, string> = new Map([
  ['ß', 'ss'],
  ['ø', 'o'],
  ['ł', 'l'],
  ['đ', 'd'],
  ['æ', 'ae'],
  ['œ', 'oe'],
]);

function plainText(text: string): string {
  const folded = text.normalize('NFKD').replace(/\p{M}/gu, '').toLowerCase();
  return folded.replace(/[ßøłđæœ]/g, (letter) => LETTERS.get(letter) ?? letter);
}

function wordsOf(name: string): string[] {
  const words = plainText(name.slice(0, LONGEST_NAME))
    .replace(/['’`´]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((word) => word !== '')
    .slice(0, MOST_WORDS);
  const own = words.filter((word) => !TITLES.has(word));
  return own.length === 0 ? words : own;
}

/**
 * Whether each word of the name with fewer words matches a different word of the other name. The order of the words does not count, so that
 * "Doe, Jane" matches "Jane Doe".
 */
export function sameName(one: string, other: string): boolean {
  const [short, long] = [wordsOf(one), wordsOf(other)].toSorted((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short.length === 0) return true;
  const isLatin = (words: readonly string[]) => words.some((word) => /[a-z]/.test(word));
  if (isLatin(short) !== isLatin(long) || short.join('') === long.join('')) return true;
  return canPair(short, long);
}

function canPair(short: readonly string[], long: readonly string[]): boolean {
  const [word, ...rest] = short;
  if (word === undefined) return true;
  return long.some(
    (other, at) =>
      (sameWord(word, other) && canPair(rest, long.toSpliced(at, 1))) ||
      // "MacDonald" matches "Mac Donald".
      (word === `${other}${long[at + 1]}` && canPair(rest, long.toSpliced(at, 2))),
  );
}

function sameWord(one: string, other: string): boolean {
  if (one === other) return true;
  const least = Math.min(one.length, other.length);
  // A word of one letter is an initial, as in "J. Doe".
  if (least === 1) return one[0] === other[0];
  return changes(one, other) <= (least >= 8 ? 2 : least >= 3 ? 1 : 0);
}

/** Returns the edit distance between two words: the number of inserted, missing, wrong and swapped letters. */
function changes(one: string, other: string): number {
  const rows: number[][] = [Array.from({ length: other.length + 1 }, (_, at) => at)];
  const at = (row: number, column: number) => rows[row]?.[column] ?? 0;
  for (let row = 1; row <= one.length; row++) {
    rows[row] = [row];
    for (let column = 1; column <= other.length; column++) {
      const isEqual = one[row - 1] === other[column - 1];
      const isSwap =
        row > 1 && column > 1 && one[row - 1] === other[column - 2] && one[row - 2] === other[column - 1];
      rows[row]?.push(
        Math.min(
          at(row - 1, column) + 1,
          at(row, column - 1) + 1,
          at(row - 1, column - 1) + (isEqual ? 0 : 1),
          isSwap ? at(row - 2, column - 2) + 1 : Number.POSITIVE_INFINITY,
        ),
      );
    }
  }
  return at(one.length, other.length);
}

const MONTHS = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const MONTHS_ES = ['ene', 'feb', 'mar', 'abr', 'may', 'jun', 'jul', 'ago', 'sep', 'oct', 'nov', 'dic'];

/** Whether two dates can mean the same day. For example, 03/04/1980 can mean March 4 and April 3. */
export function sameDay(one: string, other: string): boolean {
  const [days, others] = [daysOf(one), daysOf(other)];
  return days.length === 0 || others.length === 0 || days.some((day) => others.includes(day));
}

/** Returns all days that a date can mean, as `YYYY-M-D`; an empty list for a text that is not a complete date. */
function daysOf(date: string): string[] {
  const text = plainText(date).trim();
  const iso = /^(\d{4})[-/.]?(\d{2})[-/.]?(\d{2})(?:[t ].*)?$/.exec(text);
  if (iso !== null) return daysIn(iso[1], [[iso[2], iso[3]]]);
  const numbers = /^(\d{1,2})[-/. ]+(\d{1,2})[-/. ]+(\d{4}|\d{2})$/.exec(text);
  if (numbers !== null)
    return daysIn(numbers[3], [
      [numbers[1], numbers[2]],
      [numbers[2], numbers[1]],
    ]);
  const month = monthIn(text);
  const [day, year] = [/\b(\d{1,2})(?:st|nd|rd|th|º)?\b/.exec(text)?.[1], /\b(\d{4}|\d{2})$/.exec(text)?.[1]];
  return month === null ? [] : daysIn(year, [[String(month), day]]);
}

function monthIn(text: string): number | null {
  const word = /[a-z]{3,}/g;
  for (const [found] of text.matchAll(word)) {
    const at = [MONTHS, MONTHS_ES].map((months) => months.indexOf(found.slice(0, 3))).find((one) => one >= 0);
    if (at !== undefined) return at + 1;
  }
  return null;
}

type MonthAndDay = readonly [month: string | undefined, day: string | undefined];

function daysIn(year: string | undefined, pairs: readonly MonthAndDay[]): string[] {
  const years = year?.length === 2 ? [`19${year}`, `20${year}`] : [year];
  return pairs.flatMap(([month, day]) => {
    const isDay = Number(month) >= 1 && Number(month) <= 12 && Number(day) >= 1 && Number(day) <= 31;
    return isDay && year !== undefined ? years.map((one) => `${one}-${Number(month)}-${Number(day)}`) : [];
  });
}

/**
 * An ID of at least this length matches every longer ID that contains it, because a longer ID often only adds a prefix or the number of a
 * dependent.
 */
const LEAST_OF_ID = 5;

export function sameMemberId(one: string, other: string): boolean {
  const [short, long] = [idOf(one), idOf(other)].toSorted((a, b) => a.length - b.length);
  if (short === undefined || long === undefined || short === '' || isMasked(one) || isMasked(other))
    return true;
  return short === long || (short.length >= LEAST_OF_ID && long.includes(short));
}

/**
 * Returns a member ID for comparison. Text recognition confuses O with 0, and I and L with 1. Leading zeros only fill the field of a form.
 */
const idOf = (id: string) =>
  plainText(id)
    .replace(/[^a-z0-9]/g, '')
    .replace(/o/g, '0')
    .replace(/[il]/g, '1')
    .replace(/^0+/, '');

const isMasked = (id: string) => /[*•#]|x{3,}/i.test(id);
