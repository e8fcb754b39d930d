import { type OpenApp, openApp } from '../../app/support/app.ts';
import { browser, closeBrowser } from '../../app/support/browser.ts';
import {
  FIRST_ROWS,
  p95,
  ROWS_FOUND,
  type Scrolling,
  scrollThrough,
  timeTo,
} from '../../app/support/page-times.ts';
import { needs } from '../../support/machine.ts';
import { fillWithTasks } from '../../support/many-tasks.ts';
import { spawnServiceModel } from '../../support/service-model/spawn.ts';
import { type BenchRow, median, ofSide, type RunOptions, type Sample } from '../row.ts';

/* The app with 100,000 Tasks, in a Chromium on the built program, by the page's own clock. */

const TASKS = 100_000;
const TASKS_SMALL = 1_000;
const OURS = 'clearfolder';
const BARE = 'a bare page';
const WAYS: readonly Scrolling[] = ['wheel', 'bar'];

/** A page with nothing but something tall to scroll: how long frames take on this machine anyway. */
const BARE_PAGE = `<body style="margin:0"><div class="bare" style="height:100vh;overflow:auto"><div style="height:5000000px"></div></div>`;

interface Filled {
  readonly page: OpenApp['page'];
  /** The name of one Task in the middle. */
  readonly name: string;
}

interface AppRow extends Pick<BenchRow, 'name' | 'what'> {
  /** At most so many milliseconds. */
  readonly goal: number;
  readonly measure: (filled: Filled) => Promise<readonly Sample[]>;
  readonly figure: (values: readonly number[]) => number;
}

export const appRows: readonly BenchRow[] = [
  appRow({
    name: 'app-first-rows',
    what: 'opening the list of 100,000 Tasks for the first time in a window, click to first rows',
    goal: 1000,
    measure: async (filled) => ours([await firstRows(filled)]),
    figure: median,
  }),
  appRow({
    name: 'app-keystroke',
    what: 'a letter typed into the search of 100,000 Tasks to the rows it finds, 95th percentile',
    goal: 100,
    measure: async (filled) => {
      await firstRows(filled);
      return ours(await lettersToRows(filled));
    },
    figure: p95,
  }),
  appRow({
    name: 'app-scroll',
    what: 'scrolling through 100,000 Tasks as by wheel and as by bar, longest frame',
    goal: 50,
    measure: async ({ page }) => [
      ...(await scrollBare()).map((value) => ({ side: BARE, value })),
      ...ours(await scrollTasks(page)),
    ],
    // Three refreshes of the screen are 50 ms, which the page's clock, rounded to a tenth, may call 50.1.
    figure: (frames) => Math.round(Math.max(...frames)),
  }),
];

const ours = (values: readonly number[]): Sample[] => values.map((value) => ({ side: OURS, value }));

function appRow({ name, what, goal, measure, figure }: AppRow): BenchRow {
  return {
    name,
    what,
    goal: { kind: 'at most', value: goal },
    cannotRun: () => (needs.browser.met ? null : needs.browser.reason),
    run: async (options) => {
      const samples = await eachRound(options, measure);
      return { unit: 'ms', samples, figure: figure(ofSide(samples, OURS)), meaning: 'ms' };
    },
  };
}

/** Measures so often in one window, on a ledger filled with Tasks and a service that has nothing to tell. */
async function eachRound({ rounds, small, say }: RunOptions, measure: AppRow['measure']): Promise<Sample[]> {
  const service = await spawnServiceModel(['--complete']);
  let name = '';
  const samples: Sample[] = [];
  try {
    await using app = await openApp(
      { environment: 'bench', environments: { bench: service.baseUrl } },
      {
        apiSecret: service.apiSecret,
        before: async ({ dir, settingsFile }) => {
          const secrets = `file:${dir.at('secrets.json')}`;
          const place = { data: dir.at('data'), settings: settingsFile, secrets };
          ({ name } = await fillWithTasks(place, small ? TASKS_SMALL : TASKS, undefined, 3));
        },
      },
    );
    for (let round = 0; round < rounds; round += 1) {
      samples.push(...(await measure({ page: app.page, name })));
      say(`round ${round + 1} of ${rounds}`);
    }
  } finally {
    await closeBrowser();
    await service.close();
  }
  return samples;
}

async function firstRows({ page }: Filled): Promise<number> {
  const link = page.getByRole('link', { name: 'Tasks', exact: true });
  // The one-time link opens the session. A reload before that time would leave the page without a session.
  await link.waitFor();
  await page.evaluate(() => {
    window.location.hash = '';
  });
  await page.reload();
  await page.locator('.today-columns').waitFor();
  return await timeTo(page, FIRST_ROWS, () => link.click());
}

/** Types the name of one Task and takes it back, each letter once the one before is answered. */
async function lettersToRows({ page, name }: Filled): Promise<number[]> {
  await page.getByRole('searchbox', { name: 'Search' }).focus();
  const values: number[] = [];
  for (const letter of name.toLowerCase()) {
    const key = letter === ' ' ? 'Space' : letter;
    values.push(await timeTo(page, ROWS_FOUND, () => page.keyboard.press(key)));
  }
  for (const _ of name) values.push(await timeTo(page, ROWS_FOUND, () => page.keyboard.press('Backspace')));
  return values;
}

async function scrollTasks(page: OpenApp['page']): Promise<number[]> {
  await page.getByRole('link', { name: 'Tasks', exact: true }).click();
  await page.locator('.vtable-row .task-name').first().waitFor();
  const frames: number[] = [];
  for (const how of WAYS) {
    frames.push(...(await scrollThrough(page, { how })));
    await page.waitForFunction(() => document.querySelector('.vtable-pending') === null);
  }
  return frames;
}

async function scrollBare(): Promise<number[]> {
  const page = await (await browser()).newPage({ viewport: { width: 1280, height: 800 } });
  await page.setContent(BARE_PAGE);
  const frames: number[] = [];
  for (const how of WAYS) frames.push(...(await scrollThrough(page, { how, selector: '.bare' })));
  await page.close();
  return frames;
}
