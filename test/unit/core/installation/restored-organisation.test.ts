import { copyFileSync, rmSync } from 'node:fs';
import { expect, onTestFinished, test } from 'vitest';
import { recordOwner } from '../../../../src-main/core/installation/organisation-guard.ts';
import { addSubmission, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { stationWithLedger } from './support/station-with-ledger.ts';

/* I12: a ledger that lost its organisation takes no other one where a create of unknown outcome is open. */

const NORTH = { id: 'n'.repeat(64), name: 'North Clinic' };
const WEST = { id: 'w'.repeat(64), name: 'West Clinic' };
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

test('a Task of another station proves nothing about an older ledger with a create of unknown outcome', async () => {
  const { withLedger, admissionOfWest } = await beforeFirstSignIn();
  await withLedger(({ ledger }) => {
    ledger.db.exec(`INSERT INTO station_state (key, value) VALUES ('organisation.unproven', 'true')`);
    const task = taskDetails('2026-10-01T08:00:00Z', { uuid: '8f14e45f-ceea-467f-a0f4-000000000001' });
    recordTask(ledger, task, { mine: false, seenAt: 1 });
  });
  expect(await admissionOfWest()).toMatchObject({ do: 'stop' });
});
