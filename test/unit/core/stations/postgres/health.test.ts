import { expect, it } from 'vitest';
import { type StationsView, stationsVerdict } from '../../../../../src-main/contract/views/stations.ts';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { allStations } from '../../../../../src-main/core/stations/all-stations.ts';
import { writeOwnHealth } from '../../../../../src-main/core/stations/own-health.ts';
import { PASSWORD } from '../../../../support/postgres.ts';
import { healthOfStation } from '../../../../support/station-health.ts';
import { postgresForTests, stationOn } from './support/hospital.ts';

const server = postgresForTests();

it('stations of one database see each other; one that is silent, mute or open, or no database, is never "everything is out"', async () => {
  const database = await server().newDatabase();
  const url = server().urlOf(database);
  const one = await stationOn({ url, station: 'station-1' });
  await stationOn({ url, station: 'station-2', folder: one.folder });
  const health = healthOfStation();
  await one.intake.publish(health);
  writeOwnHealth(one.ledger, { health, publishedAt: systemClock.now(), unpublished: [] });
  const address = {
    url,
    password: () => Promise.resolve(PASSWORD),
    tls: false,
    application: 'test',
  } as const;
  const view = (): Promise<StationsView> =>
    allStations({
      ...{
        ledger: one.ledger,
        clock: systemClock,
        ownId: 'station-1',
        ownName: 'STATION-1',
        rules: [one.rule],
      },
      address,
    });
  const verdict = async () => stationsVerdict(await view());
  const sql = (text: string) => server().sql(database, text);

  // The second station runs, and has not published a report yet.
  expect(await verdict()).toMatchObject({ isEverythingOut: false, all: 2, mute: 1 });
  await sql(
    `INSERT INTO clearfolder.health SELECT 'station-2', record, clock_timestamp() FROM clearfolder.health`,
  );
  expect(await verdict()).toMatchObject({ isEverythingOut: true, all: 2 });
  await sql(
    `UPDATE clearfolder.health SET record = record || '{"everything_out": false}' WHERE station = 'station-2'`,
  );
  expect(await verdict()).toMatchObject({ isEverythingOut: false, open: 1 });
  await sql(`UPDATE clearfolder.health SET record = '{}' WHERE station = 'station-2'`);
  expect(await verdict()).toMatchObject({ isEverythingOut: false, mute: 1 });
  await sql(`UPDATE clearfolder.health SET record = (SELECT record FROM clearfolder.health WHERE station = 'station-1'),
    published_at = clock_timestamp() - interval '1 hour'`);
  expect(await verdict()).toMatchObject({ isEverythingOut: false, silent: 2 });
  await sql(`UPDATE clearfolder.health SET published_at = clock_timestamp()`);
  await sql(`INSERT INTO clearfolder.station SELECT 'station-3', 'STATION-3', version, word, epoch, beat,
    clock_timestamp() - interval '1 hour', clock_timestamp() - interval '65 minutes' FROM clearfolder.station LIMIT 1`);
  const gone = await verdict();
  expect(gone).toMatchObject({ isEverythingOut: false, all: 3, silent: 1 });
  expect(Math.round((Date.now() - Date.parse(gone.silentSince ?? '')) / 60_000)).toBe(65);
  await sql(`DROP TABLE clearfolder.health`);
  expect(await one.intake.publish(health)).toMatchObject({ isPublished: false });
  const unreadable = await view();
  expect(unreadable).toMatchObject({
    database: 'station.refused',
    stations: [{ id: 'station-1', standing: 'mute' }],
  });
  expect(stationsVerdict(unreadable).isEverythingOut).toBe(false);
});
