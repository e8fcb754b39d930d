import { readFileSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import {
  type LedgerOwner,
  readOwner,
  writeOwner,
} from '../../../../src-main/core/ledger/tables/ledger-owner.ts';
import { stationWithLedger } from './support/station-with-ledger.ts';

const NORTH = { id: 'n'.repeat(64), name: 'North Clinic' };
const WEST = { id: 'w'.repeat(64), name: 'West Clinic' };

async function make() {
  const made = await stationWithLedger('restore-organisation');
  onTestFinished(() => made.dir.remove());
  const own = (owner: LedgerOwner) => made.withLedger(({ ledger }) => writeOwner(ledger, owner));
  return { ...made, own, owner: () => made.withLedger(({ ledger }) => readOwner(ledger)) };
}

test('I12: a backup names its organisation, and the backup of another organisation is not restored', async () => {
  const { own, say, word, backUp, restore, takeUp } = await make();
  await own(NORTH);
  await takeUp();
  const ofNorth = await backUp('north.backup');
  expect(readFileSync(ofNorth, 'latin1').split('\n')[1]).toContain(`"organisation":${JSON.stringify(NORTH)}`);
  await own(WEST);
  await say('of west');
  await expect(restore(ofNorth)).rejects.toMatchObject({
    code: 'backup.other-organisation',
    message: expect.stringMatching(/"North Clinic".*"West Clinic".*Nothing was changed/),
  });
  expect(await word()).toBe('of west');
});

test('I12: a backup from before the credential changed is restored, and what a person said of it stays', async () => {
  const { own, backUp, restore, takeUp, owner } = await make();
  await own(NORTH);
  await takeUp();
  const before = await backUp('before.backup');
  const same = { ...WEST, former: [NORTH.id] };
  await own(same);
  await restore(before);
  expect(await owner()).toEqual(same);
});
