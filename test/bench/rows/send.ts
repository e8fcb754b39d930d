import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { findTool } from '../../support/find-tool.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type BenchService, benchService } from '../bench-service.ts';
import { byTurns, type Side } from '../by-turns.ts';
import { type BenchRow, type Goal, median, ofSide } from '../row.ts';
import { type History, makeHistory } from '../station/history.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

/* One side of "folder to last Task created": each gives the seconds from the first file in the folder to the last Task. */

const YARDSTICKS = join(import.meta.dirname, '..', 'yardsticks');
const CONCURRENCY = 4;

interface Load {
  readonly files: number;
  readonly bytes: number;
}

/** A folder to be sent from, with files that lie beside the folder until they are moved in. */
interface Place {
  readonly folder: string;
  readonly moves: readonly { readonly from: string; readonly to: string }[];
}

/** Writes the files of a load into a new folder, from which `moveIn` moves them. */
export function prepare(ready: string, folder: string, { files, bytes }: Load): Place['moves'] {
  mkdirSync(ready);
  // The same documents again would meet the claims that the run before left in the folder, and wait out their quarantine.
  const run = randomUUID();
  return Array.from({ length: files }, (_, n) => {
    const name = `NEW_${String(n).padStart(5, '0')}.pdf`;
    const from = join(ready, name);
    writeFileSync(from, pdfDocument({ pages: [`document ${n} of ${run}`], bytes }));
    return { from, to: join(folder, name) };
  });
}

/** Gives when the first file was moved, in milliseconds since the epoch. */
export function moveIn({ moves }: Pick<Place, 'moves'>): number {
  const begun = Date.now();
  for (const { from, to } of moves) renameSync(from, to);
  return begun;
}

async function timed(
  load: Load,
  watched: string | null,
  run: (place: Place, service: BenchService) => Promise<number>,
): Promise<number> {
  await using dir = await tempDir('bench');
  // Tasks stay pending: what comes of a Task is no part of the way to the last one.
  await using service = await benchService({ pending: true });
  const folder = watched ?? dir.at('watched');
  mkdirSync(folder, { recursive: true });
  const place = { folder, moves: prepare(dir.at('ready'), folder, load) };
  try {
    const begun = await run(place, service);
    return ((await service.reached(load.files)) - begun) / 1000;
  } finally {
    for (const { to } of place.moves) rmSync(to, { force: true });
  }
}

/** The built program, watching a folder whose other files it sent long ago. */
function byClearfolder(load: Load, history: History): Promise<number> {
  return timed(load, history.folders[0]?.path ?? null, async (place, service) => {
    await using run = await stationAtRest(service, history, CONCURRENCY);
    const begun = moveIn(place);
    await service.reached(load.files);
    await run.running.stop();
    return begun;
  });
}

/** The loop that keeps what it sends, over files that lie there already; its own start is not counted. */
function byFloor(load: Load): Promise<number> {
  return timed(load, null, async (place, service) => {
    moveIn(place);
    await using dir = await tempDir('floor');
    const args = [service.baseUrl, service.apiSecret, place.folder, dir.path, String(CONCURRENCY)];
    const child = spawn(process.execPath, [join(YARDSTICKS, 'floor.ts'), ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    const [begun, [code]] = await Promise.all([text(child.stdout), once(child, 'exit')]);
    if (code !== 0) throw new Error(`the floor ended with ${code}`);
    return Number(begun);
  });
}

/** `inotifywait` and `curl`, started before the files come. */
function byWatchAndCurl(load: Load): Promise<number> {
  return timed(load, null, async (place, service) => {
    const args = [join(YARDSTICKS, 'watch-and-curl.sh'), service.baseUrl, service.apiSecret, place.folder];
    const child = spawn('bash', args, { stdio: 'ignore', detached: true });
    // The script says nothing when it watches, and never sends files that come before.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const begun = moveIn(place);
    await service.reached(load.files);
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    return begun;
  });
}

const SMALL: Load = { files: 2000, bytes: 64 * 1024 };
const LARGE: Load = { files: 40, bytes: 20 * 1024 * 1024 };
const TINY: Load = { files: 12, bytes: 16 * 1024 };
const OURS = 'clearfolder';
const HISTORY = 10_000;

interface Race {
  readonly name: string;
  readonly what: string;
  readonly goal: Goal;
  readonly load: Load;
  readonly yardstick: { readonly side: string; readonly run: (load: Load) => Promise<number> };
  readonly tools?: readonly string[];
}

function race({ name, what, goal, load: full, yardstick, tools = [] }: Race): BenchRow {
  return {
    name,
    what,
    goal,
    cannotRun: () => {
      const missing = tools.filter((tool) => findTool(tool) === null);
      return missing.length === 0 ? null : `${missing.join(' and ')} not installed`;
    },
    run: async (options) => {
      const load = options.small ? TINY : full;
      await using history = await makeHistory({ files: options.small ? 20 : HISTORY });
      const sides: Side[] = [
        { side: OURS, run: () => byClearfolder(load, history) },
        { side: yardstick.side, run: () => yardstick.run(load) },
      ];
      const samples = await byTurns(sides, 's', options);
      return {
        unit: 's',
        samples,
        figure: median(ofSide(samples, yardstick.side)) / median(ofSide(samples, OURS)),
        meaning: `times as fast as the ${yardstick.side}`,
      };
    },
  };
}

const FLOOR = { side: 'floor', run: byFloor };

export const sendRows: readonly BenchRow[] = [
  race({
    name: 'send-small',
    what: '2,000 files of 64 KiB, folder to last Task created, against the floor',
    goal: { kind: 'at least', value: 0.8 },
    load: SMALL,
    yardstick: FLOOR,
  }),
  race({
    name: 'send-large',
    what: '40 files of 20 MiB, folder to last Task created, against the floor',
    goal: { kind: 'at least', value: 1 },
    load: LARGE,
    yardstick: FLOOR,
  }),
  race({
    name: 'send-script',
    what: '2,000 files of 64 KiB, folder to last Task created, against inotifywait piped to curl',
    goal: { kind: 'at least', value: 4 },
    load: SMALL,
    yardstick: { side: 'script', run: byWatchAndCurl },
    tools: ['inotifywait', 'curl'],
  }),
];
