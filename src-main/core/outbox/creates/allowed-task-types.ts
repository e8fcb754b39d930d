const WORD = /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u;
const WORDS = /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*(?: [\p{L}\p{N}._:/-]+){0,3}$/u;

/** A place where the list may stand; `isNamed` where the words before it say so, and a name in it may have blanks. */
interface Candidate {
  readonly list: string;
  readonly isNamed: boolean;
}

/**
 * The task types that the service's refusal lists (docs/service.md 7: the message names the type and lists the
 * allowed ones). The wording is not specified, so this reads the usual ways to write a list and gives [] when it
 * finds none.
 *
 * @param refused the type that it names: what lists that one lists no allowed ones
 */
export function allowedTaskTypes(detail: string, refused: string): string[] {
  for (const { list, isNamed } of candidates(detail)) {
    const words = [
      ...new Set(
        list
          .split(/,|;|\||\n|\s(?:and|or)\s/)
          .map((word) =>
            word
              .trim()
              .replace(/^(?:and|or)\s+/, '')
              .replace(/^["'`‘“]+|["'`’”.]+$/g, ''),
          )
          .filter((word) => word !== ''),
      ),
    ];
    // One alone with blanks is a sentence rather than a name.
    const shape = isNamed && words.length > 1 ? WORDS : WORD;
    if (words.length > 0 && words.every((word) => shape.test(word)) && !words.includes(refused)) return words;
  }
  return [];
}

/** Where the list may stand, the surest place first. */
function* candidates(detail: string): Generator<Candidate> {
  const named = /.*(?<!\bnot\s)\ballowed\b[^:.\n]*:\s*(.+)$/is.exec(detail)?.[1];
  if (named !== undefined) yield { list: listAtStart(named), isNamed: true };
  const colon = /.*:\s(.+)$/s.exec(detail)?.[1];
  if (colon !== undefined) yield { list: listAtStart(colon), isNamed: false };
  const said = /.*\b(?:one of|are|(?<!\bnot\s)allowed|include)\s+(.+)$/is.exec(detail)?.[1];
  if (said !== undefined) yield { list: listAtStart(said), isNamed: false };
  const brackets = [...detail.matchAll(/[[({]([^\])}]*)[\])}]/g)].map((match) => match[1] ?? '');
  for (const list of brackets.reverse()) yield { list, isNamed: false };
  const quoted = [...detail.matchAll(/["'`‘“]([^"'`’”]+)["'`’”]/g)].map((match) => match[1] ?? '');
  if (quoted.length > 1) yield { list: quoted.slice(1).join(','), isNamed: false };
}

/** What a text begins with: a list in brackets, or one that ends with the sentence and may have remarks in brackets. */
function listAtStart(text: string): string {
  const bracketed = /^[[({]([^\])}]*)[\])}]/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return text.replace(/\s*\([^)]*\)/g, '').replace(/\.\s.*$/s, '');
}
