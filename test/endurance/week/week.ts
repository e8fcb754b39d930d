import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';
import { z } from 'zod';
import { newId } from '../../../src-main/core/ids.ts';
import { listBackups } from '../../../src-main/core/ledger/backup/hourly-backups.ts';
import { jsonColumn, readAll } from '../../../src-main/core/ledger/db/ledger.ts';
import { spoolNamesInUse } from '../../../src-main/core/ledger/tables/submissions.ts';
import { PlainError } from '../../../src-main/core/plain-error.ts';
import { type Random, randomInt, seededRandom } from '../../support/random.ts';
import { answerTask, editTask } from '../../support/world/clerk-acts.ts';
import type { Fate } from '../../support/world/line.ts';
import { judge } from '../../support/world/oracle.ts';
import type { Share } from '../../support/world/share.ts';
import { memoryDisk } from '../memory-disk.ts';
import { fateOf } from '../model/fates.ts';
import { FATES } from '../model/moves.ts';
import type { Counts, Part, Run } from '../part.ts';
import { createHospital, HOUR_MS, type Hospital } from './hospital.ts';

const uuids = z.object({ uuid: z.string() });

/** Puts about so many documents into the folders, as scanners, fax machines and people do. Gives the number. */
function bringDocuments({ shares }: Hospital, random: Random, about: number): number {
  const share = (id: string): Share => {
    const found = shares.get(id);
    if (found === undefined) throw new Error(`no folder ${id}`);
    return found;
  };
  const scans = share('scans');
  for (const [path, { whole }] of [...scans.files].slice(-50)) if (!whole) scans.finish(path);
  let brought = 0;
  while (brought < about) {
    const kind = random();
    if (kind < 0.15) {
      const count = randomInt(random, 1, 4);
      share('cases').moveIn(share('cases').fresh(), count);
      brought += count;
      continue;
    }
    brought += 1;
    if (kind < 0.35) share('fax').write(`${share('fax').fresh()}.pdf`);
    else scans.write(`day/${scans.fresh()}.pdf`, kind > 0.4);
  }
  const [recent] = [...scans.files.keys()].slice(-randomInt(random, 1, 30));
  if (recent === undefined || !existsSync(scans.at(recent))) return brought;
  const change = random();
  if (change < 0.1) scans.copy(recent, `day/${scans.fresh()}.pdf`);
  else if (change < 0.2) scans.write(recent);
  else if (change < 0.25) scans.rename(recent, `day/${scans.fresh()}.pdf`);
  else if (change < 0.3) scans.touch(recent);
  return brought;
}

/** An hour of a clerk: answers Tasks that wait, and clears Tasks that have ended. */
async function clerkHour({ station, desk, decided }: Hospital, random: Random): Promise<void> {
  if (!station.isRunning) return;
  const at = { station, desk, decided };
  const { ledger } = station.running;
  const find = (sql: string) => readAll(ledger.prepared(sql), uuids).map(({ uuid }) => uuid);
  const id = () => newId(station.machine, random);
  for (const taskUuid of find(`SELECT uuid FROM task WHERE status = 'waiting' ORDER BY created LIMIT 10`)) {
    const hasData = random() < 0.3;
    const files = hasData && random() < 0.5 ? 0 : 1;
    await answerTask(at, { id: id(), taskUuid, files, hasData }).catch((error: unknown) => {
      // The Task ended meanwhile: the station says so, and keeps nothing.
      if (!(error instanceof PlainError)) throw error;
    });
  }
  const ended = find(
    `SELECT uuid FROM task WHERE status IN ('completed', 'failed', 'invalid') AND cleared IS NULL AND mine = 1
       AND NOT EXISTS (SELECT 1 FROM message WHERE task_uuid = uuid) LIMIT 60`,
  );
  for (const taskUuid of ended) editTask(at, id(), taskUuid, { kind: 'cleared', cleared: true });
}

const MIB = 2 ** 20;
const DESCRIPTORS = '/proc/self/fd';

interface Footprint {
  readonly heapMiB: number;
  /** Open files and sockets; null where the system does not tell. */
  readonly handles: number | null;
}

/** The footprint after garbage collection. */
function footprint(): Footprint {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') for (let time = 0; time < 3; time += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return {
    heapMiB: Math.round(((heapUsed + external) / MIB) * 10) / 10,
    handles: existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS).length : null,
  };
}

/** The number of files below a folder, and their MiB. */
function filesBelow(dir: string): { count: number; mib: number } {
  let count = 0;
  let bytes = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    count += 1;
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return { count, mib: Math.round(bytes / MIB) };
}

const STEP_MS = 300_000;
const FIRST_HOUR = 7;
const LAST_HOUR = 19;
const HOURS_TO_REST = 30;
const FAULTY = 0.02;
const BACKUPS_KEPT = 24;
/** Retention acts in the long form long before the end, in the short form in the idle day. */
const RETENTION_DAYS = { long: 2, short: 1 };
const purgedSchema = z.object({ detail: jsonColumn(z.object({ tasks: z.int(), files: z.int() })) });
const MORE_HEAP_MIB = 24;
const MORE_HANDLES = 4;
const IDLE_HOURS = 24;
const MORE_HEAP_IDLE_MIB = 8;
/** Copies that are not yet committed. */
const COPIES_ON_THEIR_WAY = 3;
const LATENCY_MS = 150;

