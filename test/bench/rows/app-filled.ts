import { backUpLedger } from '../../../src-main/core/ledger/backup.ts';
import { openStation, openStationLedger } from '../../../src-main/core/station/open-station.ts';
import { type OpenApp, openApp } from '../../app/support/app.ts';
import { closeBrowser } from '../../app/support/browser.ts';
import { needs } from '../../support/machine.ts';
import { fillWithTasks } from '../../support/many-tasks.ts';
import { spawnServiceModel } from '../../support/service-model/spawn.ts';
import { median, type RunOptions, type Sample } from '../row.ts';

/** As many Tasks as the goal names, and a tenth of them: what grows with history shows between the two. */
const TASKS = [10_000, 100_000];
const SMALL = 0.01;

/** The app, open in a browser, on a ledger with so many Tasks, and a service of its own that has nothing to tell. */
export interface Filled extends AsyncDisposable {
  readonly side: string;
  readonly app: OpenApp;
  readonly page: OpenApp['page'];
  /** The name of one Task in the middle. */
  readonly name: string;
}

export const sideOf = (tasks: number) => `${tasks.toLocaleString('en')} Tasks`;

/** How many Tasks the sides of a row have. */
export const sidesOf = ({ times, small }: Pick<RunOptions, 'times' | 'small'>): number[] =>
  TASKS.map((tasks) => Math.round(tasks * times * (small ? SMALL : 1)));

export async function openFilled(tasks: number): Promise<Filled> {
  const service = await spawnServiceModel(['--complete']);
  let name = '';
  const app = await openApp(
    { environment: 'bench', environments: { bench: service.baseUrl } },
    {
      apiSecret: service.apiSecret,
      before: async ({ dir, settingsFile }) => {
        const place = {
          data: dir.at('data'),
          settings: settingsFile,
          secrets: `file:${dir.at('secrets.json')}`,
        };
        ({ name } = await fillWithTasks(place, tasks));
        await backUp(place);
      },
    },
  );
  return {
    side: sideOf(tasks),
    app,
    page: app.page,
    name,
    [Symbol.asyncDispose]: async () => {
      await app[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

/** As a station has it that did not start for the first time today: else the first backup is made two minutes after the start. */
async function backUp(place: { data: string; settings: string; secrets: string }): Promise<void> {
  const station = await openStation({ ...place, apiSecret: null });
  const { ledger, key } = await openStationLedger(station, 'engine');
  try {
    await backUpLedger(ledger, station.paths.backups, key, Date.now());
  } finally {
    ledger.close();
  }
}

/** Why the app cannot be measured here, or null. */
export async function noBrowser(): Promise<string | null> {
  return needs.browser.met ? null : needs.browser.reason;
}

/** Measures on both ledgers by turns, in one browser. */
export async function onBoth(
  options: RunOptions,
  unit: string,
  measure: (filled: Filled) => Promise<readonly number[]>,
): Promise<Sample[]> {
  const { rounds, say } = options;
  const samples: Sample[] = [];
  try {
    await using ledgers = new AsyncDisposableStack();
    const sides: Filled[] = [];
    for (const tasks of sidesOf(options)) sides.push(ledgers.use(await openFilled(tasks)));
    for (let round = 0; round < rounds; round += 1) {
      for (const filled of round % 2 === 0 ? sides : sides.toReversed()) {
        const values = await measure(filled);
        say(
          `${filled.side}: ${median(values).toFixed(1)} ${unit}, at most ${Math.max(...values).toFixed(1)}`,
        );
        samples.push(...values.map((value) => ({ side: filled.side, value })));
      }
    }
  } finally {
    await closeBrowser();
  }
  return samples;
}
