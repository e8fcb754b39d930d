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

/** Files beside a folder, so that they can be moved in at once. */
interface Place {
  readonly ready: string;
  readonly folder: string;
  readonly names: readonly string[];
}

function prepare(ready: string, folder: string, { files, bytes }: Load): Place {
  mkdirSync(ready);
  mkdirSync(folder, { recursive: true });
  // The same documents again would meet the claims that the run before left in the folder, and wait out their quarantine.
  const run = randomUUID();
  const names = Array.from({ length: files }, (_, n) => `NEW_${String(n).padStart(5, '0')}.pdf`);
  for (const [n, name] of names.entries())
    writeFileSync(join(ready, name), pdfDocument({ pages: [`document ${n} of ${run}`], bytes }));
  return { ready, folder, names };
}

function moveIn({ ready, folder, names }: Place): number {
  const begun = Date.now();
  for (const name of names) renameSync(join(ready, name), join(folder, name));
  return begun;
}

async function timed(
  load: Load,
  folder: string | null,
  run: (place: Place, service: BenchService) => Promise<number>,
  reached: (service: BenchService) => Promise<number> = (service) => service.reached(load.files),
): Promise<number> {
  await using dir = await tempDir('bench');
  // Validation takes the service minutes: what comes of a Task is no part of the way to the last one.
  await using service = await benchService({ pending: true });
  const place = prepare(dir.at('ready'), folder ?? dir.at('watched'), load);
  try {
    const begun = await run(place, service);
    return ((await reached(service)) - begun) / 1000;
  } finally {
    for (const name of place.names) rmSync(join(place.folder, name), { force: true });
  }
}

/** The built program, watching a folder whose other files it sent long ago. */
export function byClearfolder(load: Load, history: History): Promise<number> {
  const [folder] = history.folders;
  if (folder === undefined) throw new Error('there is no folder to send from');
  return timed(load, folder.path, async (place, service) => {
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
