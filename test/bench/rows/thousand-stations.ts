import { createHash, randomUUID } from 'node:crypto';
import { copyFileSync } from 'node:fs';
import { setTimeout as sleep } from 'node:timers/promises';
import { systemClock } from '../../../src-main/core/clock.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import { silentLog } from '../../../src-main/core/log/events.ts';
import { createPostgresCoordinator } from '../../../src-main/core/stations/postgres/coordinator.ts';
import { findPostgres } from '../../support/machine.ts';
import { PASSWORD, startPostgres } from '../../support/postgres.ts';
import { healthOfStation } from '../../support/station-health.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { ofFamily } from '../processor-time.ts';
import { type BenchRow, median, ofSide, type Sample } from '../row.ts';

const KEY = 'ab'.repeat(32);
const HEALTH_MS = 30_000;
const AT_A_TIME = 32;

interface Load {
  readonly counts: readonly number[];
  readonly heartbeatMs: number;
  readonly windowMs: number;
  readonly claims: number;
}
const FULL: Load = { counts: [100, 300, 1000], heartbeatMs: 5_000, windowMs: 60_000, claims: 5_000 };
const TINY: Load = { counts: [2, 4], heartbeatMs: 200, windowMs: 500, claims: 20 };

/** A station that only renews its lease, publishes its health and claims documents, by the parts of the product. */
function simulatedStation(url: string, ledgerPath: string, id: string, heartbeatMs: number) {
  const ledger = openLedger({ path: ledgerPath, key: KEY, now: systemClock.now, mode: 'beside' });
  const coordinator = createPostgresCoordinator({
    address: { url, password: () => Promise.resolve(PASSWORD), tls: false, application: id },
    passphrase: () => Promise.resolve('the passphrase of the stations'),
    ledger,
    station: { id, name: id },
    belonging: () => ({ environment: 'bench', organisation: 'bench' }),
    version: '0',
    word: randomUUID(),
    clock: systemClock,
    random: Math.random,
    log: silentLog,
    pace: { heartbeatMs },
    onMarked: () => undefined,
  });
  const nothing = () => undefined;
  const folder = coordinator.open({ folderId: 'in', path: '/nowhere', onChange: nothing, onFreed: nothing });
  coordinator.left.start();
  const publishing = setInterval(() => void coordinator.publish(healthOfStation()), HEALTH_MS);
  return {
    claim: async (document: string) => {
      const externalId = randomUUID();
      const sha256s = [createHash('sha256').update(document).digest('hex')];
      const whole = { groupKey: null, again: false, afterAll: false };
      await folder.claim({ taskType: 'prior-auth', requestSpec: {}, externalId, sha256s, ...whole }, 1);
      folder.queued(externalId);
    },
    [Symbol.asyncDispose]: async () => {
      clearInterval(publishing);
      await coordinator.left.stop();
      ledger.close();
    },
  };
}

