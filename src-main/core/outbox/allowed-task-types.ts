const WORD = /^[\p{L}\p{N}][\p{L}\p{N}._:/-]*$/u;

/**
 * The task types that the service's refusal lists (section 7: "the message names the type and lists the allowed ones").
 * The wording is not specified, so this reads the usual ways to write a list and gives [] when it finds none.
 */
export function allowedTaskTypes(detail: string): string[] {
  for (const list of candidates(detail)) {
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
    if (words.length > 0 && words.every((word) => WORD.test(word))) return words;
  }
  return [];
}

/** Where the list may stand, the surest place first. */
function* candidates(detail: string): Generator<string> {
  const brackets = [...detail.matchAll(/[[({]([^\])}]*)[\])}]/g)].map((match) => match[1] ?? '');
  yield* brackets.reverse();
  const colon = /.*:\s(.+)$/s.exec(detail)?.[1];
  if (colon !== undefined) yield colon;
  const named = /.*\b(?:one of|are|allowed|include)\s+(.+)$/is.exec(detail)?.[1];
  if (named !== undefined) yield named;
  const quoted = [...detail.matchAll(/["'`‘“]([^"'`’”]+)["'`’”]/g)].map((match) => match[1] ?? '');
  if (quoted.length > 1) yield quoted.slice(1).join(',');
}
