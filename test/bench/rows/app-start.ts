import { startApp } from '../../app/support/app.ts';
import { closeBrowser, watchedPage } from '../../app/support/browser.ts';
import { testStation } from '../../support/clearfolder.ts';
import { fillWithTasks } from '../../support/many-tasks.ts';
import { spawnServiceModel } from '../../support/service-model/spawn.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';
import { noBrowser, sideOf, sidesOf } from './app-filled.ts';

type Station = Awaited<ReturnType<typeof testStation>>;

const FRESH = 'a new station';
const MARKS = ['first-contentful-paint', 'today'];

/** How long one start took, in milliseconds. */
interface Start {
  /** Process start to the one-time link. */
  readonly link: number;
  /** Navigation to the first contentful paint, and to Today saying what it has to say. */
  readonly paint: number;
  readonly today: number;
}

async function startOnce(station: Station): Promise<Start> {
  const begun = performance.now();
  const { running, link } = await startApp(station);
  const linked = performance.now() - begun;
  try {
    await using watched = await watchedPage();
    await watched.page.addInitScript(() => {
      const observer = new MutationObserver(() => {
        if (document.querySelector('.today-columns') === null) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => performance.mark('today')));
      });
      observer.observe(document, { subtree: true, childList: true });
    });
    await watched.page.goto(link);
    // The browser tells of a paint some time after it.
    await watched.page.waitForFunction(
      (names) => names.every((name) => performance.getEntriesByName(name).length > 0),
      MARKS,
    );
    const [paint = 0, today = 0] = await watched.page.evaluate(
      (names) => names.map((name) => performance.getEntriesByName(name)[0]?.startTime ?? 0),
      MARKS,
    );
    return { link: linked, paint, today };
  } finally {
    await running.stop();
  }
}

/** A station as it is after its first day, with so many Tasks; none is a station that nothing was done with. */
async function stationWith(tasks: number) {
  const service = await spawnServiceModel(['--complete']);
  const station = await testStation(
    { environment: 'bench', environments: { bench: service.baseUrl } },
    { apiSecret: service.apiSecret },
  );
  const place = {
    data: station.dir.at('data'),
    settings: station.settingsFile,
    secrets: `file:${station.dir.at('secrets.json')}`,
  };
  if (tasks > 0) await fillWithTasks(place, tasks);
  return {
    station,
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await service.close();
    },
  };
}

export const startRow: BenchRow = {
  name: 'app-first-screen',
  what: '`clearfolder open --browser`, process start to the first painted Today',
  goal: { kind: 'none' },
  cannotRun: noBrowser,
  run: async (options) => {
    const { rounds, say } = options;
    const sizes = sidesOf(options);
    const starts = new Map<string, Start[]>();
    try {
      await using stations = new AsyncDisposableStack();
      const filled: { side: string; station: Station }[] = [];
      for (const tasks of sizes)
        filled.push({ side: sideOf(tasks), station: stations.use(await stationWith(tasks)).station });
      for (let round = 0; round < rounds; round += 1) {
        // A station is new once.
        const fresh = stations.use(await stationWith(0));
        for (const { side, station } of [{ side: FRESH, station: fresh.station }, ...filled]) {
          const start = await startOnce(station);
          say(`${side}: ${told(start)}`);
          starts.set(side, [...(starts.get(side) ?? []), start]);
        }
      }
    } finally {
      await closeBrowser();
    }
    const samples: Sample[] = [...starts].flatMap(([side, list]) =>
      list.map(({ link, today }) => ({ side, value: link + today })),
    );
    const [smallest = '', largest = ''] = sizes.map(sideOf);
    return {
      unit: 'ms',
      samples,
      against: smallest,
      figure: median(ofSide(samples, largest)),
      meaning: `ms with ${largest}`,
      remarks: [...starts].map(([side, list]) => `${side}: ${told(middleOf(list))}`),
    };
  },
};

function middleOf(starts: readonly Start[]): Start {
  const middle = (key: keyof Start) => median(starts.map((start) => start[key]));
  return { link: middle('link'), paint: middle('paint'), today: middle('today') };
}

const told = ({ link, paint, today }: Start) =>
  `${link.toFixed(0)} ms to the link, then in the page ${paint.toFixed(0)} ms to the first paint and ${today.toFixed(0)} ms to Today`;
