import { assertNever } from '../../../contract/assert-never.ts';
import type { FolderRule } from '../../../contract/settings.ts';
import { junkRuleOf } from '../../junk.ts';
import { type DocumentCheck, isDocument } from '../../spool/document-type.ts';
import { isInAnswers } from '../answers/answer-places.ts';

/** A function that returns the name of the rule that excludes a file, or null if the file is selected. */
export type Selection = (relativePath: string) => string | null;

/**
 * Returns the function that selects the files of a folder rule. The function never selects a junk file. Among the answer folders, it
 * selects the files for which `isLookedAt` is true. Elsewhere, it selects the files that match an include pattern and no exclude pattern.
 */
export function createSelection(
  rule: Pick<FolderRule, 'include' | 'exclude' | 'answerFolders'>,
  isLookedAt: (relativePath: string) => boolean = () => false,
): Selection {
  const included = rule.include.map(createGlob);
  const excluded = rule.exclude.map(createGlob);
  return (relativePath) => {
    const junk = junkRuleOf(relativePath);
    if (junk !== null) return junk;
    if (isInAnswers(rule, relativePath)) return isLookedAt(relativePath) ? null : 'answer-folder';
    const name = relativePath.normalize('NFC');
    if (!included.some((fits) => fits(name))) return 'not-included';
    return excluded.some((fits) => fits(name)) ? 'excluded' : null;
  };
}

