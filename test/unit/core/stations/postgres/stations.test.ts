import { describe, expect, it } from 'vitest';
import { readStationsProblem } from '../../../../../src-main/core/stations/stations-problem.ts';
import { until } from '../../../../support/until.ts';
import { type IntakeBench, pdf } from '../../folders/intake-bench.ts';
import { postgresForTests, stationOn } from './support/hospital.ts';

const server = postgresForTests();

const total = (stations: readonly IntakeBench[]) =>
  stations.reduce((sum, { submissions }) => sum + submissions().length, 0);
const problem = ({ ledger }: IntakeBench) => readStationsProblem(ledger)?.code ?? null;
const mayCreate = (station: IntakeBench, seq = 1) => station.intake.guard.mayCreate({ folder_id: 'scans', seq });

describe('stations on one database', () => {
  it('queue each document at one station, and name that station at the others', async () => {
    const url = server().urlOf(await server().newDatabase());
    const one = await stationOn({ url, station: 'station-1' });
    const others = await Promise.all(
      [2, 3].map((n) => stationOn({ url, station: `station-${n}`, folder: one.folder })),
    );
    const all = [one, ...others];
    for (let n = 0; n < 60; n += 1) await one.put(`${n}.pdf`);
    await until(() => all.every(({ rows }) => rows().filter(({ state }) => state !== 'settling').length === 60));
    expect(total(all)).toBe(60);
    for (const station of all)
      for (const row of station.rows())
        expect(row.state === 'bound' ? null : row.problem_code).toBe(row.state === 'bound' ? null : 'file.sent-elsewhere');
    expect(new Set(all.flatMap(({ submissions }) => submissions().map(({ external_id: id }) => id))).size).toBe(60);
    // I11: neither names nor the hashes of documents are in the database.
    const rows = JSON.stringify(await server().sql(url.slice(url.lastIndexOf('/') + 1), 'SELECT * FROM clearfolder.claim'));
    expect(rows).not.toContain('.pdf');
  });
});
