import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { writeOwner } from '../../../../../src-main/core/ledger/tables/ledger-owner.ts';
import { readStationsProblem } from '../../../../../src-main/core/stations/stations-problem.ts';
import { startTcpProxy } from '../../../../support/tcp-proxy.ts';
import { until } from '../../../../support/until.ts';
import type { IntakeBench } from '../../folders/intake-bench.ts';
import { postgresForTests, stationOn } from './support/hospital.ts';

const server = postgresForTests();

const total = (stations: readonly IntakeBench[]) =>
  stations.reduce((sum, { submissions }) => sum + submissions().length, 0);
const problem = ({ ledger }: IntakeBench) => readStationsProblem(ledger)?.code ?? null;
const mayCreate = (station: IntakeBench, seq = 1) =>
  station.intake.guard.mayCreate({ folder_id: 'scans', seq });

describe('stations on one database', () => {
  it('queue each document at one station, and name that station at the others', async () => {
    const database = await server().newDatabase();
    const url = server().urlOf(database);
    const one = await stationOn({ url, station: 'station-1' });
    const others = await Promise.all(
      [2, 3].map((n) => stationOn({ url, station: `station-${n}`, folder: one.folder })),
    );
    const all = [one, ...others];
    for (let n = 0; n < 60; n += 1) await one.put(`${n}.pdf`);
    await until(() =>
      all.every(({ rows }) => rows().filter(({ state }) => state !== 'settling').length === 60),
    );
    expect(total(all)).toBe(60);
    for (const station of all)
      for (const row of station.rows())
        expect(row.state === 'bound' ? null : row.problem_code).toBe(
          row.state === 'bound' ? null : 'file.sent-elsewhere',
        );
    expect(
      new Set(all.flatMap(({ submissions }) => submissions().map(({ external_id: id }) => id))).size,
    ).toBe(60);
    // I11: the database has neither hashes of documents nor external_ids, which may contain the key of a patient.
    const [stored] = await server().sql(
      database,
      `SELECT string_agg(claim::text || encode(sealed, 'escape'), ' ') AS claims FROM clearfolder.claim`,
    );
    const secrets = all.flatMap(({ ledger }) =>
      ledger.db.prepare('SELECT external_id, key FROM claim').all(),
    );
    expect(secrets.length).toBeGreaterThan(0);
    for (const value of secrets.flatMap((row) => Object.values(row ?? {})))
      expect(stored?.['claims']).not.toContain(value);
  });

  it('I13: claim nothing in practice mode, and do not even connect', async () => {
    const database = await server().newDatabase();
    const one = await stationOn({ url: server().urlOf(database), environment: 'practice' });
    await one.send('a.pdf');
    expect(await server().sql(database, `SELECT to_regnamespace('clearfolder') AS it`)).toEqual([
      { it: null },
    ]);
  });

  it('claim a group whole: one station sends it, and a group that overlaps waits for a person', async () => {
    const url = server().urlOf(await server().newDatabase());
    const rule = { group: 'folder' };
    const one = await stationOn({ url, station: 'station-1', rule });
    const two = await stationOn({ url, station: 'station-2', folder: one.folder, rule });
    await one.putPacket('p', ['a', 'b']);
    await until(() =>
      [one, two].every(({ rows }) => rows().filter(({ state }) => state !== 'settling').length === 2),
    );
    expect(total([one, two])).toBe(1);
    const elsewhere = await stationOn({ url, station: 'station-3', rule });
    await elsewhere.putPacket('p', ['a', 'c']);
    await until(() => elsewhere.rows().filter(({ state }) => state === 'held').length === 2);
    expect(elsewhere.rows()).toMatchObject([
      { problem_code: 'file.claimed-elsewhere' },
      { problem_code: 'file.claimed-elsewhere' },
    ]);
  });

  it('send a document again, or one that was withdrawn, only after a person decided', async () => {
    const url = server().urlOf(await server().newDatabase());
    const one = await stationOn({ url, station: 'station-1' });
    await one.send('a.pdf');
    one.ledger.db.exec(
      `UPDATE submission SET state = 'withdrawn', ended_at = 1, problem_code = 'station.untold'`,
    );
    await one.intake.guard.withdrawn();
    const two = await stationOn({ url, station: 'station-2', folder: one.folder });
    await until(() => two.rows()[0]?.problem_code === 'file.taken-back');
    await two.intake.decideFile(two.rows()[0]?.id ?? 0, 'send');
    expect(two.submissions()).toMatchObject([{ state: 'unconfirmed' }]);
    expect(await mayCreate(two)).toBe(true);
    const three = await stationOn({ url, station: 'station-3', folder: one.folder });
    await until(() => three.rows()[0]?.problem_code === 'file.sent-elsewhere');
    await three.intake.sendAnyway(three.rows()[0]?.id ?? 0);
    expect(three.submissions()).toMatchObject([{ state: 'queued' }]);
  });

  it('I12: hold what a station of another organization claimed', async () => {
    const url = server().urlOf(await server().newDatabase());
    const one = await stationOn({ url, station: 'station-1' });
    await one.send('a.pdf');
    const database = url.slice(url.lastIndexOf('/') + 1);
    await server().sql(database, `UPDATE clearfolder.claim SET organisation = 'another'`);
    const two = await stationOn({ url, station: 'station-2', folder: one.folder });
    await until(() => two.rows()[0]?.problem_code === 'file.other-organisation');
  });

  it('I1: ask about what a station sends to another environment, because nobody sends that document here', async () => {
    const url = server().urlOf(await server().newDatabase());
    const one = await stationOn({ url, station: 'station-1' });
    const two = await stationOn({ url, station: 'station-2', environment: 'staging' });
    for (const { ledger } of [one, two]) writeOwner(ledger, { id: 'a'.repeat(64), name: 'Clinic' });
    await one.send('a.pdf');
    await two.put('a.pdf');
    await until(() => two.rows()[0]?.problem_code === 'file.other-environment');
    expect([two.rows()[0]?.state, two.account().held]).toEqual(['held', 1]);
    await two.intake.decideFile(two.rows()[0]?.id ?? 0, 'send');
    expect(two.submissions()).toMatchObject([{ state: 'queued' }]);
    expect(await mayCreate(two)).toBe(true);
    const [sent] = two.submissions();
    expect(one.submissions().map(({ external_id: id }) => id)).not.toContain(sent?.external_id);
  });

  it('refuse a station with another passphrase or password, with one message', async () => {
    const url = server().urlOf(await server().newDatabase());
    await stationOn({ url, station: 'station-1' });
    const two = await stationOn({ url, station: 'station-2', passphrase: 'another passphrase' });
    expect(problem(two)).toBe('station.refused');
    const three = await stationOn({ url, station: 'station-3', password: 'wrong' });
    expect(problem(three)).toBe('station.refused');
    await two.put('a.pdf');
    await until(() => two.account().settling === 1 && !two.intake.busy());
  });
});

