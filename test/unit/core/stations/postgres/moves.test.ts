import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { nextCoordination, readCoordination } from '../../../../../src-main/core/stations/coordination.ts';
import { leaseText } from '../../../../../src-main/core/stations/files/lease-files.ts';
import { openDatabase } from '../../../../../src-main/core/stations/postgres/database.ts';
import { stationKeys } from '../../../../../src-main/core/stations/postgres/keys.ts';
import {
  identityOf,
  moveToDatabase,
  moveToFiles,
  planMove,
} from '../../../../../src-main/core/stations/postgres/move-folder.ts';
import { migrate } from '../../../../../src-main/core/stations/postgres/schema.ts';
import { PASSWORD } from '../../../../support/postgres.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, intakeBench } from '../../folders/intake-bench.ts';
import { PASSPHRASE, postgresForTests, stationOn } from './support/hospital.ts';

const server = postgresForTests();
const RULE = { backlog: 'send' };

async function database() {
  const url = server().urlOf(await server().newDatabase());
  const opened = openDatabase({
    url,
    password: () => Promise.resolve(PASSWORD),
    tls: false,
    application: 'test',
  });
  onTestFinished(() => opened.close());
  await migrate(opened);
  const to = { database: opened, keys: await stationKeys(PASSPHRASE) };
  return { url, to };
}

const askOf = ({ ledger }: IntakeBench): unknown => {
  const row: unknown = ledger.db.prepare(`SELECT problem_code AS code FROM folder WHERE id = 'scans'`).get();
  return row === undefined ? null : Object.values(row ?? {})[0];
};
const ids = (stations: readonly IntakeBench[]) =>
  stations.flatMap(({ submissions }) => submissions().map(({ external_id: id }) => id));
const mayCreate = (station: IntakeBench) => station.intake.guard.mayCreate({ folder_id: 'scans', seq: 1 });
const partsOf = (root: string) => ({ root, clock: systemClock, settleMs: 500, waitMs: 500 });

it('I2: a folder goes to the database while its stations run, and back; each document stays one submission', async () => {
  const { url, to } = await database();
  const byFiles = await intakeBench({ station: 'station-1', rule: RULE });
  const { folder } = byFiles;
  await byFiles.send('old.pdf');
  const byDatabase = await stationOn({ url, station: 'station-2', folder });
  await until(() => askOf(byDatabase) === 'folder.in-files');
  expect(await planMove(folder)).toMatchObject({ now: 'files', holder: 'STATION-1', claims: 1 });

  expect(await moveToDatabase(partsOf(folder), to)).toEqual({ claims: 1 });
  await until(() => askOf(byFiles) === 'folder.in-database');
  expect(await mayCreate(byFiles)).toBe(false);
  await byDatabase.put('new.pdf');
  await until(() => byDatabase.rows().length === 2 && byDatabase.account().settling === 0);
  await until(() => byFiles.account().held === 1);
  expect(ids([byFiles, byDatabase])).toHaveLength(2);
  expect(byDatabase.rows().find(({ path }) => path === 'old.pdf')).toMatchObject({
    problem_code: 'file.sent-elsewhere',
  });

  expect(await moveToFiles(partsOf(folder))).toEqual({ missing: [] });
  await until(() => askOf(byDatabase) === 'folder.in-files');
  expect(await mayCreate(byDatabase)).toBe(false);
  await byFiles.put('newest.pdf');
  await until(() => byFiles.rows().length === 3 && byFiles.account().settling === 0);
  // The claim that only the database had: the station looks the Task up under the same external_id before anything is sent.
  const all = ids([byFiles, byDatabase]);
  expect(new Set(all).size).toBe(3);
  const twice = all.filter((id, index) => all.indexOf(id) !== index);
  expect(byFiles.submissions().filter(({ external_id: id }) => twice.includes(id))).toMatchObject([
    { state: 'unconfirmed' },
  ]);
});

it('I2: a move that stopped after any step sends nothing meanwhile, and continues or goes back', async () => {
  const { url, to } = await database();
  const byFiles = await intakeBench({ station: 'station-1', rule: RULE });
  const { folder } = byFiles;
  await byFiles.send('a.pdf');
  const identity = await identityOf(to.database);
  const { generation } = await readCoordination(folder);
  await nextCoordination(folder, generation, { stage: 'to-database', database: identity });
  const byDatabase = await stationOn({ url, station: 'station-2', folder });
  await until(() => askOf(byFiles) === 'folder.moving' && askOf(byDatabase) === 'folder.moving');
  expect(await mayCreate(byFiles)).toBe(false);
  await expect(byFiles.intake.noOtherStation('scans')).rejects.toThrow('needs no confirmation');
  // Back from the first step, and forward again.
  await moveToFiles(partsOf(folder));
  await until(() => mayCreate(byFiles));
  await nextCoordination(folder, (await readCoordination(folder)).generation, {
    stage: 'to-database',
    database: identity,
  });
  await moveToDatabase(partsOf(folder), to);
  await until(() => byDatabase.account().duplicate === 1);
  // A station that is off has claims that the folder lacks.
  await byDatabase.send('b.pdf');
  await byDatabase.intake.stop();
  expect(await moveToFiles(partsOf(folder))).toEqual({ missing: ['STATION-2'] });
  expect(await mayCreate(byFiles)).toBe(false);
  await byDatabase.restart();
  await until(() => !existsSync(join(folder, '.clearfolder', 'database-station-2')));
  expect(await moveToFiles(partsOf(folder))).toEqual({ missing: [] });
  expect(readdirSync(join(folder, '.clearfolder', 'claims'))).toHaveLength(2);
});

it('I2: a station of another database sends nothing from a folder that uses a database, nor one of the database beside a lease of a station', async () => {
  const { url } = await database();
  const one = await stationOn({ url, station: 'station-1' });
  await one.send('a.pdf');
  const { lease, generation } = await readCoordination(one.folder);
  expect(lease).toMatchObject({ released: false, moved: { stage: 'database' } });
  const other = await database();
  const two = await stationOn({ url: other.url, station: 'station-2', folder: one.folder });
  await until(() => askOf(two) === 'folder.in-database');
  const ofStation = { id: 'desk', name: 'DESK', beat: 1, released: false, word: 'w' };
  const old = leaseText({ ...ofStation, environment: 'production', organisation: null });
  const path = join(one.folder, '.clearfolder', `lease-${generation + 1}`);
  writeFileSync(path, old);
  await until(() => askOf(one) === 'folder.in-files');
  expect(await mayCreate(one)).toBe(false);
  expect(readFileSync(path, 'utf8')).toBe(old);
  rmSync(path);
  await until(() => mayCreate(one));
});
