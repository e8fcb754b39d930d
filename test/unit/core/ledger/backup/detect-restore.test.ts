import { expect, test } from 'vitest';
import { copyLedger } from '../../../../../src-main/core/ledger/backup/copy-ledger.ts';
import { takeUpLedger } from '../../../../../src-main/core/ledger/backup/detect-restore.ts';
import {
  addRequest,
  openRequests,
  requestOutcome,
} from '../../../../../src-main/core/ledger/tables/engine-requests.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';

test('I2: what was asked before a copy was made is not carried out when an engine takes the copy up', async () => {
  const dir = testDir();
  const ledger = testLedger(Date.now, dir.at('ledger.db'));
  takeUpLedger(ledger, 1);
  const asked = [
    addRequest(ledger, { verb: 'decide-backlog', folder: 'scans', decision: 'send' }, 'clerk', 2),
    addRequest(ledger, { verb: 'send-again', submission: 'S1' }, 'clerk', 2),
  ];
  copyLedger(ledger, dir.at('copy.db'), TEST_KEY);
  // Here they are carried out as ever.
  expect(takeUpLedger(ledger, 3).restored).toBe(false);
  expect(openRequests(ledger)).toHaveLength(2);

  const copy = testLedger(Date.now, dir.at('copy.db'));
  expect(takeUpLedger(copy, 4).restored).toBe(true);
  expect(openRequests(copy)).toEqual([]);
  for (const seq of asked) {
    expect(requestOutcome(copy, seq)).toMatchObject({ ok: false, error: { code: 'request.before-restore' } });
  }
  // What is asked from now on is.
  addRequest(copy, { verb: 'pause', folder: 'scans' }, 'clerk', 5);
  expect(takeUpLedger(copy, 6).restored).toBe(false);
  expect(openRequests(copy)).toHaveLength(1);
});