export const weekPart: Part = {
  name: 'week',
  does: 'Plays a week of a clinic in simulated time: folders come and go, 2 % of the requests go wrong, tokens expire, the secret is rotated, backups rotate, retention purges.',
  holds:
    'Ledger, service and folders agree at the end; memory, handles and files of the data folder have not grown.',
  scales: { files: { long: 20_000, short: 100 }, days: { long: 7, short: 1 } },
  run: ({ scale: { files = 0, days = 0 }, seed, say }) => liveThrough(files, days, { seed, say }),
};

async function liveThrough(
  files: number,
  days: number,
  { seed, say }: Pick<Run, 'seed' | 'say'>,
): Promise<Counts> {
  const random = seededRandom(seed);
  const dir = mkdtempSync(join(memoryDisk(), 'clearfolder-week-'));
  const net = { well: false, faults: 0 };
  const hospital = createHospital(
    dir,
    random,
    () => drawFate(random, net),
    days > RETENTION_DAYS.long ? RETENTION_DAYS.long : RETENTION_DAYS.short,
  );
  const week = new Week(hospital, random);
  const { station, service, shares } = hospital;
  try {
    await week.until(station.start());
    let brought = 0;
    for (let day = 0; day < days; day += 1) {
      await week.day(
        day,
        () => (files * (day + 1)) / days - brought,
        (count) => {
          brought += count;
        },
      );
      const { count, mib } = filesBelow(station.dataDir);
      say(
        `day ${day + 1}: ${brought} files, ${service.tasks.all.length} Tasks, data folder ${count} files ${mib} MiB`,
      );
    }
    net.well = true;
    await week.rest();
    const figures = await week.judgeEnd();
    if (hospital.faults.length > 0)
      throw new Error(`${hospital.faults.length} faults that nobody foresaw: ${hospital.faults[0]}`);
    return {
      files: brought,
      days,
      'Tasks made': service.tasks.all.length,
      requests: service.requests,
      'faults on the line': net.faults,
      'times a folder was away': week.away,
      'files in the folders': [...shares.values()].reduce((sum, share) => sum + share.files.size, 0),
      ...figures,
    };
  } finally {
    station.crash();
    await hospital.clock.settle();
    rmSync(dir, { recursive: true, force: true, maxRetries: 3 });
  }
}

function drawFate(random: Random, net: { readonly well: boolean; faults: number }): Fate {
  const name = FATES[randomInt(random, 0, FATES.length - 1)];
  if (net.well || random() >= FAULTY || name === undefined) return { do: 'answer', afterMs: LATENCY_MS };
  net.faults += 1;
  return fateOf(name);
}

class Week {
  readonly #hospital: Hospital;
  readonly #random: Random;
  away = 0;

  constructor(hospital: Hospital, random: Random) {
    this.#hospital = hospital;
    this.#random = random;
  }

  async until(work: Promise<void>): Promise<void> {
    let ended = false;
    const done = work.finally(() => {
      ended = true;
    });
    done.catch(() => undefined);
    while (!ended) await this.#hospital.clock.advance(1_000);
    await done;
  }

