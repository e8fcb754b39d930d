import type { Locator, Page } from 'playwright-core';
import { expect } from 'vitest';
import { until } from '../../support/until.ts';

const MOST_STOPS = 150;

interface Focus {
  /** What has the focus, as a person could call it. */
  readonly what: string;
  readonly onNothing: boolean;
  readonly visible: boolean;
}

/**
 * Works a page by its keys alone. Whatever has the focus must show it, and after an action the focus is somewhere; a
 * pointer that touches the page at all is a failure (`untouched`).
 */
export async function keyboardOn(page: Page) {
  await page.evaluate(() => {
    Object.assign(window, { touches: 0 });
    for (const kind of ['pointerdown', 'mousedown', 'touchstart']) {
      const touch = (event: Event) => {
        if (event.isTrusted) Object.assign(window, { touches: Number(Reflect.get(window, 'touches')) + 1 });
      };
      window.addEventListener(kind, touch, true);
    }
  });
  const look = () => page.evaluate(focusNow);
  const check = async (after: string) => {
    await until(async () => !(await look()).onNothing, { timeoutMs: 5000, what: `a focus after ${after}` });
    const focus = await look();
    expect(focus.visible, `after ${after} the focus is not seen on ${focus.what}`).toBe(true);
  };
  const press = async (key: string) => {
    await page.keyboard.press(key);
  };
  /** Goes on with Tab (or another key) until this has the focus; everything on the way must show its focus. */
  const to = async (target: Locator, key = 'Tab') => {
    await target.waitFor();
    const way: string[] = [];
    while (way.length < MOST_STOPS) {
      if (await target.evaluate((element) => element.contains(document.activeElement))) return;
      await press(key);
      const focus = await look();
      // Between its last stop and its first one, a page gives the focus to the browser itself.
      if (!focus.onNothing) expect(focus.visible, `the focus is not seen on ${focus.what}`).toBe(true);
      way.push(focus.what);
    }
    throw new Error(`${target} was not reached with ${key}: ${way.join(' > ')}`);
  };
  return {
    press,
    to,
    check,
    look,
    type: (text: string) => page.keyboard.type(text),
    /** Goes there and presses it. */
    activate: async (target: Locator, key = 'Enter') => {
      await to(target);
      await press(key);
    },
    untouched: async () => {
      expect(await page.evaluate(() => Reflect.get(window, 'touches'))).toBe(0);
    },
  };
}

function focusNow(): Focus {
  const element = document.activeElement;
  if (element === null || element === document.body) return { what: 'body', onNothing: true, visible: false };
  const name = element.getAttribute('aria-label') ?? element.textContent?.trim().slice(0, 40) ?? '';
  const what = `${element.tagName.toLowerCase()}[${element.getAttribute('role') ?? ''}] ${name}`;
  const shows = (one: Element) => {
    const { outlineStyle, outlineWidth, boxShadow } = getComputedStyle(one);
    return (outlineStyle !== 'none' && Number.parseFloat(outlineWidth) > 0) || boxShadow.includes('inset');
  };
  // A place that only begins a part of the page (a heading, a dialog) takes the focus so that Tab goes on from there.
  const place =
    element.getAttribute('tabindex') === '-1' && !element.matches('button, input, a, [role=option]');
  const active = element.getAttribute('aria-activedescendant');
  const shown = active === null ? null : document.getElementById(active);
  // A hidden radio button or box shows it on the label around it, a field on what frames it.
  const around = [
    element,
    element.parentElement,
    element.closest('label'),
    element.closest('.choice-option'),
    shown,
  ];
  return {
    what,
    onNothing: false,
    visible: place || around.some((one) => one !== null && shows(one)),
  };
}
