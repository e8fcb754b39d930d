import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { detailIn } from '../../../../src-main/contract/texts/detail.ts';
import { writeOwner } from '../../../../src-main/core/ledger/tables/ledger-owner.ts';
import { until } from '../../../support/until.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from '../folders/intake-bench.ts';

interface Account {
  readonly environment: string;
  readonly organisation: string | null;
}
const CLINIC = { environment: 'production', organisation: 'a'.repeat(64) };

async function stationOf({ environment, organisation }: Account, station: string, folder?: string) {
  const bench = await intakeBench({
    station,
    ...(folder !== undefined && { folder }),
    rule: { backlog: 'send' },
    parts: { environment },
    start: false,
  });
  if (organisation !== null) writeOwner(bench.ledger, { id: organisation, name: 'Clinic' });
  await bench.intake.start();
  return bench;
}
const externalIds = (bench: IntakeBench) => bench.submissions().map((one) => one.external_id);

test('I12: leases and claims carry environment and organisation', async () => {
  await using bench = await stationOf(CLINIC, 'station-1');
  await bench.send('a.pdf', pdf('a'));
  expect(JSON.parse(await readFile(bench.at('.clearfolder/lease-1'), 'utf8'))).toMatchObject(CLINIC);
  expect(await bench.claims()).toEqual([expect.objectContaining(CLINIC)]);
});

test.each([
  [
    'another organisation',
    { ...CLINIC, organisation: 'b'.repeat(64) },
    'may belong to a different organization',
  ],
  ['another environment', { ...CLINIC, environment: 'staging' }, 'environment "production"'],
] as const)(
  'I12: a folder that a station of %s left is taken over only when a person says so',
  async (_, account, words) => {
    await using one = await stationOf(CLINIC, 'station-1');
    await one.send('a.pdf', pdf('a'));
    await using two = await stationOf(account, 'station-2', one.folder);
    // While the other station sends to its own account, nobody sends here, so no other station "handles" the folder.
    await until(() => two.folderRow()?.problem_code === 'folder.other-account');
    expect(two.folderRow()).toMatchObject({ handled_by: null });
    expect(detailIn(two.folderRow()?.problem_detail ?? '', 'en')).toContain(words);
    await two.counts({ held: 1 });
    expect(two.row('a.pdf')).toMatchObject({ state: 'held', problem_code: 'folder.other-account' });
    await expect(two.intake.noOtherStation('scans')).rejects.toMatchObject({ code: 'folder.not-asked' });
    await one.intake.stop();
    await until(() => two.folderRow()?.problem_code === 'folder.left-by-other');
    await two.put('b.pdf');
    await two.counts({ held: 2 });
    expect(two.submissions()).toEqual([]);

    await two.intake.noOtherStation('scans');
    await until(() => two.submissions().some(({ paths }) => paths.includes('b.pdf')));
    await two.rested();
    const claimed = two.row('a.pdf');
    if (account.organisation === CLINIC.organisation) {
      // The other environment may be the same service under another name, so the service is asked for the document.
      await two.submitted(2);
      expect(externalIds(two)).toContain(externalIds(one)[0]);
      const states = two.submissions().map(({ state }) => state);
      expect(states.sort()).toEqual(['queued', 'unconfirmed']);
    } else {
      expect(claimed).toMatchObject({ state: 'held', problem_code: 'file.other-organisation' });
      // A start does not forget it.
      await two.restart();
      await two.rested();
      expect(two.submissions()).toHaveLength(1);
      await two.intake.decideFile(claimed?.id ?? 0, 'send');
      await two.submitted(2);
      expect(externalIds(two)).not.toContain(externalIds(one)[0]);
      expect(two.submissions().map(({ state }) => state)).toEqual(['queued', 'queued']);
    }
    expectAccountAddsUp(two, 2);
  },
);

test('I2: a claim that says nothing of its account is taken up as before, and so is one of the same account', async () => {
  for (const organisation of [null, CLINIC.organisation]) {
    await using one = await stationOf({ ...CLINIC, organisation }, 'station-1');
    await one.send('a.pdf', pdf('a'));
    await one.intake.stop();
    await using two = await stationOf(CLINIC, 'station-2', one.folder);
    await two.submitted(1);
    expect(externalIds(two)).toEqual(externalIds(one));
    expect(two.submissions()[0]?.state).toBe('unconfirmed');
  }
});
