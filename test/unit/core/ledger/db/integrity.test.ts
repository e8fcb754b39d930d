import { closeSync, openSync, statSync, writeSync } from 'node:fs';
import { beforeEach, expect, test } from 'vitest';
import { noteChecked, requireCheck } from '../../../../../src-main/core/ledger/db/integrity.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { TEST_KEY, type TestDir, testDir } from '../../../../support/test-dir.ts';

/* Which starts read the ledger from end to end: shown by a page in its middle that is damaged, and that nothing else reads. */

const DAY_MS = 86_400_000;
const START = Date.parse('2026-03-01T08:00:00Z');
let dir: TestDir;
const path = () => dir.at('ledger.db');
const open = (now: number, mode: 'engine' | 'beside' | 'reader' = 'engine') =>
  openLedger({ path: path(), key: TEST_KEY, now: () => now, mode });
const unreadable = expect.objectContaining({ code: 'ledger.unreadable' });

beforeEach(async () => {
  dir = testDir();
  const ledger = open(START);
  // Pages that nobody reads at a start, before those of what is written last.
  ledger.transaction(() => {
    for (let n = 0; n < 200; n += 1) writeState(ledger, `filler.${n}`, 'x'.repeat(4_000));
  });
  ledger.close();
});

function damage(): void {
  const file = openSync(path(), 'r+');
  writeSync(file, Buffer.alloc(512, 7), 0, 512, Math.floor(statSync(path()).size / 2 / 4096) * 4096 + 100);
  closeSync(file);
}

test('a ledger that was closed is believed for a day, and read from end to end after it', () => {
  damage();
  open(START + DAY_MS - 1).close();
  expect(() => open(START + DAY_MS)).toThrow(unreadable);
});

test('after a crash it is read from end to end', () => {
  // Not closed: the process has died.
  const crashed = open(START + 1);
  crashed.db.pragma('wal_checkpoint(TRUNCATE)');
  crashed.db.close();
  damage();
  expect(() => open(START + 2)).toThrow(unreadable);
});

test('a clock that was set back believes nothing', () => {
  damage();
  expect(() => open(START - 1)).toThrow(unreadable);
});

test('one that was doubted is read from end to end, however the run ended', () => {
  const ledger = open(START + 1);
  requireCheck(ledger);
  noteChecked(ledger, START + 2);
  ledger.close();
  damage();
  expect(() => open(START + 3)).toThrow(unreadable);
});

test('a backup that was made counts as having read it', () => {
  const ledger = open(START + 1);
  noteChecked(ledger, START + DAY_MS / 2);
  ledger.close();
  damage();
  open(START + DAY_MS).close();
  expect(() => open(START + DAY_MS * 2)).toThrow(unreadable);
});

test('a page that is damaged is an error when it is read, never wrong content', () => {
  damage();
  const ledger = open(START + 1);
  expect(() => ledger.db.prepare('SELECT SUM(LENGTH(value)) FROM station_state').get()).toThrow(
    expect.objectContaining({ code: expect.stringMatching(/^SQLITE_(CORRUPT|NOTADB|IOERR)/) }),
  );
  ledger.close();
});

test('what works beside the engine does not read it all', () => {
  damage();
  open(START + DAY_MS * 2, 'beside').close();
  open(START + DAY_MS * 2, 'reader').close();
  expect(() => open(START + DAY_MS * 2)).toThrow(unreadable);
});
