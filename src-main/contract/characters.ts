import { z } from 'zod';

/* Lengths of texts, in characters as the service counts them: code points (docs/service.md 8). An emoji is one character. */

/** The maximum length of the name of a Task. The service documents no limit (docs/service.md 4.2, 8). */
export const LONGEST_NAME = 500;
export const LONGEST_REFERENCE = 1024;
export const LONGEST_CALLBACK = 2048;
export const LONGEST_NOTE = 4000;

/** Whether `text` has at most `most` characters. */
export function fits(text: string, most: number): boolean {
  // A text never has more characters than UTF-16 code units, so a short text is not counted.
  return text.length <= most || (text.length <= 2 * most && [...text].length <= most);
}

/** Returns the first `most` characters of `text`. */
export const firstCharacters = (text: string, most: number): string =>
  text.length <= most ? text : [...text].slice(0, most).join('');

/** A text of 1 to `most` characters, without the blanks at both ends. */
export const textOfAtMost = (most: number) =>
  z
    .string()
    .trim()
    .min(1)
    .refine((text) => fits(text, most), `must be at most ${most} characters`);
