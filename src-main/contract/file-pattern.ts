import { z } from 'zod';

const LONGEST = 500;

/**
 * A pattern for files of a folder: `*` any characters but `/`, `**` alone between two `/` any folders, `?` one character, `[abc]`,
 * `[a-z]` and `[^abc]` one of those or of all others, `{a,b}` either, and `\` before a character that stands for itself.
 */
export const filePattern = z
  .string()
  .min(1)
  .superRefine((text, context) => {
    const message = patternFault(text);
    if (message !== null) context.addIssue({ code: 'custom', message });
  });

/** Returns the fault of a pattern, or null. A pattern that other programs read in another way is a fault. */
function patternFault(text: string): string | null {
  if (text.length > LONGEST) return `must be at most ${LONGEST} characters`;
  const plain = text.replace(/\\./gsu, '_');
  if (plain.includes('\\')) return 'must not end with a single "\\"';
  if (/^!|[!?*+@]\(|\([^)]*\|/u.test(plain)) {
    return 'must not begin with "!", nor hold !( ?( *( +( @( or (a|b); put "\\" before a "!" or "(" that belongs to a name';
  }
  const brackets = /\[\]?[^\]]+\]/gu;
  for (const [inside] of plain.matchAll(brackets)) {
    const ranges = inside.slice(1, -1).matchAll(/(.)-(.)/gsu);
    const isTurned = [...ranges].some(([, first = '', last = '']) => first > last);
    if (/^\[(!|.*\[[:.=])/u.test(inside) || isTurned) {
      return 'may hold [abc], [a-z] and [^abc] (none of them), and no other brackets';
    }
  }
  const bare = plain.replace(brackets, '_');
  if (bare.split('/').some((part) => part !== '**' && part.includes('**')) || /\{[^}]*\*\*/u.test(bare)) {
    return 'may hold "**" only alone between two "/", as in **/*.pdf, and not within { }';
  }
  if (/\{[^{}]*\.\./u.test(bare)) return 'must not hold a range in { }; write each: {1,2,3}';
  const depth = [...bare].reduce((open, character) => {
    if (character === '{') return open + 1;
    return character === '}' ? Math.max(0, open - 1) : open;
  }, 0);
  return depth === 0 ? null : 'has a "{" without its "}"';
}
