const LETTERS: Readonly<Record<string, string>> = {
  a: 'á',
  e: 'é',
  i: 'í',
  o: 'ö',
  u: 'ü',
  A: 'Å',
  E: 'Ë',
  I: 'Ï',
  O: 'Ø',
  U: 'Û',
  n: 'ñ',
  c: 'ç',
  s: 'š',
  y: 'ý',
};

/** A message with accented words, a third longer, in brackets. ICU arguments and keywords stay unchanged. */
export function pseudo(message: string): string {
  const accented = outside(message, (text) => [...text].map((letter) => LETTERS[letter] ?? letter).join(''));
  const words = message.replace(/\{[^{}]*\}/g, '').length;
  return `[${accented}${'~'.repeat(Math.ceil(words / 3))}]`;
}

/** Applies `change` to the text of a message outside ICU syntax, which is the text at an even depth of braces. */
function outside(message: string, change: (text: string) => string): string {
  let depth = 0;
  let result = '';
  let run = '';
  const flush = () => {
    result += depth % 2 === 0 ? change(run) : run;
    run = '';
  };
  for (const letter of message) {
    if (letter === '{' || letter === '}') {
      flush();
      depth += letter === '{' ? 1 : -1;
      result += letter;
    } else run += letter;
  }
  flush();
  return result;
}
