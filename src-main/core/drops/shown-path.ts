const MAX_NAME = 200;
const MAX_PARTS = 20;
/** Control characters, and those that turn the direction of writing: with them a name can be made to look like another. */
const HIDDEN = /[\p{Cc}\u200B\u200E\u200F\u202A-\u202E\u2060\u2066-\u2069\uFEFF]/gu;

/**
 * The path of a file as people are shown it: relative, with `/`, and nothing but names. It comes from outside, so it is
 * never used as a path on disk.
 */
export function shownPath(path: string): string {
  const parts = path
    .slice(0, 100_000)
    .toWellFormed()
    .normalize('NFC')
    .split(/[/\\]/)
    .map((part) => shorten(part.replace(HIDDEN, '').trim()))
    .filter((part) => part !== '' && part !== '.' && part !== '..')
    .map((part, index) => (index === 0 ? part.replace(/^([A-Za-z]):/, '$1') : part));
  const [name = 'file', ...above] = parts.reverse();
  return [...above.slice(0, MAX_PARTS - 1).reverse(), name].join('/');
}

/** Keeps the end too: it says what kind of file it is. */
function shorten(name: string): string {
  const letters = [...name];
  if (letters.length <= MAX_NAME) return name;
  return `${letters.slice(0, MAX_NAME - 21).join('')}…${letters.slice(-20).join('')}`;
}
