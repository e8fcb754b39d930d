import { readdir, readFile } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';
import { submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, pdf } from '../../folders/intake-bench.ts';
import { twoStations } from './support/two-stations.ts';

const queued = (bench: IntakeBench, count: number) =>
  until(() => bench.submissions().length === count && !bench.intake.busy());

/** It came to nothing here: refused, or taken back, of which no other station was told. */
function ends({ ledger, submissions }: IntakeBench, state: 'rejected' | 'withdrawn'): string {
  const [{ id = '', external_id: externalId = '' } = {}] = submissions();
  const table = submissionTable(ledger);
  // Where it was another's, the service has not got it.
  table.sendAnew(id, Date.now());
  if (state === 'rejected') table.reject(id, { code: 'service.refused', detail: null }, Date.now());
  else table.withdraw(id, Date.now());
  return externalId;
}

async function claimsIn(bench: IntakeBench): Promise<unknown[]> {
  const names = await readdir(bench.at('.clearfolder/claims'));
  return await Promise.all(
    names.map(async (name) => JSON.parse(await readFile(bench.at('.clearfolder/claims', name), 'utf8'))),
  );
}

describe('I2: a document of which a submission ended without a Task before another station had the folder', () => {
  test.each(['rejected', 'withdrawn'] as const)(
    'goes on as that one, which is looked up first, where it was %s and is put in again',
    async (state) => {
      const { one, two } = await twoStations();
      await one.put('a.pdf', pdf('same'));
      await queued(one, 1);
      await one.intake.stop();
      const externalId = ends(one, state);
      await queued(two, 1);
      expect(two.submissions()).toMatchObject([{ external_id: externalId, state: 'unconfirmed' }]);
      await two.intake.stop();
      await one.restart();
      await one.put('b.pdf', pdf('same'));
      await until(() => one.account().found === 2 && one.account().settling === 0);
      expect(one.submissions()).toMatchObject([
        { external_id: externalId, state: 'unconfirmed', paths: ['b.pdf'] },
      ]);
      expect(await claimsIn(one)).toMatchObject([{ externalId, station: 'station-1' }]);
      expect(expectAccountAddsUp(one, 2).unconfirmed).toBe(2);
      // Of the copies, those are there that it needs.
      expect(await readdir(one.spool.dir)).toHaveLength(1);
    },
  );

  test('so too where it was by the claim of the other station, which may have it to send', async () => {
    const { one, two } = await twoStations();
    await one.put('a.pdf', pdf('same'));
    await queued(one, 1);
    await one.intake.stop();
    await queued(two, 1);
    const externalId = ends(two, 'withdrawn');
    await two.put('b.pdf', pdf('same'));
    await until(() => two.account().found === 2 && two.account().settling === 0);
    expect(two.submissions()).toMatchObject([{ external_id: externalId, state: 'unconfirmed' }]);
    expect(one.submissions()).toMatchObject([{ external_id: externalId, state: 'queued' }]);
  });
});
