import { existsSync } from 'node:fs';
import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { LongFilesFirst } from './test/support/long-files-first.ts';
import { filesLeftOut } from './test/support/machine.ts';
import { SummaryReporter } from './test/support/summary-reporter.ts';

/** One journey for each screen, for `npm test`; `npm test -- --all` runs every journey. */
const A_JOURNEY_FOR_EACH_SCREEN = ['keyboard-first-run', 'connect', 'folder', 'drop', 'verdict', 'retry'].map(
  (name) => `test/app/journeys/${name}.test.ts`,
);

/** Unit tests of simulated days, kills, whole programs and pages: more than half of the processor time of all unit tests. */
const LONG_UNIT_TESTS = [
  'core/folders/{late-backlog,scan/silent-folder}',
  'core/share-io/hung-share',
  'core/stations/files/left-folders',
  'core/outbox/{messages/answer-conflict,corrected-clock,exactly-once.property,creates/other-station}',
  'core/service/large-uploads',
  'core/installation/{restore-ledger,rotate-key}',
  'core/views/counts',
  'hosts/app/{drops,hostile-input,lock,network,settings-chaos,tasks,undo-chaos}',
  'hosts/browser/open',
  'renderer/host/*',
].map((name) => `test/unit/${name}.test.ts`);

const MODEL = 'test/endurance/model/model-short.test.ts';

/** Where Linux keeps files in memory. */
const MEMORY_DISK = '/dev/shm';

/** Files whose needs this machine cannot meet. */
const leftOut = filesLeftOut().flatMap(({ files }) => files);

interface Project {
  name: string;
  include: string[];
  exclude?: string[];
  /** Whether each file has a process of its own: for tests that change what belongs to the whole process. */
  isolate: boolean;
  globalSetup?: string[];
}

function project({ exclude = [], ...rest }: Project) {
  return { extends: true as const, test: { ...rest, exclude: [...exclude, ...leftOut] } };
}

// `npm test` runs unit, screens and model; `--all` runs these and the rest (resources/bootstrap.mjs).
export default defineConfig({
  test: {
    projects: [
      project({
        name: 'unit',
        include: ['test/*.test.ts', 'test/{unit,support,bench}/**/*.test.ts'],
        exclude: LONG_UNIT_TESTS,
        isolate: false,
      }),
      project({ name: 'long-unit', include: LONG_UNIT_TESTS, isolate: false }),
      project({ name: 'screens', include: A_JOURNEY_FOR_EACH_SCREEN, isolate: false }),
      project({ name: 'model', include: [MODEL], isolate: false }),
      project({
        name: 'app',
        include: ['test/app/**/*.test.ts'],
        exclude: A_JOURNEY_FOR_EACH_SCREEN,
        isolate: false,
      }),
      project({ name: 'shares', include: ['test/shares/*.test.ts'], isolate: false }),
      project({ name: 'packages', include: ['test/packages/**/*.test.ts'], isolate: false }),
      project({
        name: 'endurance',
        include: ['test/endurance/**/*.test.ts'],
        exclude: [MODEL],
        isolate: true,
      }),
      project({
        name: 'windows',
        include: ['test/windows/*.test.ts'],
        isolate: false,
        globalSetup: ['test/windows/wine.ts'],
      }),
    ],
    globalSetup: ['test/support/build.ts'],
    reporters: ['dot', new SummaryReporter()],
    pool: 'forks',
    // Tests kill processes, never the machine: a disk in memory keeps as much as they need and syncs in no time.
    env: existsSync(MEMORY_DISK) ? { TMPDIR: MEMORY_DISK } : {},
    // Many tests wait for real time to pass (undo, settling, timeouts): a worker for each core would leave cores idle.
    maxWorkers: Math.max(6, availableParallelism()),
    sequence: { sequencer: LongFilesFirst },
    // A busy machine may take ten times as long as an idle one; a wait for a condition says itself what never came.
    testTimeout: 300_000,
    hookTimeout: 240_000,
    expect: { poll: { timeout: 90_000, interval: 200 } },
  },
});
