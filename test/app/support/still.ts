import type { Page } from 'playwright';
import { until } from '../../support/until.ts';
import { trafficOf } from './traffic.ts';

/** How long a busy machine may take until a page is still. */
const PATIENCE_MS = 90_000;

/** Waits until nothing more is asked, nothing is announced as on its way, and nothing has changed or moved for a few frames. */
export async function still(page: Page): Promise<void> {
  const { open } = trafficOf(page);
  await until(async () => (await page.evaluate(quietFrames, PATIENCE_MS)) && open.size === 0, {
    timeoutMs: PATIENCE_MS,
    what: 'a still page',
  });
}

/** Runs in the page. Resolves to true after six frames in a row without a change, to false after `patienceMs` without them. */
function quietFrames(patienceMs: number): Promise<boolean> {
  const PENDING =
    '.loading, .vtable-pending, .screen [role="progressbar"], .folder-preview[aria-busy="true"]';
  return new Promise((resolve) => {
    const deadline = performance.now() + patienceMs;
    let quiet = 0;
    const observer = new MutationObserver(() => {
      quiet = 0;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    const isMoving = () =>
      document.getAnimations().some((animation) => {
        const { iterations } = animation.effect?.getTiming() ?? {};
        return animation.playState === 'running' && iterations !== Number.POSITIVE_INFINITY;
      });
    const look = () => {
      quiet += 1;
      if (quiet >= 6 && (isMoving() || document.querySelector(PENDING) !== null)) quiet = 0;
      const late = performance.now() > deadline;
      if (quiet < 6 && !late) return void requestAnimationFrame(look);
      observer.disconnect();
      resolve(quiet >= 6);
    };
    requestAnimationFrame(look);
  });
}
