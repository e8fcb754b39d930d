import { expect, test } from 'vitest';
import { recordOwner } from '../../../../src-main/core/installation/organisation-guard.ts';
import { readOwner, readStopped } from '../../../../src-main/core/ledger/tables/ledger-owner.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { tokensOfOwner } from '../../../../src-main/core/service/sign-in/record-owner.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { testLedger } from '../../../support/test-dir.ts';

const WEST = { id: 'w'.repeat(64), name: 'West Clinic' };
const HELD = {
  token: 'held',
  obtainedAt: 0,
  secretFingerprint: 'f',
  orgSettings: { name: WEST.name, external_callback_enabled: true, external_read_enabled: true },
};

/** A ledger of an older Clearfolder: it says nothing of an organisation. */
function olderLedger({ knowsTask }: { knowsTask: boolean }) {
  const ledger = testLedger(() => 1);
  const task = taskDetails('2026-10-01T08:00:00Z', { uuid: '8f14e45f-ceea-467f-a0f4-000000000001' });
  if (knowsTask) recordTask(ledger, task, { mine: true, seenAt: 1 });
  const asked: string[] = [];
  const owner = recordOwner(ledger, { now: () => 1 });
  const held = { bearer: async () => HELD, organisationOf: () => WEST };
  const token = (hasTask: boolean) =>
    tokensOfOwner(owner, held, async (uuid) => {
      asked.push(uuid);
      return hasTask;
    })();
  return { ledger, task, asked, token };
}

test('I12: a ledger without Tasks takes the organisation of its first sign-in, and asks nothing for that', async () => {
  const { ledger, asked, token } = olderLedger({ knowsTask: false });
  expect(await token(false)).toBe(HELD);
  expect(readOwner(ledger)).toEqual(WEST);
  expect(asked).toEqual([]);
});

test('I12: a ledger of an older Clearfolder takes the organisation under which the service has its newest Task', async () => {
  const { ledger, task, asked, token } = olderLedger({ knowsTask: true });
  expect(await Promise.all([token(true), token(true)])).toEqual([HELD, HELD]);
  expect(await token(true)).toBe(HELD);
  expect(readOwner(ledger)).toEqual(WEST);
  expect(new Set(asked)).toEqual(new Set([task.uuid]));
});

test('I12: where the service does not have that Task, nothing is sent, and the service is not asked again', async () => {
  const { ledger, asked, token } = olderLedger({ knowsTask: true });
  for (let n = 0; n < 2; n += 1) {
    await expect(token(false)).rejects.toMatchObject({
      failure: { kind: 'other-organisation', secret: 'West Clinic', record: null },
    });
  }
  expect(asked).toHaveLength(1);
  expect(readOwner(ledger)).toBeNull();
  expect(readStopped(ledger)).toEqual(WEST);
});

test('I12: an older ledger with a create of unknown outcome and no Task waits for a person', async () => {
  const { ledger, token } = olderLedger({ knowsTask: false });
  ledger.db.exec(`INSERT INTO station_state (key, value) VALUES ('organisation.unproven', 'true')`);
  await expect(token(true)).rejects.toThrow();
  expect(readOwner(ledger)).toBeNull();
  expect(readStopped(ledger)).toEqual(WEST);
});
