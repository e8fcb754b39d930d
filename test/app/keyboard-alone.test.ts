import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { until } from '../support/until.ts';
import { browser } from './support/browser.ts';
import { dropOnWindow } from './support/give-files.ts';
import { keyboardOn } from './support/keyboard.ts';

const PAGE = 'data:text/html,<style>button:focus{outline:2px solid}</style><button>Send</button><input>';

test('what works a page otherwise than by its keys throws; a pointer that touches it all the same is told, after a reload too', async () => {
  const context = await (await browser()).newContext();
  const page = await context.newPage();
  // The devtools' own input goes by every call that is denied.
  const devtools = await context.newCDPSession(page);
  await page.goto(PAGE);
  const keys = await keyboardOn(page);
  const send = page.getByRole('button', { name: 'Send' });
  const denied = [
    () => send.click(),
    () => send.hover(),
    () => send.dragTo(send),
    () => send.dispatchEvent('pointerdown'),
    () => send.focus(),
    () => page.getByRole('textbox').fill('x'),
    () => page.getByRole('textbox').first().press('Tab'),
    () => page.click('button'),
    () => page.mouse.click(1, 1),
    () => dropOnWindow(page, ['/etc/hostname']),
  ];
  for (const act of denied) {
    await expect((async () => await act())(), String(act)).rejects.toThrow('by the keyboard alone');
  }
  await keys.activate(send);
  keys.untouched();

  await page.reload();
  await devtools.send('Input.dispatchMouseEvent', { type: 'mousePressed', x: 20, y: 20, button: 'left' });
  await until(() => {
    expect(() => keys.untouched()).toThrow('pointer');
    return true;
  });
  await context.close();
});

test('each journey by keyboard begins by keyboard', () => {
  const folder = join(import.meta.dirname, 'journeys');
  const named = readdirSync(folder).filter((name) => name.startsWith('keyboard-'));
  expect(named.length).toBeGreaterThan(0);
  for (const name of named) {
    const text = readFileSync(join(folder, name), 'utf8');
    expect(text, name).toMatch(/await openByKeyboard\(/);
    expect(text, name).not.toMatch(/\b(openApp|watchedPage|browser)\(/);
  }
});
