import type { Page } from 'playwright';

/** What a pointer does to the page from now on, reloads of the page included. */
export async function pointerTouches(page: Page): Promise<readonly string[]> {
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
