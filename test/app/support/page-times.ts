import type { Page } from 'playwright';

/* How long the page takes, by its own clock: what stands between the test and the page is not counted. */

/** What is waited for: something that `shown` finds, where `after` is given only once that was found too. */
interface Moment {
  readonly event: 'click' | 'keydown';
  readonly shown: string;
  readonly after?: string;
}

/** From the click on the way to the list of Tasks to its first rows. */
export const FIRST_ROWS: Moment = { event: 'click', shown: '.vtable-row .task-name' };

/** From a letter typed to the rows that it finds. */
export const ROWS_FOUND: Moment = {
  event: 'keydown',
  shown: '[role="grid"][aria-busy="false"] .task-name',
  after: '[role="grid"][aria-busy="true"]',
};

/** The milliseconds from the (last) event that `act` causes to the frame that shows what is waited for. */
export async function timeTo(page: Page, moment: Moment, act: () => Promise<void>): Promise<number> {
  // The promise stands in the page before anything is done: asked for afterwards, it could come too late.
  const watch = await page.evaluateHandle(({ event, shown, after }) => {
    let begun = Number.POSITIVE_INFINITY;
    let ready = after === undefined;
    const note = (happened: Event) => {
      begun = happened.timeStamp;
    };
    window.addEventListener(event, note, { capture: true });
    const painted = new Promise<number>((resolve) => {
      const observer = new MutationObserver(() => {
        if (after !== undefined && document.querySelector(after) !== null) ready = true;
        if (!ready || begun > performance.now() || document.querySelector(shown) === null) return;
        observer.disconnect();
        window.removeEventListener(event, note, { capture: true });
        requestAnimationFrame(() => setTimeout(() => resolve(performance.now() - begun)));
      });
      observer.observe(document, { subtree: true, childList: true, attributes: true });
    });
    return { painted };
  }, moment);
  await act();
  const taken = await watch.evaluate(({ painted }) => painted);
  await watch.dispose();
  return taken;
}

/** How the list is scrolled: on and on as by a wheel, or from end to end as by its bar. */
export type Scrolling = 'wheel' | 'bar';

/** Scrolls what `selector` finds for so long; gives how long each frame took, in milliseconds. */
export function scrollThrough(
  page: Page,
  {
    selector = '.vtable',
    how = 'wheel',
    ms = 2000,
  }: { selector?: string; how?: Scrolling; ms?: number } = {},
): Promise<number[]> {
  return page.evaluate(
    async ({ selector: wanted, how: way, ms: long }) => {
      const body = document.querySelector(wanted);
      if (body === null) throw new Error(`nothing to scroll: ${wanted}`);
      const frame = () => new Promise<number>((resolve) => requestAnimationFrame(resolve));
      const frames: number[] = [];
      body.scrollTo(0, 0);
      const begun = await frame();
      for (let last = begun; last < begun + long; ) {
        if (way === 'wheel') body.scrollBy(0, 900);
        else body.scrollTo(0, (body.scrollHeight * (last - begun)) / long);
        const now = await frame();
        frames.push(now - last);
        last = now;
      }
      return frames;
    },
    { selector, how, ms },
  );
}

export function p95(values: readonly number[]): number {
  return values.toSorted((a, b) => a - b)[Math.ceil(values.length * 0.95) - 1] ?? 0;
}
