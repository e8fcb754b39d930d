import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { type Running, testStation } from '../../support/clearfolder.ts';
import { sha256Of } from '../../support/documents.ts';
import { leaseIn } from '../../support/lease-in.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import type { TorturePart } from '../part.ts';

/** Long enough that the other one takes over. */
const LONG_AWAY_MS = 36_000;
/** So many wait to be sent when a station falls asleep: each of them asks for the folder when it wakes. */
const WAITING = 14;

export interface TwoStationsReport {
  readonly kills: number;
  readonly sleeps: number;
  readonly files: number;
  readonly creates: number;
  /** Submissions accepted in each station's ledger: those it created, and those of the other that it looked up and adopted. */
  readonly accepted: readonly number[];
  /** How often the lease was taken. */
  readonly leases: number;
  readonly seconds: number;
}

/**
 * Lets two stations watch one folder while one of them, by turns, is killed (SIGKILL) at seeded random moments and stays away
 * for a while; then the one that has the folder sleeps (SIGSTOP) on a full outbox until the other has taken over. Throws unless
 * each file became exactly one Task, and when a station took the lease from one that was alive.
 */
export async function twoStationsStorm(options: {
  kills: number;
  sleeps: number;
  files: number;
  seed: number;
}): Promise<TwoStationsReport> {
  const { kills, sleeps, files, seed } = options;
  const random = seededRandom(seed);
  const begun = performance.now();
  let limited = false;
  await using upstream = await startServiceModel({ complete: true, limited: () => limited });
  await using folder = await tempDir('shared');
  const settings = {
    environment: 'test',
    environments: { test: upstream.baseUrl },
    sending: { idleTimeoutSeconds: 2 },
    tracking: { seconds: 1 },
    folders: [
      {
        id: 'in',
        path: folder.path,
        taskType: 'prior-auth',
        quietSeconds: 0.1,
        backlog: 'send',
        rescanMinutes: 0.05,
      },
    ],
  };
  await using one = await testStation({ ...settings, station: 'one' }, { apiSecret: upstream.apiSecret });
  await using two = await testStation({ ...settings, station: 'two' }, { apiSecret: upstream.apiSecret });
  const stations = [one, two];
  const running: Running[] = await Promise.all(stations.map((station) => station.watch()));
  const expected: string[] = [];
  const drop = (count: number) => {
    for (let index = 0; index < count; index += 1) {
      const number = expected.length;
      const bytes = pdfDocument({ pages: [`shared file ${number} of seed ${seed}`], bytes: 3000 });
      const sub = join(folder.path, `day-${number % 5}`);
      mkdirSync(sub, { recursive: true });
      writeFileSync(join(sub, `${number}.pdf`), bytes);
      expected.push(sha256Of(bytes));
    }
  };
  const killOne = async (kill: number) => {
    const victim = kill % 2;
    await running[victim]?.stop('SIGKILL');
    drop(2);
    await sleep(kill % 3 === 2 ? LONG_AWAY_MS : randomInt(random, 0, 800));
    const back = stations[victim];
    if (back !== undefined) running[victim] = await back.watch();
  };
  const letHolderSleep = async () => {
    const before = leaseIn(folder.path);
    const index = before.holder === 'one' ? 0 : 1;
    const holder = running[index];
    limited = true;
    drop(WAITING);
    const waiting = async () =>
      (await stations[index]?.outbox())?.filter((entry) => entry.state === 'queued').length ?? 0;
    await until(async () => (await waiting()) >= WAITING, { timeoutMs: 120_000, everyMs: 500 });
    holder?.child.kill('SIGSTOP');
    try {
      await until(() => leaseIn(folder.path).holder !== before.holder, {
        timeoutMs: 120_000,
        everyMs: 500,
        what: 'the other station to take over',
      });
      limited = false;
    } finally {
      holder?.child.kill('SIGCONT');
    }
    await allSent();
  };
  const allSent = () =>
    until(() => upstream.oracle.byContent().size === expected.length, {
      timeoutMs: 300_000,
      everyMs: 500,
      what: 'every file to be sent',
    });
  try {
    for (let kill = 0; kill < kills; kill += 1) {
      drop(Math.min(Math.ceil(files / kills), files - expected.length));
      await sleep(random() * 1500);
      await killOne(kill);
    }
    drop(Math.max(0, files - expected.length));
    await allSent();
    for (let nap = 0; nap < sleeps; nap += 1) await letHolderSleep();
    const open = ['queued', 'sending', 'unconfirmed'];
    await until(
      async () => {
        const entries = (await Promise.all(stations.map((station) => station.outbox()))).flat();
        return entries.every((entry) => !open.includes(entry.state));
      },
      { timeoutMs: 300_000, everyMs: 1000, what: 'both outboxes to be done' },
    );
  } finally {
    await Promise.all(running.map((engine) => engine.stop()));
  }
  upstream.oracle.assertExactlyOnce(expected);
  const { generation } = leaseIn(folder.path);
  // It is taken once at first, once by each that came back or was away for long, and once from each that slept.
  if (generation > 1 + kills + sleeps)
    throw new Error(`the lease was taken ${generation} times, after ${kills} kills and ${sleeps} sleeps`);
  const outboxes = await Promise.all(stations.map((station) => station.outbox()));
  return {
    kills,
    sleeps,
    files: expected.length,
    creates: upstream.oracle.creates().length,
    accepted: outboxes.map((entries) => entries.filter((entry) => entry.state === 'accepted').length),
    leases: generation,
    seconds: Math.round((performance.now() - begun) / 1000),
  };
}

export const twoStationsPart: TorturePart = {
  name: 'two-stations',
  what: 'Two stations watch one folder; by turns one of them is killed (SIGKILL) at random moments and comes back, or sleeps on a full outbox until the other has taken over: each file becomes exactly one Task, and no station takes the folder from one that is alive.',
  scales: { kills: 60, sleeps: 10, files: 200 },
  run: async ({ scale: { kills = 0, sleeps = 0, files = 0 }, seed }) => {
    const { accepted, ...figures } = await twoStationsStorm({ kills, sleeps, files, seed });
    return { ...figures, 'accepted by each': accepted.join(' and ') };
  },
};