/** Returns the document check of a rule, which also accepts an unlisted extension that an include pattern names, such as `*.dcm`. */
export function createDocumentCheck({ include }: Pick<FolderRule, 'include'>): DocumentCheck {
  const named = include.filter((pattern) => /\.[^./*?]+$/.test(pattern)).map(createGlob);
  return (path, head) =>
    isDocument(path, head) || (!isDocument(path) && named.some((fits) => fits(path.normalize('NFC'))));
}

/** Whether a place of a pattern matches a case-folded character. */
type Fits = (character: string) => boolean;

// A parsed part of a pattern. `one`: one character. `many`: any number of characters, or none. `either`: any of the alternatives.
type Part =
  | { readonly kind: 'one' | 'many'; readonly fits: Fits }
  | { readonly kind: 'either'; readonly alternatives: readonly (readonly Part[])[] };

// A place in a pattern, which is a state of the automaton. `fits`: tests the next character of a path; null if the place reads no
// character. `to`: the place after a character that fits. `skips`: the places that are reached without reading a character.
interface Place {
  readonly fits: Fits | null;
  readonly skips: readonly number[];
  readonly to: number;
}

const END = 0;
const REMEMBERED_AT_MOST = 10_000;
const anything: Fits = () => true;
const notSlash: Fits = (character) => character !== '/';
const slash: Part = { kind: 'one', fits: (character) => character === '/' };

/**
 * Returns a function that tests whether a relative path with `/` matches a file pattern, ignoring case. `filePattern` in
 * contract/settings.ts describes the patterns. The test follows all places of the pattern at once and never goes back. The time of a test
 * is at most proportional to the length of the path times the length of the pattern, so no file name can block the program (I8).
 */
export function createGlob(pattern: string): (path: string) => boolean {
  const places: Place[] = [{ fits: null, skips: [], to: END }];
  const add = (place: Place): number => places.push(place) - 1;
  const link = (parts: readonly Part[], end: number): number =>
    parts.reduceRight((next, part) => {
      switch (part.kind) {
        case 'one':
          return add({ fits: part.fits, skips: [], to: next });
        case 'many':
          return add({ fits: part.fits, skips: [next], to: places.length });
        case 'either':
          return add({ fits: null, skips: part.alternatives.map((option) => link(option, next)), to: END });
        default:
          return assertNever(part);
      }
    }, end);
  const start = link(parsePattern(pattern.normalize('NFC').replace(/^\.\//, '')), END);
  const matches = createMatcher(places, start);
  return (path) => path === pattern || matches(path);
}

/** `at`: all places of a pattern that the beginning of a path can reach. `next`: a cache of the fronts after one more character. */
interface Front {
  readonly at: readonly number[];
  readonly next: Map<string, Front>;
}

function createMatcher(places: readonly Place[], start: number): (path: string) => boolean {
  const fronts = new Map<string, Front>();
  let remembered = 0;
  const frontOf = (entered: readonly number[]): Front => {
    const reached = new Set<number>();
    const enter = (index: number): void => {
      if (reached.has(index)) return;
      reached.add(index);
      for (const skip of places[index]?.skips ?? []) enter(skip);
    };
    entered.forEach(enter);
    const key = [...reached].join();
    const known = fronts.get(key);
    if (known !== undefined) return known;
    const front = { at: [...reached], next: new Map<string, Front>() };
    fronts.set(key, front);
    return front;
  };
  const step = (front: Front, character: string): Front => {
    const known = front.next.get(character);
    if (known !== undefined) return known;
    const folded = fold(character);
    const fitting = front.at.flatMap((index) => {
      const place = places[index];
      return place?.fits?.(folded) ? [place.to] : [];
    });
    remembered += 1;
    if (remembered > REMEMBERED_AT_MOST) {
      for (const { next } of fronts.values()) next.clear();
      fronts.clear();
      remembered = 0;
    }
    const next = frontOf(fitting);
    front.next.set(character, next);
    return next;
  };
  const first = frontOf([start]);
  return (path) => {
    let front = first;
    for (const character of path) {
      front = step(front, character);
      if (front.at.length === 0) return false;
    }
    return front.at.includes(END);
  };
}

// Folds the case of a character as regular expressions do. A character such as ß, whose capital is several letters, stays unchanged.
function fold(character: string): string {
  const capital = character.toUpperCase();
  return capital.length === character.length ? capital : character;
}

function parsePattern(pattern: string): Part[] {
  const parts: Part[] = [];
  const segments = splitAt('/', pattern).filter(
    (part, index, all) => part !== '**' || all[index - 1] !== '**',
  );
  segments.forEach((segment, index) => {
    const isLast = index === segments.length - 1;
    if (segment !== '**') parts.push(...parseText(segment), ...(isLast ? [] : [slash]));
    else if (!isLast) parts.push(maybe([{ kind: 'many', fits: anything }, slash]));
    // The same rules as in the package picomatch: `a/**` also matches a file named `a`, but `*/**` matches only files inside folders.
    else if (index === 0 || /(?<!\\)\*$/.test(segments[index - 1] ?? ''))
      parts.push({ kind: 'many', fits: anything });
    else parts.splice(-1, 1, maybe([slash, { kind: 'many', fits: anything }]));
  });
  return parts;
}

const maybe = (parts: readonly Part[]): Part => ({ kind: 'either', alternatives: [[], parts] });

function parseText(text: string): Part[] {
  const parts: Part[] = [];
  for (let at = 0; at < text.length; ) {
    const rest = text.slice(at);
    const [piece = '', escaped, inBrackets] = /^(?:\\(.)|\[(\]?(?:\\.|[^\]\\])+)\]|.)/su.exec(rest) ?? [];
    const braces = piece === '{' ? bracesAt(rest) : null;
    if (escaped !== undefined) parts.push(letter(escaped));
    else if (inBrackets !== undefined) parts.push(oneOf(inBrackets));
    else if (braces !== null)
      parts.push({
        kind: 'either',
        alternatives: splitAt(',', braces).map((option) => parsePattern(option)),
      });
    else if (piece === '*') parts.push({ kind: 'many', fits: notSlash });
    else if (piece === '?') parts.push({ kind: 'one', fits: notSlash });
    else parts.push(letter(piece));
    at += braces === null ? piece.length : braces.length + 2;
  }
  return parts;
}

function letter(character: string): Part {
  const folded = fold(character);
  return { kind: 'one', fits: (other) => other === folded };
}

// Parses the inside of `[abc]`, `[a-c]` or `[^abc]`. `[abc]` also matches a file name that contains the text `[abc]`.
function oneOf(inside: string): Part {
  const isNegated = inside.startsWith('^');
  const choices = [...(isNegated ? inside.slice(1) : inside).matchAll(/(\\?.)(?:-(\\?.))?/gsu)].map(
    ([, first = '', last = first]) => [first.slice(-1), last.slice(-1)] as const,
  );
  const isListed: Fits = (folded) =>
    [folded, folded.toLowerCase()].some((form) =>
      choices.some(([first, last]) =>
        first === last ? fold(first) === folded : first <= form && form <= last,
      ),
    );
  if (isNegated) return { kind: 'one', fits: (folded) => folded !== '/' && !isListed(folded) };
  const one: Part = { kind: 'one', fits: isListed };
  if (/[-*+?.^${}(|)[\]\\]/.test(inside)) return one;
  return { kind: 'either', alternatives: [[one], [...`[${inside}]`].map(letter)] };
}

// Returns the text between the first brace and the matching brace; null without a matching brace or without a comma in between.
function bracesAt(text: string): string | null {
  const [inside, ...after] = splitAt('}', text.slice(1));
  return inside === undefined || after.length === 0 || splitAt(',', inside).length < 2 ? null : inside;
}

/** Splits a text at each separator that is not inside an escape, brackets or braces. */
function splitAt(separator: string, text: string): string[] {
  const pieces = [''];
  let depth = 0;
  for (const [piece] of text.matchAll(/\\.|\[\]?(?:\\.|[^\]\\])+\]|./gsu)) {
    if (depth === 0 && piece === separator) {
      pieces.push('');
      continue;
    }
    if (piece === '{') depth += 1;
    if (piece === '}') depth = Math.max(0, depth - 1);
    pieces.push(`${pieces.pop() ?? ''}${piece}`);
  }
  return pieces;
}