describe('a station that is gone', () => {
  it('leaves its claims to others, which look them up first; when it comes back, it does not send them, and looks up what others ended', async () => {
    const database = await server().newDatabase();
    const url = server().urlOf(database);
    const one = await stationOn({ url, station: 'station-1', leaseBeats: 20 });
    for (let n = 0; n < 10; n += 1) await one.put(`${n}.pdf`);
    await one.submitted(10);
    const two = await stationOn({ url, station: 'station-2', folder: one.folder, leaseBeats: 20 });
    await until(() => two.account().duplicate === 10);
    await one.intake.stop();
    await two.submitted(10);
    const idsAt = ({ submissions }: IntakeBench) => submissions().map(({ external_id: id }) => id);
    expect(idsAt(two).sort()).toEqual(idsAt(one).sort());
    expect(two.submissions().every(({ state }) => state === 'unconfirmed')).toBe(true);
    expect(await mayCreate(one)).toBe(false);
    await one.restart();
    await until(() => one.submissions().every(({ state }) => state === 'unconfirmed'));
    expect(await mayCreate(one)).toBe(false);
    await until(() => mayCreate(two, 10));
    const beatOfOne = async () => {
      const [row] = await server().sql(
        database,
        `SELECT beat FROM clearfolder.station WHERE id = 'station-1'`,
      );
      return Number(row?.['beat']);
    };
    // From then on, the station no longer looks up everything that it lost.
    const before = await beatOfOne();
    await until(async () => (await beatOfOne()) > before + 6);
    one.ledger.db.exec(`UPDATE submission SET state = 'queued', unconfirmed_since = NULL`);
    two.ledger.db.exec(
      `UPDATE submission SET state = 'rejected', unconfirmed_since = NULL, ended_at = 1 WHERE seq <= 4`,
    );
    await until(() => one.submissions().filter(({ state }) => state === 'unconfirmed').length === 4);
    expect(idsAt(two).slice(0, 4).sort()).toEqual(
      one
        .submissions()
        .filter(({ state }) => state === 'unconfirmed')
        .map(({ external_id: id }) => id)
        .sort(),
    );
  });
});

