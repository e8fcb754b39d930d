import type { Locator, Page } from 'playwright';
import { expect } from 'vitest';
import { until } from '../../support/until.ts';

/** What a pointer does to the page from now on, reloads of the page included. */
async function pointerTouches(page: Page): Promise<readonly string[]> {
  const touches: string[] = [];
  await page.exposeFunction('reportTouch', (what: string) => void touches.push(what));
  await page.addInitScript(watchPointer);
  await page.evaluate(watchPointer);
  return touches;
}

function watchPointer(): void {
  if (Reflect.has(window, 'touchesWatched')) return;
  Object.assign(window, { touchesWatched: true });
  // Without moves: Chromium reports a resting pointer anew whenever the layout below the pointer changes.
  for (const kind of ['pointerdown', 'touchstart', 'wheel', 'dragenter', 'drop']) {
    const tell = (event: Event) => {
      const report: unknown = Reflect.get(window, 'reportTouch');
      if (event.isTrusted && typeof report === 'function') report(kind);
    };
    window.addEventListener(kind, tell, { capture: true, passive: true });
  }
}

const MOST_STOPS = 150;

interface Focus {
  /** What has the focus, as a person could call it. */
  readonly what: string;
  readonly onNothing: boolean;
  readonly visible: boolean;
}

/**
 * Works a page by its keys alone: whatever has the focus must show it, and after an action the focus is somewhere. A pointer that
 * touched the page is a failure (`untouched`); `keyboard-alone.test.ts` finds any other way of working it.
 */
export async function keyboardOn(page: Page) {
  const touches = await pointerTouches(page);
  const look = () => page.evaluate(focusNow);
  const check = async (after: string) => {
    const seen = async () => {
      const focus = await look();
      return focus.onNothing ? null : focus;
    };
    const focus = await until(seen, { what: `a focus after ${after}` });
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
      if (await target.evaluate((element) => element.contains(document.activeElement))) {
        return;
      }
      await press(key);
      const focus = await look();
      // Between its last stop and its first one, a page gives the focus to the browser itself.
      if (!focus.onNothing) expect(focus.visible, `the focus is not seen on ${focus.what}`).toBe(true);
      way.push(focus.what);
    }
    throw new Error(`${target} was not reached with ${key}: ${way.join(' > ')}`);
  };
  const onChosen = () =>
    page.evaluate(() => document.activeElement?.getAttribute('aria-selected') === 'true');
  return {
    press,
    to,
    check,
    type: (text: string) => page.keyboard.type(text),
    /** Runs the first row that the palette has for these words. */
    command: async (words: string) => {
      await press('ControlOrMeta+K');
      await page.getByRole('searchbox', { name: 'Search and actions' }).waitFor();
      await page.keyboard.type(words);
      await press('Enter');
    },
    /** Goes there and presses it. */
    activate: async (target: Locator) => {
      await to(target);
      await press('Enter');
    },
    /** Goes to a list and on with the arrows until this one is chosen. */
    choose: async (list: Locator, option: Locator) => {
      await option.waitFor();
      await to(list);
      await press('Home');
      for (let stops = 0; stops < MOST_STOPS; stops += 1) {
        await until(onChosen, { what: 'what has the focus in the list being chosen' });
        if ((await option.getAttribute('aria-selected')) === 'true') return;
        await press('ArrowDown');
      }
      throw new Error(`${option} was not reached in the list`);
    },
    untouched: () => expect(touches, 'what a pointer did to the page').toEqual([]),
  };
}

export type Keys = Awaited<ReturnType<typeof keyboardOn>>;

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
