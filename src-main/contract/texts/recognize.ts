interface Recognized<Text extends string> {
  readonly text: Text | '{text}';
  readonly values: Readonly<Record<string, string | Recognized<Text>>>;
}

/**
 * Returns a function that finds the text of a finished English sentence again, with the values in its braces. A value may be such a text
 * too. The first text that fits counts. An unknown sentence stays as it is.
 */
export function recognizerOf<Text extends string>(texts: readonly Text[]) {
  const patterns = texts.map((text) => {
    const literal = text.replace(/[.*+?^$()|[\]\\]/g, '\\$&');
    return { text, pattern: new RegExp(`^${literal.replace(/\{(\w+)\}/g, '(?<$1>.*)')}$`, 's') };
  });
  return function recognized(sentence: string, isWhole = true): Recognized<Text> {
    for (const { text, pattern } of patterns) {
      const match = pattern.exec(sentence);
      if (match === null) continue;
      const values = Object.entries(match.groups ?? {});
      const inner = (value: string) => (isWhole ? recognized(value, false) : value);
      return { text, values: Object.fromEntries(values.map(([name, value]) => [name, inner(value)])) };
    }
    return { text: '{text}', values: { text: sentence } };
  };
}
