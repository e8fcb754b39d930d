/*
 * How a search compares its words with the texts that the service read. SQLite compares words by the same rules (`unicode61`, schema/task-texts.ts),
 * so this code finds the same words in a text as the SQLite search that selected the Task.
 */

const PLAIN = /^[A-Za-z0-9]+$/;
const MARKS = /[\u0300-\u036f]/g;
const TOKEN = /(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu;
/**
 * The minimum length of a search word that also matches the beginning of a longer word. A shorter search word would match in nearly every
 * document.
 */
const LEAST_BEGINNING = 3;
const LEAST_WORD = 2;

/**
 * The runs of letters and digits of a word, such as "1980", "01" and "31". A text contains the spelling if the parts directly follow one
 * another in the text. If `begins` is true, the last part also matches a longer word that begins with the last part.
 */
interface Spelling {
  readonly parts: readonly string[];
  readonly begins: boolean;
}

/**
 * A word of a search, such as "Müller", "QX-447-1902" or "July 21, 1964". A text contains the word if the text contains one of the
 * spellings. A date has spellings with month names and with numbers, because the documents of different programs write both. A number,
 * such as a member ID, has spellings with and without separators.
 */
export interface SearchWord {
  readonly spellings: readonly Spelling[];
}

interface Token {
  readonly from: number;
  readonly to: number;
  readonly word: string;
}

function* tokensOf(text: string): Generator<Token> {
  for (const { index, 0: found } of text.matchAll(TOKEN)) {
    const plain = PLAIN.test(found) ? found : found.normalize('NFD').replace(MARKS, '');
    yield { from: index, to: index + found.length, word: plain.toLowerCase() };
  }
}

/**
 * Returns the words of a search. A text matches a search if the text contains all words. If no word has a part of at least `LEAST_WORD`
 * letters or digits, returns an empty list.
 */
export function searchWords(search: string): readonly SearchWord[] {
  const terms = search
    .split(/\s+/)
    .map((term) => [...tokensOf(term)].map(({ word }) => word))
    .filter((parts) => parts.length > 0);
  if (!terms.flat().some((part) => part.length >= LEAST_WORD)) return [];
  const words: SearchWord[] = [];
  for (let from = 0; from < terms.length; ) {
    const { date, length } = dateAt(terms, from);
    const parts = terms.slice(from, from + length).flat();
    from += length;
    const isLast = from === terms.length;
    words.push({ spellings: date === null ? spellingsOf(parts, isLast) : datesOf(parts, date) });
  }
  return words;
}

interface DayOfYear {
  /** The year as the texts may write the year: 1964 and 64. A typed 64 can mean 1964 and 2064, and both are in the list. */
  readonly years: readonly string[];
  readonly month: number;
  readonly day: number;
}

/** A date in words has at most this many terms, such as "21 de julio de 1964". */
const MOST_TERMS = 5;

/** Returns the date that begins at the term `from`, and the number of terms of the date. If no date begins there, `length` is 1. */
function dateAt(
  terms: readonly (readonly string[])[],
  from: number,
): { date: DayOfYear | null; length: number } {
  for (let length = 1; length <= Math.min(MOST_TERMS, terms.length - from); length += 1) {
    const parts = terms.slice(from, from + length).flat();
    const date = (length === 1 ? inNumbers(parts) : null) ?? inWords(parts);
    if (date !== null) return { date, length };
  }
  return { date: null, length: 1 };
}

const NUMBERS =
  /^(?:(?<year>\d{4}) (?<m>\d\d?) (?<d>\d\d?)|(?<first>\d\d?) (?<second>\d\d?) (?<last>\d{4}|\d\d))$/;

/** Returns the date of "1964-07-21", "07/21/1964", "7/21/64" or "21/07/1964". If both readings are possible, the month is first, as in the USA. */
function inNumbers(parts: readonly string[]): DayOfYear | null {
  const { year, m, d, first, second, last = '' } = NUMBERS.exec(parts.join(' '))?.groups ?? {};
  if (year !== undefined) return dayOfYear(year, Number(m), Number(d));
  return dayOfYear(last, Number(first), Number(second)) ?? dayOfYear(last, Number(second), Number(first));
}

const WORDS = /^(?:(?<name>\p{L}+) (?<d>\d\d?)|(?<day>\d\d?) (?<month>\p{L}+)) (?<year>\d{4}|\d\d)$/u;

/** Returns the date of "July 21, 1964", "21 Jul 1964" or "21 de julio de 1964". */
function inWords(parts: readonly string[]): DayOfYear | null {
  const found = WORDS.exec(parts.filter((part) => part !== 'de' && part !== 'del').join(' '));
  const { name, d, day, month, year = '' } = found?.groups ?? {};
  const index = MONTHS.findIndex((names) => names.includes(name ?? month ?? ''));
  return dayOfYear(year, index + 1, Number(d ?? day));
}

function dayOfYear(year: string, month: number, day: number): DayOfYear | null {
  const years = year.length === 2 ? [year, `19${year}`, `20${year}`] : [year, year.slice(2)];
  return month >= 1 && month <= 12 && day >= 1 && day <= 31 ? { years, month, day } : null;
}

/** The names of each month in English and Spanish, long and short, such as "july", "jul" and "julio". */
const MONTHS = Array.from({ length: 12 }, (_, month) => {
  const names = ['en-US', 'es-US'].flatMap((language) =>
    (['long', 'short'] as const).map((length) =>
      new Intl.DateTimeFormat(language, { month: length, timeZone: 'UTC' }).format(Date.UTC(2000, month, 1)),
    ),
  );
  return [...new Set(names.flatMap((name) => [...tokensOf(name)].map(({ word }) => word)))];
});

const withZero = (count: number) => [...new Set([String(count), String(count).padStart(2, '0')])];

function datesOf(typed: readonly string[], { years, month, day }: DayOfYear): Spelling[] {
  const spellings = [[...typed]];
  for (const year of years)
    for (const d of withZero(day)) {
      for (const m of withZero(month)) {
        spellings.push([m, d, year]);
        // No text begins a date with a year of two digits.
        if (year.length === 4) spellings.push([year, m, d]);
        // A day above 12 cannot be a month, so only such a day may stand before the month.
        if (day > 12) spellings.push([d, m, year]);
      }
      for (const name of MONTHS[month - 1] ?? [])
        spellings.push([name, d, year], [d, name, year], [d, 'de', name, 'de', year]);
    }
  return spellings.map((parts) => ({ parts, begins: false }));
}

/** The numbers that have spellings with other separators: 6 to 14 letters and digits, among them at least 4 digits. */
const NUMBER = /^(?=(?:\D*\d){4})[a-z0-9]{6,14}$/;

function spellingsOf(parts: readonly string[], isLast: boolean): Spelling[] {
  const typed = { parts, begins: isLast && (parts.at(-1)?.length ?? 0) >= LEAST_BEGINNING };
  const joined = parts.join('');
  if (!NUMBER.test(joined)) return [typed];
  // The last part of a spelling with other separators begins too many words, so such a spelling matches only whole words.
  const others = splitsOf(joined).map((split) => ({ parts: split, begins: false }));
  return parts.length === 1 ? [typed, ...others] : [typed, { parts: [joined], begins: isLast }, ...others];
}

/** Returns the ways to write a number in two or three parts. The second and the third part have at least two characters. */
function splitsOf(number: string): string[][] {
  const splits: string[][] = [];
  for (let first = 1; first <= number.length - 2; first += 1) {
    const [head, rest] = [number.slice(0, first), number.slice(first)];
    splits.push([head, rest]);
    for (let cut = 2; cut <= rest.length - 2; cut += 1)
      splits.push([head, rest.slice(0, cut), rest.slice(cut)]);
  }
  return splits;
}

/** A match in a text. `from` is the index of the first character of the match, and `to` is the index after its last character. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Returns all matches of `words` in a text, in the order of the text and without overlaps. */
export function findWords(text: string, words: readonly SearchWord[]): Found[] {
  return [...matchesIn(text, words)];
}

// A generator, because `passageOf` needs only the first match, and a text can be long.
function* matchesIn(text: string, words: readonly SearchWord[]): Generator<Found> {
  const spellings = words.flatMap((word) => word.spellings);
  const longest = Math.max(0, ...spellings.map(({ parts }) => parts.length));
  const ahead: Token[] = [];
  const tokens = tokensOf(text);
  for (;;) {
    while (ahead.length < longest) {
      const next = tokens.next();
      if (next.done === true) break;
      ahead.push(next.value);
    }
    const [first] = ahead;
    if (first === undefined) return;
    let taken = 0;
    for (const one of spellings) if (fits(one, ahead)) taken = Math.max(taken, one.parts.length);
    const last = ahead[taken - 1];
    if (last !== undefined) yield { from: first.from, to: last.to };
    ahead.splice(0, Math.max(1, taken));
  }
}

function fits({ parts, begins }: Spelling, tokens: readonly Token[]): boolean {
  return parts.every((part, index) => {
    const word = tokens[index]?.word;
    return begins && index === parts.length - 1 ? word?.startsWith(part) === true : word === part;
  });
}

const LENGTH = 100;

/**
 * Returns the part of a text around the first match, without line breaks; null if the text has no match. The part starts at most `before`
 * characters before the match, at the beginning of a word if possible.
 */
export function passageOf(text: string, words: readonly SearchWord[], before = 0): string | null {
  const { value: first } = matchesIn(text, words).next();
  if (first === undefined) return null;
  const start = first.from <= before ? 0 : wordStart(text, first.from - before, first.from);
  const end = Math.min(text.length, start + LENGTH);
  const part = text.slice(start, end).toWellFormed().replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

/** Returns the index of the first character after the first space between the indexes `from` and `before`; `from` if there is no space. */
function wordStart(text: string, from: number, before: number): number {
  const gap = text.slice(from, before).search(/\s/);
  return gap === -1 ? from : from + gap + 1;
}
