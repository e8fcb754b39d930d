import { type ChildProcess, spawn } from 'node:child_process';
import { once } from 'node:events';
import { mkdirSync, renameSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { testStation } from '../../support/clearfolder.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { type TempDir, tempDir } from '../../support/temp-dir.ts';
import { type BenchService, benchService } from '../service.ts';

/* One side of "folder to last Task created": each gives the seconds from the first file in the folder to the last Task. */

export const CONCURRENCY = 4;
const QUIET_SECONDS = 0.1;

/** What is to be sent. */
export interface Load {
  readonly files: number;
  readonly bytes: number;
}

/** Writes the files beside the folder, so that they can be moved in at once. */
function prepare(dir: TempDir, { files, bytes }: Load): { ready: string; folder: string; names: string[] } {
  const [ready, folder] = [dir.at('ready'), dir.at('watched')];
  mkdirSync(ready);
  mkdirSync(folder);
  const names = Array.from({ length: files }, (_, n) => `SCN_${String(n).padStart(5, '0')}.pdf`);
  for (const [n, name] of names.entries())
    writeFileSync(join(ready, name), pdfDocument({ pages: [`document ${n}`], bytes }));
  return { ready, folder, names };
}

function moveIn({ ready, folder, names }: ReturnType<typeof prepare>): number {
  const begun = Date.now();
  for (const name of names) renameSync(join(ready, name), join(folder, name));
  return begun;
}

async function timed(
  load: Load,
  run: (place: ReturnType<typeof prepare>, service: BenchService) => Promise<number>,
): Promise<number> {
  await using dir = await tempDir('bench');
  await using service = await benchService();
  const begun = await run(prepare(dir, load), service);
  return ((await service.reached(load.files)) - begun) / 1000;
}

/** The built program, watching the folder. */
export function byClearfolder(load: Load): Promise<number> {
  return timed(load, async (place, service) => {
    await using station = await testStation(
      {
        environment: 'bench',
        environments: { bench: service.baseUrl },
        sending: { concurrency: CONCURRENCY },
        folders: [
          {
            id: 'in',
            path: place.folder,
            taskType: 'prior-auth',
            quietSeconds: QUIET_SECONDS,
            backlog: 'send',
          },
        ],
      },
      { apiSecret: service.apiSecret },
    );
    await using running = await station.watch();
    const begun = moveIn(place);
    await service.reached(load.files);
    await running.stop();
    return begun;
  });
}

/** The bare loop over files that lie there already; its own start is not counted. */
export function byUndiciLoop(load: Load): Promise<number> {
  return timed(load, async (place, service) => {
    moveIn(place);
    const script = join(import.meta.dirname, '..', 'yardsticks', 'undici-loop.ts');
    const options = {
      url: service.baseUrl,
      secret: service.apiSecret,
      folder: place.folder,
      concurrency: String(CONCURRENCY),
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
  return timed(load, async (place, service) => {
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

async function endOf(child: ChildProcess): Promise<undefined> {
  const [code] = await once(child, 'exit');
  if (code !== 0) throw new Error(`the yardstick ended with ${code}`);
}
