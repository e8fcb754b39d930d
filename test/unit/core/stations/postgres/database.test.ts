import { expect, it } from 'vitest';
import { inWords } from '../../../../../src-main/contract/say.ts';
import { checkDatabase } from '../../../../../src-main/core/stations/postgres/check-database.ts';
import { openDatabase, problemOf } from '../../../../../src-main/core/stations/postgres/database.ts';
import { MIGRATIONS, migrate } from '../../../../../src-main/core/stations/postgres/schema.ts';
import { createAuthority } from '../../../../support/certificates.ts';
import { PASSWORD, startPostgres } from '../../../../support/postgres.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { postgresForTests, stationOn } from './support/hospital.ts';

const server = postgresForTests();

const addressOf = (url: string, password = PASSWORD) =>
  ({ url, password: () => Promise.resolve(password), tls: false, application: 'test' }) as const;

it('I9: gives the password only to a server whose certificate is verified', async () => {
  const { path } = testDir();
  const [ours, other] = [createAuthority(path, 'ours'), createAuthority(path, 'other')];
  await using secured = await startPostgres({ tls: ours.issue({ names: ['IP:127.0.0.1'] }) });
  let asked = 0;
  const password = () => {
    asked += 1;
    return Promise.resolve(PASSWORD);
  };
  const check = (ca: string, url = secured.urlOf('postgres')) =>
    checkDatabase({ url, password, tls: { ca }, application: 'test' }, 'passphrase');
  await expect(check(other.cert)).rejects.toMatchObject({ code: 'station.away' });
  // The certificate is for the address, and not for this name.
  await expect(
    check(ours.cert, secured.urlOf('postgres').replace('127.0.0.1', 'localhost')),
  ).rejects.toMatchObject({
    code: 'station.away',
  });
  // A server without TLS.
  await expect(check(ours.cert, server().urlOf('postgres'))).rejects.toMatchObject({ code: 'station.away' });
  expect(asked).toBe(0);
  expect(inWords(await check(ours.cert), 'en')).toContain('reached');
  expect(asked).toBe(1);
});

it('makes the schema once if many stations start, migrates it to a made-up next version, and refuses a newer one', async () => {
  const name = await server().newDatabase();
  const all = Array.from({ length: 5 }, () => openDatabase(addressOf(server().urlOf(name))));
  await Promise.all(all.map((database) => migrate(database)));
  expect(await server().sql(name, 'SELECT version FROM clearfolder.about')).toEqual([{ version: 1 }]);
  const next = [...MIGRATIONS, 'CREATE TABLE clearfolder.next (id integer)'];
  await Promise.all(all.map((database) => migrate(database, next)));
  expect(await server().sql(name, 'SELECT version FROM clearfolder.about')).toEqual([{ version: 2 }]);
  expect(await server().sql(name, 'SELECT * FROM clearfolder.next')).toEqual([]);
  const [one] = all;
  if (one !== undefined)
    expect(problemOf(await migrate(one).catch((error: unknown) => error)).code).toBe('station.refused');
  await Promise.all(all.map((database) => database.close()));
});

it('needs no right to change tables once they exist', async () => {
  const name = await server().newDatabase();
  const url = server().urlOf(name);
  const owner = openDatabase(addressOf(url));
  await migrate(owner);
  await owner.close();
  const role = `r${name}`;
  await server().sql(
    name,
    `CREATE ROLE ${role} LOGIN PASSWORD 'clerk'; GRANT USAGE ON SCHEMA clearfolder TO ${role};
     GRANT SELECT, INSERT, UPDATE ON ALL TABLES IN SCHEMA clearfolder TO ${role}`,
  );
  const station = await stationOn({ url: url.replace('//station@', `//${role}@`), password: 'clerk' });
  await station.send('a.pdf');
});

it('tells in doctor whether the database accepts the station', async () => {
  const url = server().urlOf(await server().newDatabase());
  const station = await stationOn({ url, passphrase: 'one passphrase' });
  await station.send('a.pdf');
  expect(inWords(await checkDatabase(addressOf(url), 'one passphrase'), 'en')).toMatch(
    /active now: 1, .*: 1$/,
  );
  await expect(checkDatabase(addressOf(url), 'another')).rejects.toMatchObject({ code: 'station.refused' });
  await expect(checkDatabase(addressOf(url, 'wrong'), 'one passphrase')).rejects.toMatchObject({
    code: 'station.refused',
  });
  await expect(checkDatabase(addressOf('postgres://a@127.0.0.1:1/b'), 'x')).rejects.toMatchObject({
    code: 'station.away',
  });
});
