/** Makes untrusted text safe for one line of a terminal or dialog: control and direction characters become JSON escapes. */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    // In JSON, a character above U+FFFF has two escapes, one for each half of its surrogate pair.
    (character) =>
      Array.from(
        { length: character.length },
        (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}
