/** Makes untrusted text safe for a line of a terminal or dialog: control and direction characters become JSON escapes. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    // JSON writes a character outside the first 65,536 as two escapes, one for each half of its surrogate pair.
    (character) =>
      Array.from(
        { length: character.length },
        (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}
