import { setTimeout as sleep } from 'node:timers/promises';
import { createApp } from '../../../src-main/hosts/app/create-app.ts';
import { testStation } from '../../support/clearfolder.ts';
import { until } from '../../support/until.ts';
import { WILLING } from '../../support/willing-person.ts';
import { ask } from '../../unit/hosts/app/support/ask.ts';
import { byTurns } from '../by-turns.ts';
import { type BenchRow, median, ofSide, type RunOptions } from '../row.ts';
import { copyTree } from '../station/copy-tree.ts';
import { makeHistory } from '../station/history.ts';

const DOCUMENTS = [10_000, 100_000];
const SMALL = 0.01;
const FOLDERS = 10;
const ASKED = 5;
/** As long as somebody looks at the first screen before anything else. */
const LOOKED_AT_MS = 5_000;

type App = Awaited<ReturnType<typeof createApp>>;

/** What the screens ask first, and what has to be picked out of much. */
const QUESTIONS: Readonly<Record<string, (app: App) => Promise<unknown>>> = {
  'first screen': async (app) => app.subscribe(() => undefined)(),
  Tasks: (app) => ask(app, 'tasks.page', {}),
  'Tasks by name': (app) => ask(app, 'tasks.page', { order_by: 'name', sort_ascending: true }),
  'Tasks of a folder': (app) => ask(app, 'tasks.page', { folder: 'in-3' }),
  'a name nobody has': (app) => ask(app, 'tasks.page', { search: 'nobody' }),
  filters: (app) => ask(app, 'tasks.facets', {}),
  journeys: (app) => ask(app, 'tasks.journeys', {}),
  waiting: (app) => ask(app, 'waiting.list', {}),
  outbox: (app) => ask(app, 'outbox.page', {}),
  refused: (app) => ask(app, 'outbox.page', { states: ['rejected'] }),
  files: (app) => ask(app, 'files.page', {}),
  'files of a folder': (app) => ask(app, 'files.page', { folder: 'in-3' }),
  'held files': (app) => ask(app, 'files.page', { states: ['held'] }),
  folders: (app) => ask(app, 'folders.list', {}),
  audit: (app) => ask(app, 'audit.page', {}),
};

/** A history, and the app on it, at rest. */
async function openHistory(files: number, folders: number) {
  const history = await makeHistory({ files, folders });
  const station = await testStation({
    environment: 'bench',
    environments: { bench: 'http://127.0.0.1:1/public/v1' },
    folders: history.folders.map((folder) => ({ ...folder, taskType: 'prior-auth', backlog: 'send' })),
  });
  const data = station.dir.at('data');
  copyTree(history.template.data, data);
  const app = await createApp({
    choice: {
      data,
      settings: station.settingsFile,
      secrets: `file:${history.template.secrets}`,
      apiSecret: null,
    },
    host: 'browser',
    samples: false,
    person: WILLING,
  });
  await until(
    async () => (await ask(app, 'folders.list', {})).every(({ counts }) => counts.accepted === counts.found),
    { timeoutMs: 600_000, what: 'folders that were looked through' },
  );
  app.subscribe(() => undefined);
  await sleep(LOOKED_AT_MS);
  return {
    app,
    [Symbol.asyncDispose]: async () => {
      await app.stop();
      await station[Symbol.asyncDispose]();
      await history[Symbol.asyncDispose]();
    },
  };
}

async function millisecondsOf(app: App, question: (app: App) => Promise<unknown>): Promise<number> {
  const values: number[] = [];
  for (let n = 0; n < ASKED; n++) {
    const began = performance.now();
    await question(app);
    values.push(performance.now() - began);
  }
  return median(values);
}

async function run(options: RunOptions) {
  const sizes = DOCUMENTS.map((files) => Math.round(files * options.times * (options.small ? SMALL : 1)));
  await using opened = new AsyncDisposableStack();
  const longest = new Map<string, string>();
  const sides = [];
  for (const files of sizes) {
    const { app } = opened.use(await openHistory(files, options.folders ?? FOLDERS));
    const side = `${files.toLocaleString('en')} documents`;
    sides.push({
      side,
      run: async () => {
        const each: [string, number][] = [];
        for (const [name, question] of Object.entries(QUESTIONS))
          each.push([name, await millisecondsOf(app, question)]);
        each.sort(([, a], [, b]) => b - a);
        const most = each.slice(0, 4).map(([name, value]) => `${name} ${value.toFixed(1)} ms`);
        longest.set(side, `${side}: ${most.join(', ')}`);
        return each.reduce((sum, [, value]) => sum + value, 0);
      },
    });
  }
  const samples = await byTurns(sides, 'ms', options);
  const [few = '', many = ''] = sides.map(({ side }) => side);
  const of = (side: string) => median(ofSide(samples, side));
  return {
    unit: 'ms',
    samples,
    against: few,
    figure: of(many) / of(few),
    meaning: 'times as long with ten times the history',
    remarks: [`those that took the longest, of ${Object.keys(QUESTIONS).length}`, ...longest.values()],
  };
}

export const questionsRow: BenchRow = {
  name: 'app-questions',
  what: 'everything the screens ask at first, one after the other, answered by the engine',
  goal: { kind: 'none' },
  run,
};