describe('the database away', () => {
  it('lets claimed work go out and claims nothing; when it is back, the station goes on by itself', async () => {
    const database = await server().newDatabase();
    await using proxy = await startTcpProxy({ targetPort: server().port });
    const one = await stationOn({ url: server().urlOf(database, proxy.port) });
    await one.send('a.pdf');
    await proxy.down();
    await until(() => problem(one) === 'station.away');
    await one.put('b.pdf');
    await until(() => one.account().settling === 1 && !one.intake.busy());
    expect(await mayCreate(one)).toBe(true);
    await proxy.up();
    await one.submitted(2);
    expect(problem(one)).toBeNull();
    // A network that swallows everything.
    const removeUp = proxy.add({ kind: 'timeout', ms: 0 }, { direction: 'down' });
    await until(() => problem(one) === 'station.away');
    removeUp();
    await server().disconnect(database);
    await one.send('c.pdf');
  });
});

describe('a database that was put back', () => {
  it('gets its claims again from the ledgers, and nothing is claimed before that', async () => {
    const database = await server().newDatabase();
    const url = server().urlOf(database);
    const one = await stationOn({ url, station: 'station-1' });
    const two = await stationOn({ url, station: 'station-2', folder: one.folder });
    await one.put('old.pdf');
    await until(() => total([one, two]) === 1 && two.account().settling + one.account().settling === 0);
    await one.intake.stop();
    await two.intake.stop();
    const yesterday = await server().newDatabase(database);
    await one.restart();
    await two.restart();
    for (let n = 0; n < 20; n += 1) await one.put(`${n}.pdf`);
    await until(() => total([one, two]) === 21 && two.account().settling + one.account().settling === 0);
    await one.intake.stop();
    // Only the second station knows of this document.
    await two.put('last.pdf');
    await until(() => two.rows().length === 22 && two.account().settling === 0);
    await two.intake.stop();
    await server().sql('postgres', `DROP DATABASE ${database}`);
    await server().newDatabase(yesterday, database);
    await one.restart();
    await until(() => problem(one) === 'station.put-back');
    // A third station knows nothing. It must wait for the two that were there.
    const three = await stationOn({ url, station: 'station-3', folder: one.folder });
    await until(() => problem(three) === 'station.put-back');
    // Long enough for many heartbeats.
    await systemClock.sleep(2_500);
    expect(total([one, two, three])).toBe(22);
    await two.restart();
    await until(() => three.account().duplicate === 22);
    expect(total([one, two, three])).toBe(22);
    await until(() => problem(one) === null);
  });
});
