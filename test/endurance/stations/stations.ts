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
import { watchingSettings } from '../../support/watching-settings.ts';
import type { Part } from '../part.ts';

/** Long enough for the other station to take over. */
const LONG_AWAY_MS = 36_000;
/** How many submissions wait when a station falls asleep: each asks for the folder when the station wakes. */
const WAITING = 14;

export const stationsPart: Part = {
  name: 'stations',
  does: 'Two stations watch one folder; by turns one is killed (SIGKILL) at random moments and comes back, or sleeps (SIGSTOP) on a full outbox until the other has taken over.',
  holds: 'Each file becomes exactly one Task (I2), and no station takes the folder from one that is alive.',
  scales: { kills: { long: 60, short: 3 }, sleeps: { long: 10, short: 1 }, files: { long: 200, short: 10 } },
  run: async ({ scale: { kills = 0, sleeps = 0, files = 0 }, seed }) => {
    const random = seededRandom(seed);
    let limited = false;
    await using upstream = await startServiceModel({ complete: true, limited: () => limited });
    await using folder = await tempDir('shared');
    const settings = watchingSettings(upstream, folder.path, {
      sending: { idleTimeoutSeconds: 2 },
      tracking: { seconds: 1 },
      rule: { quietSeconds: 0.1, rescanMinutes: 0.05 },
    });
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
        { timeoutMs: 300_000, everyMs: 1000, what: 'no open submission in both outboxes' },
      );
    } finally {
      await Promise.all(running.map((engine) => engine.stop()));
    }
    upstream.oracle.assertExactlyOnce(expected);
    const { generation } = leaseIn(folder.path);
    // The lease is taken once at first, once after each kill at most, and once from each sleeping station.
    if (generation > 1 + kills + sleeps)
      throw new Error(`the lease was taken ${generation} times, after ${kills} kills and ${sleeps} sleeps`);
    return { kills, sleeps, files: expected.length, leases: generation };
  },
};
