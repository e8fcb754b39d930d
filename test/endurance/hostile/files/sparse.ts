import { createHash } from 'node:crypto';
import {
  closeSync,
  createReadStream,
  ftruncateSync,
  openSync,
  readdirSync,
  statfsSync,
  writeSync,
} from 'node:fs';
import { pipeline } from 'node:stream/promises';
import { until } from '../../../support/until.ts';
import { watchedStation } from '../../../support/watched-station.ts';
import type { Counts } from '../../part.ts';
import { accountOf, peakMiB } from './proof.ts';

const GIB = 2 ** 30;
const MOST_MIB = 512;
const LONG = { timeoutMs: 7_200_000, everyMs: 1000 };
const HEAD = '%PDF-1.7\n';
const END = '\n%%EOF\n';

/** A file that says it is this long, with a head and an end and nothing on the disk between them. */
function putSparse(path: string, bytes: number): void {
  const file = openSync(path, 'w');
  ftruncateSync(file, bytes);
  writeSync(file, HEAD, 0);
  writeSync(file, END, bytes - END.length);
  closeSync(file);
}

/** A sparse file is sent whole without being held in memory; one that the disk has no room for is held, in words. */
export async function sparseFile(gigabytes: number): Promise<Counts> {
  await using place = await watchedStation();
  const { folder, station, upstream } = place;
  putSparse(folder.at('large.pdf'), gigabytes * GIB);
  const hash = createHash('sha256');
  await pipeline(createReadStream(folder.at('large.pdf'), { highWaterMark: 4 * 2 ** 20 }), hash);
  const { bavail, bsize } = statfsSync(folder.path);
  // More than there is, were it to be copied: a thousand GiB over what is free.
  putSparse(folder.at('too-large.pdf'), bavail * bsize + 1000 * GIB);
  const running = await station.watch();
  const begun = performance.now();
  const found = await until(async () => {
    const files = await place.files();
    const states = files.map(({ state }) => state).toSorted();
    return states.join() === 'accepted,held' ? files : null;
  }, LONG);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const memory = peakMiB(running.child.pid);
  accountOf(await station.json('folders'));
  await running.stop();
  upstream.oracle.assertExactlyOnce([hash.digest('hex')]);
  const problem = found.find(({ path }) => path === 'too-large.pdf')?.problem?.code;
  if (problem !== 'spool.full') throw new Error(`a file without room is told of as ${problem}`);
  if (memory > MOST_MIB) throw new Error(`the station held ${memory} MiB`);
  const left = readdirSync(station.dir.path, { recursive: true }).filter((path) =>
    /spool[\\/]./.test(`${path}`),
  );
  if (left.length > 0) throw new Error(`${left.length} private copies were left`);
  return { gigabytes, 'seconds to send it': seconds, 'memory of the station sending it, MiB': memory };
}
