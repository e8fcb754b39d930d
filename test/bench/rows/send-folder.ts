import { type ChildProcess, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { mkdirSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { pdfDocument } from '../../support/pdf-document.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { type BenchService, benchService } from '../service/bench-service.ts';
import type { History } from '../station/history.ts';
import { stationAtRest } from '../station/station-at-rest.ts';

/* One side of "folder to last Task created": each gives the seconds from the first file in the folder to the last Task. */

export const CONCURRENCY = 4;

/** What is to be sent. */
export interface Load {
  readonly files: number;
  readonly bytes: number;
}

/** Files that lie ready, so that they can be moved in at once; `folder` is where a yardstick looks for them. */
interface Place {
  readonly folder: string;
  readonly moves: readonly { readonly from: string; readonly to: string }[];
}

function prepare(ready: string, placeFor: History['placeFor'], { files, bytes }: Load): Place['moves'] {
  mkdirSync(ready);
  // The same documents again would meet the claims that the run before left in the folder, and wait out their quarantine.
  const run = randomUUID();
  return Array.from({ length: files }, (_, n) => {
    const name = `NEW_${String(n).padStart(5, '0')}.pdf`;
    const from = join(ready, name);
    writeFileSync(from, pdfDocument({ pages: [`document ${n} of ${run}`], bytes }));
    return { from, to: placeFor(name, n) };
  });
}

function moveIn({ moves }: Place): number {
  const begun = Date.now();
  for (const { from, to } of moves) renameSync(from, to);
  return begun;
}

async function timed(
  load: Load,
  history: History | null,
  run: (place: Place, service: BenchService) => Promise<number>,
  reached: (service: BenchService) => Promise<number> = (service) => service.reached(load.files),
): Promise<number> {
  await using dir = await tempDir('bench');
  // Validation takes the service minutes: what comes of a Task is no part of the way to the last one.
  await using service = await benchService({ pending: true });
  const folder = dir.at('watched');
  mkdirSync(folder);
  const placeFor: History['placeFor'] = history?.placeFor ?? ((name) => join(folder, name));
  const place = { folder, moves: prepare(dir.at('ready'), placeFor, load) };
  try {
    const begun = await run(place, service);
    return ((await reached(service)) - begun) / 1000;
  } finally {
    for (const { to } of place.moves) rmSync(to, { force: true });
  }
}

/** The built program, watching folders whose other files it sent long ago. */
export function byClearfolder(load: Load, history: History): Promise<number> {
  return timed(load, history, async (place, service) => {
    await using run = await stationAtRest(service, history, CONCURRENCY);
    const begun = moveIn(place);
    await service.reached(load.files);
    await run.running.stop();
    return begun;
  });
}

/** The bare loop over files that lie there already; its own start is not counted. `durable`: one that keeps what it sends. */
export function byUndiciLoop(load: Load, durable = false): Promise<number> {
  return timed(load, null, async (place, service) => {
    moveIn(place);
    await using dir = await tempDir('loop');
    const script = join(import.meta.dirname, '..', 'yardsticks', 'undici-loop.ts');
    const options = {
      url: service.baseUrl,
      secret: service.apiSecret,
      folder: place.folder,
      concurrency: String(CONCURRENCY),
      ...(durable && { keep: dir.path }),
    };
    const args = Object.entries(options).map(([name, value]) => `--${name}=${value}`);
    const child = spawn(process.execPath, [script, ...args], { stdio: ['ignore', 'pipe', 'inherit'] });
    const ended = endOf(child);
    const line: unknown = (await Promise.race([once(createInterface(child.stdout), 'line'), ended]))?.[0];
    await ended;
    return Number(line);
  });
}

/** `inotifywait` and `curl`, started before the files come. */
export function byWatchAndCurl(load: Load): Promise<number> {
  return timed(load, null, async (place, service) => {
    const script = join(import.meta.dirname, '..', 'yardsticks', 'watch-and-curl.sh');
    const child = spawn('bash', [script, service.baseUrl, service.apiSecret, place.folder], {
      stdio: 'ignore',
      detached: true,
    });
    // It says nothing when it watches; files that come before are never sent.
    await new Promise((resolve) => setTimeout(resolve, 2_000));
    const begun = moveIn(place);
    await service.reached(load.files);
    if (child.pid !== undefined) process.kill(-child.pid, 'SIGKILL');
    return begun;
  });
}

/** `rclone copy` of files that lie there already, each with one PUT: it can neither post forms nor watch. Its start is counted. */
export function byRclone(load: Load): Promise<number> {
  return timed(
    load,
    null,
    async (place, service) => {
      moveIn(place);
      const begun = Date.now();
      const child = spawn(
        'rclone',
        [
          'copy',
          place.folder,
          ':webdav:',
          `--webdav-url=${service.sinkUrl}`,
          '--webdav-vendor=other',
          `--transfers=${CONCURRENCY}`,
          '--config=/dev/null',
          '--quiet',
        ],
        { stdio: ['ignore', 'ignore', 'inherit'] },
      );
      await endOf(child);
      return begun;
    },
    (service) => service.sunk(load.files),
  );
}

async function endOf(child: ChildProcess): Promise<undefined> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the yardstick ended with ${code}`);
}
