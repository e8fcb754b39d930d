import { setTimeout as sleep } from 'node:timers/promises';
import { testStation } from '../../support/clearfolder.ts';
import { findPostgres } from '../../support/machine.ts';
import { PASSWORD, type PostgresServer, startPostgres } from '../../support/postgres.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { watchingSettings } from '../../support/watching-settings.ts';
import { benchService } from '../bench-service.ts';
import { byTurns } from '../by-turns.ts';
import { cpuSeconds, ofFamily, sum } from '../processor-time.ts';
import { type BenchRow, median, ofSide } from '../row.ts';
import { moveIn, prepare } from './send.ts';

const COUNTS = [1, 2, 4];
/** A station that was away relies on its lease after two heartbeats (`SETTLING_BEATS` in `coordinator.ts`). */
const SETTLING_MS = 15_000;
const sideOf = (count: number) => (count === 1 ? '1 station' : `${count} stations`);

/** The speed and the costs of one run of some stations. Seconds are processor time. */
interface Taken {
  readonly documentsPerSecond: number;
  readonly stationSeconds: number;
  readonly databaseSeconds: number;
  readonly commits: number;
  readonly connections: number;
}

/** Stations that share one folder by a database: from the first file in the folder to the last Task. */
async function sideBySide(server: PostgresServer, count: number, files: number): Promise<Taken> {
  await using stack = new AsyncDisposableStack();
  const dir = stack.use(await tempDir('bench'));
  const folder = stack.use(await tempDir('watched'));
  const service = stack.use(await benchService({ pending: true }));
  const database = await server.newDatabase();
  const settings = watchingSettings(service, folder.path, {
    rule: { quietSeconds: 0.1 },
    sending: { concurrency: 4 },
    stations: { postgres: server.urlOf(database) },
  });
  const pids: number[] = [];
  for (let n = 0; n < count; n += 1) {
    const { apiSecret } = service;
    const station = stack.use(await testStation({ ...settings, station: `station-${n}` }, { apiSecret }));
    await station.start(['secret', 'postgres'], PASSWORD).ended;
    await station.start(['secret', 'stations'], 'the passphrase of the stations').ended;
    pids.push(stack.use(await station.watch()).child.pid ?? 0);
  }
  await sleep(SETTLING_MS);
  const moves = prepare(dir.at('ready'), folder.path, { files, bytes: 64 * 1024 });
  const commits = async () => {
    const [row] = await server.sql(
      'postgres',
      `SELECT xact_commit FROM pg_stat_database WHERE datname = '${database}'`,
    );
    return Number(row?.['xact_commit']);
  };
  const taken = async () => ({
    stations: sum(pids.map(cpuSeconds)),
    database: ofFamily(server.pid()).seconds,
    commits: await commits(),
  });
  const before = await taken();
  const begun = moveIn({ moves });
  const ended = await service.reached(files);
  const after = await taken();
  const [open] = await server.sql(
    'postgres',
    `SELECT count(*) FROM pg_stat_activity WHERE datname = '${database}'`,
  );
  const creates = (await service.oracle()).creates().length;
  if (creates !== files) throw new Error(`${files} documents became ${creates} Tasks`);
  return {
    documentsPerSecond: (files * 1000) / (ended - begun),
    stationSeconds: after.stations - before.stations,
    databaseSeconds: after.database - before.database,
    commits: after.commits - before.commits,
    connections: Number(open?.['count']),
  };
}

export const stationsRow: BenchRow = {
  name: 'stations',
  what: '2,000 files of 64 KiB by 1, 2 and 4 stations on one folder, by PostgreSQL: documents in a second of processor time of the stations',
  goal: { kind: 'at least', value: 0.9 },
  cannotRun: () => (findPostgres() === null ? 'no PostgreSQL was found' : null),
  run: async (options) => {
    const files = options.small ? 12 : 2000;
    await using server = await startPostgres({ settings: ['fsync=on'] });
    const runs: (Taken & { readonly side: string })[] = [];
    const samples = await byTurns(
      COUNTS.map((count) => ({
        side: sideOf(count),
        run: async () => {
          const taken = await sideBySide(server, count, files);
          runs.push({ side: sideOf(count), ...taken });
          return files / taken.stationSeconds;
        },
      })),
      'documents in a second of processor time',
      options,
    );
    const middle = (count: number) => median(ofSide(samples, sideOf(count)));
    return {
      unit: 'documents in a second of processor time',
      samples,
      figure: middle(4) / middle(1),
      meaning: 'times the rate of one station, for each core',
      remarks: COUNTS.map((count) => {
        const of = (value: (run: Taken) => number) =>
          median(runs.filter(({ side }) => side === sideOf(count)).map(value)).toPrecision(3);
        return `${sideOf(count)}: ${of((run) => run.documentsPerSecond)} documents a second; for each document, the database takes ${of((run) => (run.databaseSeconds * 1000) / files)} ms of processor time and ${of((run) => run.commits / files)} transactions; ${of((run) => run.connections)} connections`;
      }),
    };
  },
};
