const NAME = /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u;
const NAME_WITH_BLANKS = /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*(?: [\p{L}\p{N}._:/-]+){0,3}$/u;

// A part of the text of a refusal that may be the list of allowed task types. If `isNamed` is true, the words before the part announce a
// list of allowed values, so the task types in the list may contain spaces.
interface Candidate {
  readonly list: string;
  readonly isNamed: boolean;
}

/**
 * Returns the task types that `detail` lists as allowed, in one of several common forms; [] without such a list.
 * A list that contains `refused`, the type that the service refused, is no list of allowed types.
 */
export function allowedTaskTypes(detail: string, refused: string): string[] {
  for (const { list, isNamed } of candidates(detail)) {
    const names = [
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
    // A list with a single entry that contains spaces is more likely a sentence than a task type.
    const shape = isNamed && names.length > 1 ? NAME_WITH_BLANKS : NAME;
    if (names.length > 0 && names.every((word) => shape.test(word)) && !names.includes(refused)) return names;
  }
  return [];
}

function* candidates(detail: string): Generator<Candidate> {
  const named = /.*(?<!\bnot\s)\ballowed\b[^:.\n]*:\s*(.+)$/is.exec(detail)?.[1];
  if (named !== undefined) yield { list: listAtStart(named), isNamed: true };
  const colon = /.*:\s(.+)$/s.exec(detail)?.[1];
  if (colon !== undefined) yield { list: listAtStart(colon), isNamed: false };
  const listed = /.*\b(?:one of|are|(?<!\bnot\s)allowed|include)\s+(.+)$/is.exec(detail)?.[1];
  if (listed !== undefined) yield { list: listAtStart(listed), isNamed: false };
  const brackets = [...detail.matchAll(/[[({]([^\])}]*)[\])}]/g)].map((match) => match[1] ?? '');
  for (const list of brackets.reverse()) yield { list, isNamed: false };
  const quoted = [...detail.matchAll(/["'`‘“]([^"'`’”]+)["'`’”]/g)].map((match) => match[1] ?? '');
  if (quoted.length > 1) yield { list: quoted.slice(1).join(','), isNamed: false };
}

function listAtStart(text: string): string {
  const bracketed = /^[[({]([^\])}]*)[\])}]/.exec(text)?.[1];
  if (bracketed !== undefined) return bracketed;
  return text.replace(/\s*\([^)]*\)/g, '').replace(/\.\s.*$/s, '');
}
