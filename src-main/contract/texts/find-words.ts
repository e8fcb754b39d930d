/*
 * How a search compares its words with what the service read. SQLite compares in the same way (`unicode61`, migration 18), so that a row
 * shows the passage for which SQLite found the Task.
 */

const PLAIN = /^[A-Za-z0-9]+$/;
const MARKS = /[\u0300-\u036f]/g;
const TOKEN = /(?:[\p{L}\p{N}\p{Co}]|[\u0300-\u036f])+/gu;
/** A shorter beginning of a word stands in nearly every document. */
const LEAST_BEGINNING = 3;
const LEAST_WORD = 2;

/** A word of a search, such as "Müller" or "1980-01-31". Its parts must follow one another in the text. */
export interface SearchWord {
  readonly parts: readonly string[];
  /** Whether the last part may be the beginning of a longer word. */
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

/** Returns the words of a search, all of which a text must have. Without a word of two letters or digits, returns none. */
export function searchWords(search: string): readonly SearchWord[] {
  const given = search
    .split(/\s+/)
    .map((term) => [...tokensOf(term)].map(({ word }) => word))
    .filter((parts) => parts.length > 0);
  if (!given.flat().some((part) => part.length >= LEAST_WORD)) return [];
  return given.map((parts, index) => ({
    parts,
    begins: index === given.length - 1 && (parts.at(-1)?.length ?? 0) >= LEAST_BEGINNING,
  }));
}

/** A part of a text: the indexes of its first character and of the character after its last. */
export interface Found {
  readonly from: number;
  readonly to: number;
}

/** Returns where the words stand in a text, in the order of the text and without overlaps. */
export function findWords(text: string, words: readonly SearchWord[]): Found[] {
  return [...matchesIn(text, words)];
}

// A generator, because a passage needs the first match only, and a text can be long.
function* matchesIn(text: string, words: readonly SearchWord[]): Generator<Found> {
  const longest = Math.max(0, ...words.map(({ parts }) => parts.length));
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
    for (const word of words) if (fits(word, ahead)) taken = Math.max(taken, word.parts.length);
    const last = ahead[taken - 1];
    if (last !== undefined) yield { from: first.from, to: last.to };
    ahead.splice(0, Math.max(1, taken));
  }
}

function fits({ parts, begins }: SearchWord, tokens: readonly Token[]): boolean {
  return parts.every((part, index) => {
    const word = tokens[index]?.word;
    return begins && index === parts.length - 1 ? word?.startsWith(part) === true : word === part;
  });
}

const LENGTH = 100;

/**
 * Returns the first words that match and the words after them, without line breaks; null if no word of the text matches. `before` is the
 * number of characters before the match.
 */
export function passageOf(text: string, words: readonly SearchWord[], before = 0): string | null {
  const { value: first } = matchesIn(text, words).next();
  if (first === undefined) return null;
  const start = first.from <= before ? 0 : wordStart(text, first.from - before, first.from);
  const end = Math.min(text.length, start + LENGTH);
  const part = text.slice(start, end).toWellFormed().replace(/\s+/g, ' ').trim();
  return `${start > 0 ? '…' : ''}${part}${end < text.length ? '…' : ''}`;
}

/** Returns the start of the first whole word between two places of a text. */
function wordStart(text: string, from: number, before: number): number {
  const gap = text.slice(from, before).search(/\s/);
  return gap === -1 ? from : from + gap + 1;
}
