import { browser } from '../../app/support/browser.ts';
import { p95, type Scrolling, scrollThrough } from '../../app/support/page-times.ts';
import { type BenchRow, ofSide } from '../row.ts';
import { type Filled, noBrowser, onBoth, sideOf, sidesOf } from './app-filled.ts';

/** To a whole millisecond: three refreshes of the screen are 50 ms, which the page's clock, rounded to a tenth, may call 50.1. */
const LONG_MS = 50;
const WAYS: readonly Scrolling[] = ['wheel', 'bar'];

const BARE_PAGE = 'a bare page';

/** A page with nothing but something tall to scroll, on the same machine in the same minutes: what longer frames are its own. */
const BARE = `<body style="margin:0"><div class="bare" style="height:100vh;overflow:auto"><div style="height:5000000px"></div></div>`;

export const scrollRow: BenchRow = {
  name: 'app-scroll',
  what: 'scrolling through the list of Tasks as by wheel and as by bar, longest frame',
  goal: { kind: 'at-most', value: LONG_MS },
  cannotRun: noBrowser,
  run: async (options) => {
    const bare: number[] = [];
    const samples = await onBoth(options, 'ms', async (filled) => {
      bare.push(...(await scrollBare()));
      return await scrollTasks(filled);
    });
    const sides = sidesOf(options).map(sideOf);
    const frames = ofSide(samples, sides.at(-1) ?? '');
    return {
      unit: 'ms',
      samples: [...samples, ...bare.map((value) => ({ side: BARE_PAGE, value }))],
      against: BARE_PAGE,
      figure: Math.round(Math.max(...frames)),
      meaning: `ms, the longest frame with ${sides.at(-1)}`,
      remarks: [
        ...sides.map((side) => `${side}: ${longOnes(ofSide(samples, side))}`),
        `a bare page: ${longOnes(bare)}`,
      ],
    };
  },
};

function longOnes(frames: readonly number[]): string {
  const long = frames.filter((ms) => Math.round(ms) > LONG_MS).length;
  return `${long} of ${frames.length} frames over ${LONG_MS} ms, 95th percentile ${p95(frames).toFixed(0)} ms, longest ${Math.max(...frames).toFixed(0)} ms`;
}

async function scrollTasks({ page }: Filled): Promise<number[]> {
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.locator('.vtable-row .task-name').first().waitFor();
  const frames: number[] = [];
  for (const how of WAYS) {
    frames.push(...(await scrollThrough(page, { how })));
    // What came into sight last has come.
    await page.waitForFunction(() => document.querySelector('.vtable-pending') === null);
  }
  return frames;
}

async function scrollBare(): Promise<number[]> {
  const page = await (await browser()).newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent(BARE);
  const frames: number[] = [];
  for (const how of WAYS) frames.push(...(await scrollThrough(page, { how, selector: '.bare' })));
  await page.close();
  return frames;
}
