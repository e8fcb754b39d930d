import type { Page, Request } from 'playwright';
import { until } from '../../support/until.ts';

const asking = new WeakMap<Page, Set<Request>>();

/** The questions of a page that have no answer yet, from its first `still` on; its events never end and do not count. */
function questionsOf(page: Page): Set<Request> {
  const known = asking.get(page);
  if (known !== undefined) return known;
  const open = new Set<Request>();
  asking.set(page, open);
  page.on('request', (request) => {
    if (new URL(request.url()).pathname.startsWith('/api/call/')) open.add(request);
  });
  page.on('requestfinished', (request) => void open.delete(request));
  page.on('requestfailed', (request) => void open.delete(request));
  return open;
}

/** Waits until nothing more is asked, nothing is announced as on its way, and nothing has changed or moved for a few frames. */
export async function still(page: Page): Promise<void> {
  const open = questionsOf(page);
  await until(async () => (await page.evaluate(fewQuietFrames)) && open.size === 0, { what: 'a still page' });
}

function fewQuietFrames(): Promise<boolean> {
  return new Promise((resolve) => {
    let changed = false;
    const observer = new MutationObserver(() => {
      changed = true;
    });
    observer.observe(document, { subtree: true, childList: true, attributes: true });
    let frames = 0;
    const look = () => {
      frames += 1;
      if (frames < 6 && !changed) return void requestAnimationFrame(look);
      observer.disconnect();
      const pending =
        '.loading, .vtable-pending, .screen [role="progressbar"], .folder-preview[aria-busy="true"]';
      const moves = document.getAnimations().some((animation) => {
        const { iterations } = animation.effect?.getTiming() ?? {};
        return animation.playState === 'running' && iterations !== Number.POSITIVE_INFINITY;
      });
      resolve(!changed && !moves && document.querySelector(pending) === null);
    };
    requestAnimationFrame(look);
  });
}
