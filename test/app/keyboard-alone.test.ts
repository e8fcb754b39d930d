import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { browser } from './support/browser.ts';
import { keyboardOn } from './support/keyboard.ts';

const PAGE = 'data:text/html,<style>button:focus{outline:2px solid}</style><button>Send</button>';
/** Calls of Playwright that act on an element without its keys, or give the focus from outside. `keys` has some of the same names. */
const OTHERWISE =
  /(?<!\b(?:keys|faults|window))\.(?:blur|check|clear|(?:dbl)?click|dispatchEvent|drag\w*|fill|focus|hover|press\w*|select\w*|set\w*|tap|type|uncheck|elementHandles?|newCDPSession)\(|\.(?:mouse|touchscreen)\b/;

test('a pointer that touches a page is told, after a reload too', async () => {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  await page.goto(PAGE);
  const keys = await keyboardOn(page);
  await keys.activate(page.getByRole('button', { name: 'Send' }));
  keys.untouched();
  await page.reload();
  await page.getByRole('button', { name: 'Send' }).click();
  await until(() => {
    expect(() => keys.untouched()).toThrow('pointer');
    return true;
  });
  await context.close();
});

test('each journey by keyboard begins by keyboard, and works the page by its keys alone', () => {
  const folder = join(import.meta.dirname, 'journeys');
  const named = readdirSync(folder).filter((name) => name.startsWith('keyboard-'));
  expect(named.length).toBeGreaterThan(0);
  for (const name of [...named, '../support/give-by-keyboard.ts']) {
    const text = readFileSync(join(folder, name), 'utf8');
    if (named.includes(name)) expect(text, name).toMatch(/await openByKeyboard\(/);
    expect(text, name).not.toMatch(/\b(openApp|watchedPage|browser)\(/);
    expect(text, name).not.toMatch(OTHERWISE);
  }
});
