/**
 * Text from outside in one line as it may stand on a terminal or in a dialog: what would begin another line, steer the terminal or turn
 * the direction of the text stands there as the escape that JSON has for it.
 */
export function printable(text: string): string {
  return text.replace(
    /[\p{Cc}\p{Cf}\p{Zl}\p{Zp}]/gu,
    // One escape for each half of a pair, as JSON has them.
    (character) =>
      Array.from(
        { length: character.length },
        (_, index) => `\\u${character.charCodeAt(index).toString(16).padStart(4, '0')}`,
      ).join(''),
  );
}
