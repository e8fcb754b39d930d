import { expect, test } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import { writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { openFolder } from '../../../../../src-main/core/ledger/tables/folders.ts';
import { createLeaseRecord } from '../../../../../src-main/core/stations/files/lease-record.ts';
import { testLedger } from '../../../../support/test-dir.ts';

test('another station is known where it was seen, by any rule, and not where a rule went from there', () => {
  const ledger = testLedger();
  const known = (path: string, id?: string) => createLeaseRecord(ledger, systemClock, path, id).othersKnown;
  openFolder(ledger, 'scans', '/share', 1);
  expect(known('/share', 'scans')).toBe(false);
  createLeaseRecord(ledger, systemClock, '/share', 'scans').sawOther();
  openFolder(ledger, 'scans', '/here', 1);
  expect([known('/share'), known('/share/', 'new'), known('/here', 'scans')]).toEqual([true, true, false]);
  createLeaseRecord(ledger, systemClock, '/here', 'scans').sawOther();
  expect([known('/share'), known('/here')]).toEqual([true, true]);
  // As it was kept before.
  writeState(ledger, 'folder.shared.fax', true);
  expect(known('/fax', 'fax')).toBe(true);
});