async function manyStations(
  count: number,
  { heartbeatMs, windowMs, claims }: Load,
  say: (line: string) => void,
) {
  await using stack = new AsyncDisposableStack();
  const settings = ['fsync=on', `max_connections=${count * 2 + 20}`];
  const server = stack.use(await startPostgres({ settings }));
  const dir = stack.use(await tempDir('stations'));
  const database = await server.newDatabase();
  const url = server.urlOf(database);
  openLedger({ path: dir.at('empty.db'), key: KEY, now: systemClock.now }).close();
  const stations: ReturnType<typeof simulatedStation>[] = [];
  for (let n = 0; n < count; n += 1) {
    copyFileSync(dir.at('empty.db'), dir.at(`ledger-${n}.db`));
    stations.push(stack.use(simulatedStation(url, dir.at(`ledger-${n}.db`), `station-${n}`, heartbeatMs)));
    // The first heartbeat derives keys of the passphrase, which takes a core for a while.
    await sleep(heartbeatMs / count);
  }
  const ask = async (text: string) => Number(Object.values((await server.sql(database, text))[0] ?? {})[0]);
  await until(async () => (await ask('SELECT count(*) FROM clearfolder.station').catch(() => 0)) === count, {
    timeoutMs: 600_000,
    everyMs: 500,
    what: `${count} stations`,
  });
  await sleep(heartbeatMs * 3);
  const taken = async () => ({
    at: performance.now(),
    ours: process.cpuUsage(),
    database: ofFamily(server.pid()).seconds,
    beats: await ask('SELECT sum(beat) FROM clearfolder.station'),
    wal: await ask(`SELECT pg_current_wal_lsn() - '0/0'`),
  });
  const during = async (work: () => Promise<unknown>) => {
    const before = await taken();
    await work();
    const after = await taken();
    const seconds = (after.at - before.at) / 1000;
    const ours = process.cpuUsage(before.ours);
    return {
      seconds,
      core: ((after.database - before.database) / seconds) * 100,
      oursCore: (ours.user + ours.system) / 10_000 / seconds,
      beats: after.beats - before.beats,
      kilobytes: (after.wal - before.wal) / 1024,
    };
  };
  const rest = await during(() => sleep(windowMs));
  const late = await ask(
    'SELECT max(extract(epoch FROM clock_timestamp() - seen_at)) FROM clearfolder.station',
  );
  const connections = await ask(
    `SELECT count(*) FROM pg_stat_activity WHERE datname = '${database}' AND pid <> pg_backend_pid()`,
  );
  const { megabytes } = ofFamily(server.pid());
  let again = 0;
  const waits: number[] = [];
  const claiming = await during(() =>
    Promise.all(
      Array.from({ length: AT_A_TIME }, async (_, lane) => {
        for (let n = lane; n < claims; n += AT_A_TIME) {
          const begun = performance.now();
          await stations[n % count]?.claim(`document ${n}`).catch(async () => {
            again += 1;
            await sleep(1_000);
            await stations[n % count]?.claim(`document ${n}`);
          });
          waits.push(performance.now() - begun);
        }
      }),
    ),
  );
  const made = await ask('SELECT count(*) FROM clearfolder.claim');
  if (made !== claims) throw new Error(`${claims} documents have ${made} claims`);
  const ms = (claiming.core - rest.core) * 10 * (claiming.seconds / claims);
  const slow = waits.toSorted((a, b) => a - b)[Math.floor(claims * 0.95)] ?? 0;
  const rounded = (value: number) => Number(value.toPrecision(3));
  say(
    `${count} stations at rest: ${rounded(rest.beats / rest.seconds)} heartbeats a second, ${rounded(rest.core)} % of a core for the database and ${rounded(rest.oursCore)} % for the simulated stations, oldest heartbeat ${rounded(late)} s, ${connections} connections, ${rounded(megabytes)} MB, ${rounded(rest.kilobytes / rest.seconds)} KB of log a second`,
  );
  say(
    `${count} stations claim ${claims} documents: ${rounded(claims / claiming.seconds)} a second, ${rounded(ms)} ms of processor time of the database each, p95 ${rounded(slow)} ms, ${again} tried again`,
  );
  return rest.core;
}

export const thousandStationsRow: BenchRow = {
  name: 'thousand-stations',
  what: 'what 1,000 stations at rest cost the database: simulated stations that only renew leases, publish and claim',
  goal: { kind: 'at most', value: 100 },
  cannotRun: () => (findPostgres() === null ? 'no PostgreSQL was found' : null),
  run: async ({ rounds, small, say }) => {
    const load = small ? TINY : FULL;
    const remarks: string[] = [];
    const samples: Sample[] = [];
    for (let round = 0; round < rounds; round += 1) {
      for (const count of load.counts) {
        const value = await manyStations(count, load, (line) => {
          say(line);
          remarks.push(line);
        });
        samples.push({ side: `${count} stations`, value });
      }
    }
    const most = load.counts.at(-1) ?? 1;
    const figure = (median(ofSide(samples, `${most} stations`)) * 1000) / most;
    return { unit: '% of a core', samples, figure, meaning: '% of a core for 1,000 stations', remarks };
  },
};
