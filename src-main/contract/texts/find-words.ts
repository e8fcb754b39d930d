/*
 * How a search compares its words with the texts that the service read. SQLite compares words by the same rules (`unicode61`, migration
 * 18), so this code finds the same words in a text as the SQLite search that selected the Task.
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
 * A word of a search, such as "Müller" or "1980-01-31". A spelling has the runs of letters and digits in the word, such as "1980", "01"
 * and "31". A text contains the word if the parts of one spelling directly follow one another in the text. A date has a spelling with and
 * a spelling without each leading zero, because the documents of different programs write both.
 */
export interface SearchWord {
  readonly spellings: readonly (readonly string[])[];
  /** If true, a longer word of the text also matches the last part if the longer word begins with the last part. */
  readonly begins: boolean;
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
  const given = search
    .split(/\s+/)
    .map((term) => [...tokensOf(term)].map(({ word }) => word))
    .filter((parts) => parts.length > 0);
  if (!given.flat().some((part) => part.length >= LEAST_WORD)) return [];
  return given.map((parts, index) => ({
    spellings: spellingsOf(parts),
    begins: index === given.length - 1 && (parts.at(-1)?.length ?? 0) >= LEAST_BEGINNING,
  }));
}

const DATE = /^(\d{1,2} \d{1,2} \d{4}|\d{4} \d{1,2} \d{1,2})$/;

function spellingsOf(parts: readonly string[]): string[][] {
  if (!DATE.test(parts.join(' '))) return [[...parts]];
  return parts.reduce<string[][]>(
    (all, part) => {
      const forms = new Set([part, part.replace(/^0(?=.$)/, ''), part.padStart(2, '0')]);
      return all.flatMap((before) => [...forms].map((form) => [...before, form]));
    },
    [[]],
  );
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
  const longest = Math.max(0, ...words.map(lengthOf));
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
    for (const word of words) if (fits(word, ahead)) taken = Math.max(taken, lengthOf(word));
    const last = ahead[taken - 1];
    if (last !== undefined) yield { from: first.from, to: last.to };
    ahead.splice(0, Math.max(1, taken));
  }
}

const lengthOf = ({ spellings }: SearchWord) => spellings[0]?.length ?? 0;

function fits({ spellings, begins }: SearchWord, tokens: readonly Token[]): boolean {
  return spellings.some((parts) =>
    parts.every((part, index) => {
      const word = tokens[index]?.word;
      return begins && index === parts.length - 1 ? word?.startsWith(part) === true : word === part;
    }),
  );
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
