import type { CDPSession } from 'playwright';
import { z } from 'zod';
import { besideThePage } from '../../app/support/beside-the-page.ts';
import { browser } from '../../app/support/browser.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { cannotLook, cpuSeconds } from '../station/process-figures.ts';
import { type Filled, noBrowser, onBoth, sideOf, sidesOf } from './app-filled.ts';

const SECONDS = 60;

const metricsSchema = z.array(z.object({ name: z.string(), value: z.number() }));
const WORK = ['TaskDuration', 'ScriptDuration', 'LayoutCount', 'RecalcStyleCount'] as const;

/** What the page and the program have done so far; times in seconds of one core. */
interface Done {
  readonly host: number;
  readonly page: number;
  readonly script: number;
  readonly layouts: number;
  readonly styles: number;
  /** Every process of the browser together: whatever is painted costs there too. */
  readonly browser: number;
}

async function doneSoFar(pid: number, page: CDPSession, whole: CDPSession): Promise<Done> {
  const metrics = new Map(
    metricsSchema
      .parse((await page.send('Performance.getMetrics')).metrics)
      .map(({ name, value }) => [name, value]),
  );
  const [task = 0, script = 0, layouts = 0, styles = 0] = WORK.map((name) => metrics.get(name));
  const { processInfo } = await whole.send('SystemInfo.getProcessInfo');
  return {
    host: cpuSeconds(pid),
    page: task,
    script,
    layouts,
    styles,
    browser: processInfo.reduce((sum, { cpuTime }) => sum + cpuTime, 0),
  };
}

/** What the app, open on Today and left alone, has done in so many seconds. */
async function leftAlone({ app, page, side }: Filled, seconds: number): Promise<Idle> {
  const own = await page.context().newCDPSession(page);
  const whole = await (await browser()).newBrowserCDPSession();
  await own.send('Performance.enable', { timeDomain: 'threadTicks' });
  await page.bringToFront();
  await page.locator('.today-columns').waitFor();
  const pid = app.running().child.pid ?? 0;
  const before = await doneSoFar(pid, own, whole);
  const begun = performance.now();
  await page.waitForTimeout(seconds * 1000);
  const after = await doneSoFar(pid, own, whole);
  const long = (performance.now() - begun) / 1000;
  await own.detach();
  await whole.detach();
  const percent = (key: 'host' | 'page' | 'script' | 'browser') => ((after[key] - before[key]) / long) * 100;
  return {
    side,
    host: percent('host'),
    page: percent('page'),
    told: `program ${percent('host').toFixed(2)} %, page's main thread ${percent('page').toFixed(2)} % (script ${percent('script').toFixed(2)} %), whole browser ${percent('browser').toFixed(2)} %; ${after.layouts - before.layouts} layouts and ${after.styles - before.styles} style passes in ${long.toFixed(0)} s`,
  };
}

/** What the hourly backup takes of the processor, and how long anything else that is asked meanwhile waits. */
async function backup({ app }: Filled): Promise<string> {
  const ask = await besideThePage(app.station);
  const pid = app.running().child.pid ?? 0;
  const before = cpuSeconds(pid);
  let done = false;
  const made = ask('backups.make', {}).then(() => {
    done = true;
  });
  let longest = 0;
  while (!done) {
    const begun = performance.now();
    await ask('preferences.get', {});
    longest = Math.max(longest, performance.now() - begun);
  }
  await made;
  return `a backup takes ${(cpuSeconds(pid) - before).toFixed(1)} s of processor time; meanwhile nothing else that was asked waited longer than ${longest.toFixed(0)} ms`;
}

interface Idle {
  readonly side: string;
  readonly host: number;
  readonly page: number;
  readonly told: string;
}

export const idleRow: BenchRow = {
  name: 'app-idle',
  what: 'the app open on Today and left alone for a minute: page and program together, of one core',
  goal: { kind: 'at-most', value: 1 },
  cannotRun: async () => cannotLook() ?? (await noBrowser()),
  run: async (options) => {
    const seconds = options.small ? 1 : SECONDS;
    const remarks: string[] = [];
    const samples: Sample[] = await onBoth(options, '%', async (filled) => {
      const idle = await leftAlone(filled, seconds);
      remarks.push(`${idle.side}: ${idle.told}`, `${idle.side}: ${await backup(filled)}`);
      return [idle.host + idle.page];
    });
    const [smallest = '', largest = ''] = sidesOf(options).map(sideOf);
    return {
      unit: '%',
      samples,
      against: smallest,
      figure: median(ofSide(samples, largest)),
      meaning: `% of one core with ${largest}`,
      remarks,
    };
  },
};