  /** One day, from midnight: the working hours, a night, and what goes wrong in them. */
  async day(day: number, wanted: () => number, brought: (count: number) => void): Promise<void> {
    const { clock, service, station, shares } = this.#hospital;
    const random = this.#random;
    const steps = (24 * HOUR_MS) / STEP_MS;
    const workSteps = ((LAST_HOUR - FIRST_HOUR) * HOUR_MS) / STEP_MS;
    const first = wanted();
    for (let step = 0; step < steps; step += 1) {
      const hour = (step * STEP_MS) / HOUR_MS;
      const works = hour >= FIRST_HOUR && hour < LAST_HOUR;
      if (works && wanted() > 0) {
        const last = hour + STEP_MS / HOUR_MS >= LAST_HOUR;
        brought(bringDocuments(this.#hospital, random, last ? wanted() : Math.round(first / workSteps)));
      }
      for (const share of shares.values()) {
        if (share.isThere && random() < 0.02) {
          this.away += 1;
          share.leave(random() < 0.4);
        } else if (!share.isThere && random() < 0.5) share.return();
      }
      if (works && Number.isInteger(hour)) await clerkHour(this.#hospital, random);
      if (Number.isInteger(hour)) await this.#hourly(day, hour);
      await clock.advance(STEP_MS);
    }
    station.machine.jump(randomInt(random, -60_000, 60_000));
    service.expireTokens();
  }

  async #hourly(day: number, hour: number): Promise<void> {
    const { service, shares, station } = this.#hospital;
    if (hour === 13) service.expireTokens();
    // The rest of the week is one process run, in which nothing may grow.
    if (day === 0 && hour === 10) {
      station.crash();
      for (const share of shares.values()) share.watchers.clear();
      await this.until(station.start());
    }
    if (day === 0 && hour === 16) {
      await this.until(station.stop());
      await this.until(station.start());
    }
    if (day % 3 === 0 && hour === 14) service.rotate();
    if (day % 3 === 0 && hour === 15) await this.until(station.setSecret(service.apiSecret));
    if (hour === 18 && station.isRunning) station.running.engine.outbox.retryAll();
    // Leftovers of a crash are swept an hour later; every other copy goes with the acceptance of its Task.
    if (day > 0 || hour > 12) this.#lookAtCopies();
  }

  #lookAtCopies(): void {
    const { station } = this.#hospital;
    const { ledger, engine } = station.running;
    const named = new Set([...spoolNamesInUse(ledger), ...engine.drops.spoolNames()]);
    const left = readdirSync(station.spoolDir).filter((name) => !named.has(name));
    if (left.length > COPIES_ON_THEIR_WAY) throw new Error(`I11: ${left.length} copies that nothing names`);
  }

  /** Repairs everything, and waits until all is at rest. */
  async rest(): Promise<void> {
    const { clock, shares, station, service } = this.#hospital;
    for (const share of shares.values()) {
      share.return();
      for (const path of share.files.keys()) share.finish(path);
    }
    await this.until(station.setSecret(service.apiSecret));
    let wrong: string[] = [];
    for (let hour = 0; hour < HOURS_TO_REST; hour += 1) {
      station.running.engine.outbox.retryAll();
      await clock.advance(HOUR_MS);
      if (hour >= 2) wrong = judge(this.#hospital, { spoolIsTidy: true });
      if (hour >= 2 && wrong.length === 0) return;
    }
    throw new Error(wrong.slice(0, 20).join('\n'));
  }

  /** Compares what must not have grown with a process that has just begun. */
  async judgeEnd(): Promise<Counts> {
    const { station, clock, decided } = this.#hospital;
    const check = station.running.ledger.db.pragma('integrity_check', { simple: true });
    if (check !== 'ok') throw new Error(`the ledger does not pass its check: ${String(check)}`);
    const named = spoolNamesInUse(station.running.ledger).size;
    const backups = listBackups(station.backupsDir, station.machine.now()).length;
    if (backups > BACKUPS_KEPT) throw new Error(`${backups} backups were kept`);
    const data = filesBelow(station.dataDir);
    const most = backups + named + 12;
    if (data.count > most) throw new Error(`the data folder holds ${data.count} files, not ${most} at most`);
    const busy = footprint();
    await clock.advance(IDLE_HOURS * HOUR_MS);
    const old = footprint();
    const happened = this.#whatHappened();
    // The simulated world grows with its documents; the program must not grow, least of all while nothing happens.
    if (old.heapMiB - busy.heapMiB > MORE_HEAP_IDLE_MIB)
      throw new Error(
        `${busy.heapMiB} MiB became ${old.heapMiB} MiB in ${IDLE_HOURS} hours in which nothing happened`,
      );
    await this.until(station.stop());
    await this.until(station.start());
    await clock.advance(HOUR_MS);
    const fresh = footprint();
    const wrong = judge(this.#hospital, { spoolIsTidy: true });
    if (wrong.length > 0) throw new Error(`after retention and a restart: ${wrong.slice(0, 20).join('\n')}`);
    const more = old.heapMiB - fresh.heapMiB;
    if (more > MORE_HEAP_MIB)
      throw new Error(`after the week ${old.heapMiB} MiB, after a restart ${fresh.heapMiB} MiB`);
    if (old.handles !== null && fresh.handles !== null && old.handles > fresh.handles + MORE_HANDLES)
      throw new Error(`after the week ${old.handles} handles, after a restart ${fresh.handles}`);
    return {
      ...happened,
      'messages of people': decided.messages.length,
      'heap after the week, after an idle day, after a restart': `${busy.heapMiB}, ${old.heapMiB} and ${fresh.heapMiB} MiB, the world's own included`,
      'handles after the week, after a restart': `${old.handles} and ${fresh.handles}`,
      'files in the data folder': `${data.count}, of them ${backups} backups`,
    };
  }

  /** What must have happened, because a week without it proves nothing. */
  #whatHappened(): Counts {
    const { service, station, made } = this.#hospital;
    const purges = readAll(
      station.running.ledger.prepared(`SELECT detail FROM audit WHERE action = 'retention.purged'`),
      purgedSchema,
    );
    const count = (of: 'tasks' | 'files') => purges.reduce((sum, { detail }) => sum + detail[of], 0);
    const kept = listBackups(station.backupsDir, station.machine.now()).length;
    if (kept !== BACKUPS_KEPT || made.backups <= kept)
      throw new Error(`${made.backups} backups were made, and ${kept} kept`);
    const happened = {
      'Tasks that retention purged': count('tasks'),
      'names of files that retention purged': count('files'),
      'requests with a token that had expired': service.unauthorised,
    };
    for (const [what, times] of Object.entries(happened))
      if (times === 0) throw new Error(`there were no ${what}`);
    return { ...happened, 'backups made': made.backups };
  }
}
