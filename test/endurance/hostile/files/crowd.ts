import { linkSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setImmediate as nextTurn } from 'node:timers/promises';
import { DEFAULT_PACE } from '../../../../src-main/core/folders/pace.ts';
import { until } from '../../../support/until.ts';
import { watchedStation } from '../../../support/watched-station.ts';
import type { Counts } from '../../part.ts';
import { endWell, peakMiB } from './proof.ts';

/** A file system allows about so many links to one file. */
const NAMES_OF_ONE = 50_000;
const LONG = { timeoutMs: 7_200_000, everyMs: 1000 };
const MOST_MIB = 512;
const MOST_KIB_AN_ENTRY = 3;
/** Other stations take a station for dead that stands still for longer, and take its folder. */
const MOST_STILL_MS = DEFAULT_PACE.heartbeatMs * DEFAULT_PACE.missedBeats;

/** Fills a folder with so many names: nine of ten are documents, the others are junk by name. */
async function fill(at: (...parts: string[]) => string, entries: number): Promise<number> {
  let ignored = 0;
  mkdirSync(at('many'));
  for (let number = 0; number < entries; number += 1) {
    const isJunk = number % 10 === 9;
    const path = at('many', isJunk ? `${number}.part` : `${number}.txt`);
    ignored += isJunk ? 1 : 0;
    const first = at('many', `${number - (number % NAMES_OF_ONE)}.txt`);
    if (number % NAMES_OF_ONE === 0) writeFileSync(path, `one of many: ${number}`);
    else linkSync(first, path);
    if (number % 1000 === 0) await nextTurn();
  }
  return ignored;
}

/** Watches the heartbeat of a station, and keeps the longest time between two beats. */
function watchBeat(folder: string) {
  let last = { text: '', at: performance.now() };
  let beats = 0;
  let longest = 0;
  const timer = setInterval(() => {
    const dir = join(folder, '.clearfolder');
    let text = '';
    try {
      const newest =
        readdirSync(dir)
          .filter((name) => name.startsWith('lease-'))
          .toSorted()
          .at(-1) ?? '';
      text = readFileSync(join(dir, newest), 'utf8');
    } catch {
      return;
    }
    if (text === last.text) return;
    beats += 1;
    if (last.text !== '') longest = Math.max(longest, performance.now() - last.at);
    last = { text, at: performance.now() };
  }, 100);
  return {
    beats: () => beats,
    stop: () => {
      clearInterval(timer);
      return Math.round(longest);
    },
  };
}

/** A folder of very many files: the station stops during the scan, scans again, and settles all files at once. */
export async function crowdedFolder(entries: number): Promise<Counts> {
  await using place = await watchedStation({ backlog: 'ask', watch: 'poll' });
  const { folder, station } = place;
  const ignored = await fill(folder.at, entries);
  const account = station.folder;

  const first = station.start(['run']);
  await until(async () => (await account()).found > 0, LONG);
  const asked = performance.now();
  await endWell(first);
  const stopSeconds = Math.round((performance.now() - asked) / 100) / 10;
  const half = (await account()).found;

  const begun = performance.now();
  const second = await station.watch();
  const beat = watchBeat(folder.path);
  const whole = await until(async () => {
    const now = await account();
    return now.found === entries ? now : null;
  }, LONG);
  const seconds = Math.round((performance.now() - begun) / 1000);
  const { held = 0, ignored: leftOut = 0 } = whole.counts;
  if (leftOut !== ignored || held !== entries - ignored)
    throw new Error(`not all explained: ${JSON.stringify(whole.counts)}`);
  await station.json('pause', 'in');
  await station.json('backlog', 'in', 'send');
  await until(async () => (await account()).counts['settling'] === entries - ignored, LONG);
  const beats = beat.beats();
  // All files settle together; the heartbeat must go on meanwhile.
  await until(() => beat.beats() >= beats + 2, { ...LONG, what: 'the station to go on living' });
  const stoodStill = beat.stop();
  if (stoodStill > MOST_STILL_MS) throw new Error(`the station stood still for ${stoodStill} ms`);
  const memory = peakMiB(second.child.pid);
  await endWell(second);
  await account();
  if (memory > MOST_MIB + (entries * MOST_KIB_AN_ENTRY) / 1024)
    throw new Error(`the station held ${memory} MiB`);
  if (readdirSync(folder.at('many')).length !== entries) throw new Error('the folder is not what it was');
  return {
    entries,
    'found when it was stopped': half,
    'seconds to stop': stopSeconds,
    'seconds to look through': seconds,
    'longest time between two beats, ms': stoodStill,
    'memory of the station with the crowd, MiB': memory,
  };
}
