import type { Page } from 'playwright';

/** Everything that acts on an element without its keys: by pointer, or by giving it the focus or a value from outside. */
const ACTS = [
  'blur',
  'check',
  'clear',
  'click',
  'dblclick',
  'dispatchEvent',
  'dragAndDrop',
  'dragTo',
  'elementHandle',
  'elementHandles',
  'fill',
  'focus',
  'hover',
  'press',
  'pressSequentially',
  'selectOption',
  'selectText',
  'setChecked',
  'setInputFiles',
  'tap',
  'type',
  'uncheck',
];
const POINTER = ['click', 'dblclick', 'down', 'move', 'tap', 'up', 'wheel'];

const governed = new WeakSet<Page>();
const patched = new WeakSet<object>();

/**
 * Leaves only its keys to work a page by: every call that acts otherwise throws from now on, and what a pointer did to the page
 * all the same is in the list given back, reloads of the page included.
 */
export async function keysAlone(page: Page): Promise<readonly string[]> {
  governed.add(page);
  deny(page, ACTS, () => true);
  deny(page.mouse, POINTER, () => true);
  deny(page.touchscreen, POINTER, () => true);
  deny(page.context(), ['newCDPSession'], () => true);
  const locators: object = Object.getPrototypeOf(page.locator('html'));
  deny(locators, ACTS, (one) => hasPage(one) && governed.has(one.page()));

  const touches: string[] = [];
  await page.exposeFunction('reportTouch', (what: string) => void touches.push(what));
  await page.addInitScript(watchPointer);
  await page.evaluate(watchPointer);
  return touches;
}

const hasPage = (one: unknown): one is { page(): Page } =>
  typeof one === 'object' && one !== null && 'page' in one && typeof one.page === 'function';

/** Replaces methods of `owner` by ones that throw, where `when` says so of what they are called on. */
function deny(owner: object, names: readonly string[], when: (on: unknown) => boolean): void {
  if (patched.has(owner)) return;
  patched.add(owner);
  for (const name of names) {
    const before: unknown = Reflect.get(owner, name);
    if (typeof before !== 'function') continue;
    Object.defineProperty(owner, name, {
      configurable: true,
      value(this: unknown, ...given: unknown[]): unknown {
        if (when(this)) throw new Error(`${name}() is not working by the keyboard alone`);
        return Reflect.apply(before, this, given);
      },
    });
  }
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
