import { copyFileSync, readFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { recordOwner } from '../../../../src-main/core/installation/organisation-guard.ts';
import {
  type LedgerOwner,
  readOwner,
  readStopped,
  writeOwner,
} from '../../../../src-main/core/ledger/tables/ledger-owner.ts';
import { addSubmission, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { tokensOfOwner } from '../../../../src-main/core/service/sign-in/record-owner.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import { testLedger } from '../../../support/test-dir.ts';
import { stationWithLedger } from './support/station-with-ledger.ts';

const NORTH = { id: 'n'.repeat(64), name: 'North Clinic' };
const WEST = { id: 'w'.repeat(64), name: 'West Clinic' };
const HELD = {
  token: 'held',
  obtainedAt: 0,
  secretFingerprint: 'f',
  orgSettings: { name: WEST.name, external_callback_enabled: true, external_read_enabled: true },
};

function ledgerWithoutOwner() {
  const ledger = testLedger(() => 1);
  const owner = recordOwner(ledger, { now: () => 1 });
  const token = tokensOfOwner(owner, { bearer: async () => HELD, organisationOf: () => WEST });
  return { ledger, token };
}

test('I12: a ledger takes the organisation of its first sign-in', async () => {
  const { ledger, token } = ledgerWithoutOwner();
  expect(await token()).toBe(HELD);
  expect(readOwner(ledger)).toEqual(WEST);
});

test('I12: a sign-in that names no organisation takes the ledger of none, and its name stays', () => {
  const ledger = testLedger(() => 1);
  const owner = recordOwner(ledger, { now: () => 1 });
  expect(owner.admit({ id: WEST.id, name: null })).toEqual({ do: 'send' });
  expect(owner.admit(WEST)).toEqual({ do: 'send' });
  expect(owner.admit({ id: WEST.id, name: null })).toEqual({ do: 'send' });
  expect(readOwner(ledger)).toEqual(WEST);
  expect(owner.admit({ id: NORTH.id, name: null })).toEqual({ do: 'stop', record: WEST.name });
});

test('I12: a restored ledger without an owner that has a create of unknown outcome waits for a person', async () => {
  const { ledger, token } = ledgerWithoutOwner();
  ledger.db.exec(`INSERT INTO station_state (key, value) VALUES ('organisation.unproven', 'true')`);
  for (let n = 0; n < 2; n += 1) {
    await expect(token()).rejects.toMatchObject({
      failure: { kind: 'other-organisation', secret: 'West Clinic', record: null },
    });
  }
  expect(readOwner(ledger)).toBeNull();
  expect(readStopped(ledger)).toEqual(WEST);
});

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

/* I12: a ledger that lost its organisation takes no other one where a create of unknown outcome is open. */

const ID = '01AAAAAAAAAAAAAAAAAAAAAAAA';

/** A station whose document waits for its first api_secret. */
async function beforeFirstSignIn() {
  const made = await stationWithLedger('restored-organisation');
  onTestFinished(() => made.dir.remove());
  await made.withLedger(({ ledger }) =>
    ledger.transaction(() => addSubmission(ledger, newSubmission(ID, [newFile('a.pdf')]), 1)),
  );
  await made.takeUp();
  const loseCreateUnderNorth = () =>
    made.withLedger(({ ledger }) => {
      expect(recordOwner(ledger, { now: () => 2 }).admit(NORTH)).toEqual({ do: 'send' });
      submissionTable(ledger).beginSending(ID, 2);
    });
  const admissionOfWest = () =>
    made.withLedger(({ ledger }) => recordOwner(ledger, { now: () => 3 }).admit(WEST));
  return { ...made, loseCreateUnderNorth, admissionOfWest };
}

test('a restore of a backup from before the first sign-in keeps the organisation', async () => {
  const { takeUp, backUp, restore, loseCreateUnderNorth, admissionOfWest } = await beforeFirstSignIn();
  const copy = await backUp('fresh.backup');
  await loseCreateUnderNorth();
  await restore(copy);
  await takeUp();
  expect(await admissionOfWest()).toMatchObject({ do: 'stop' });
});

test('a copy from before the first sign-in that somebody put in the place of the ledger waits for a person', async () => {
  const { withLedger, takeUp, station, dir, loseCreateUnderNorth, admissionOfWest } =
    await beforeFirstSignIn();
  await withLedger(({ ledger }) => ledger.db.pragma('wal_checkpoint(TRUNCATE)'));
  copyFileSync(station.paths.ledger, dir.at('copy.db'));
  await takeUp();
  await loseCreateUnderNorth();
  for (const part of ['-wal', '-shm']) rmSync(station.paths.ledger + part, { force: true });
  copyFileSync(dir.at('copy.db'), station.paths.ledger);
  expect(await takeUp()).toBe(true);
  expect(await admissionOfWest()).toMatchObject({ do: 'stop' });
});
