import type { Page } from 'playwright';
import { plainName } from '../../../../src-main/contract/texts/issue-text.ts';
import { trafficOf } from '../../support/traffic.ts';

/** Every string and every name of a field in an answer, as it came and as the app makes it readable. */
function gather(value: unknown, into: Set<string>): void {
  if (typeof value === 'string') {
    into.add(fold(value));
    into.add(fold(plainName(value)));
    for (const line of value.split('\n')) into.add(fold(line));
  } else if (Array.isArray(value)) for (const one of value) gather(one, into);
  else if (typeof value === 'object' && value !== null) {
    for (const [key, inner] of Object.entries(value)) {
      gather(key, into);
      gather(inner, into);
    }
  }
}

const fold = (text: string) => text.replace(/\s+/g, ' ').trim().toLowerCase();

/** Remembers everything the program tells the page: that is data, not words of the app. */
export function rememberData(page: Page, known: unknown): ReadonlySet<string> {
  const data = new Set<string>();
  gather(known, data);
  trafficOf(page).answered.add((_name, answer) => gather(answer, data));
  return data;
}

/** What the page shows or says (texts, labels, titles, placeholders) that is neither a message in brackets nor data. */
export async function unbracketed(page: Page, data: ReadonlySet<string>): Promise<string[]> {
  const said = await page.evaluate(() => {
    const texts: string[] = [];
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT);
    while (walker.nextNode() !== null) {
      const parent = walker.currentNode.parentElement;
      // Names stand in <bdi>, times in <time>, ids and documents in <code> and <pre>, keys in <kbd>.
      if (
        parent === null ||
        parent.closest('bdi, time, code, pre, kbd, script, .json-object, .json-table, .document-page') !==
          null
      )
        continue;
      texts.push(walker.currentNode.textContent ?? '');
    }
    for (const element of document.querySelectorAll('body *')) {
      for (const name of [
        'aria-label',
        'placeholder',
        'title',
        'alt',
        'aria-roledescription',
        'aria-valuetext',
      ]) {
        // The title of a time is a time, that of a name says the name in full.
        const isData = element.closest('time, bdi') !== null || element.querySelector('bdi') !== null;
        if (name === 'title' && isData) continue;
        const value = element.getAttribute(name);
        if (value !== null) texts.push(value);
      }
    }
    return [...new Set(texts)];
  });
  return said.filter((text) => !isKnown(text, data));
}

/** What React Aria says by itself, from a catalogue of its own, and an example that is the same in every language. */
const OTHERS =
  /^(dismiss|clear search|show suggestions|\d+ options? available\.|https:\/\/host\/public\/v1)$/;
const NUMBERS = /^([\d.,]+ ?(kb|mb|gb|bytes?)|[a-z]{3} \d{1,2}, \d{4}(, [\d:]+ utc)?)$/;
const SEPARATORS = ['\n', ' · ', ', ', ': ', '/'] as const;

/** Whether a text is made of nothing but messages, data, numbers and signs. */
function isKnown(text: string, data: ReadonlySet<string>, level = 0): boolean {
  const plain = fold(text);
  if (data.has(plain) || !/\p{L}/u.test(plain) || NUMBERS.test(plain) || OTHERS.test(plain)) return true;
  const separator = SEPARATORS[level];
  const bare = withoutMessages(text);
  if (separator === undefined) return bare !== text && isKnown(bare, data, level);
  const allKnown = (whole: string) => whole.split(separator).every((part) => isKnown(part, data, level + 1));
  return allKnown(bare) || allKnown(text);
}

function withoutMessages(text: string): string {
  const rest = text.replace(/\[[^[\]]*\]/g, '');
  // The screen may show a long message in two parts.
  return rest === text ? text.replace(/\[[^[\]]*$|^[^[\]]*\]/g, '') : withoutMessages(rest);
}
