import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { copyInThread } from '../../../../../src-main/core/ledger/backup/copy-in-thread.ts';
import { backUpLedger } from '../../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';

const NOW = 1_700_000_000_000;

test('a backup copied in a thread holds what was committed, while this one goes on', async () => {
  const dir = testDir();
  const ledger = testLedger(() => NOW);
  writeState(ledger, 'canary', 'Wilhelmina Testperson');
  const copying = backUpLedger(ledger, dir.at('backups'), TEST_KEY, NOW, null, copyInThread);
  // It has begun, and nothing keeps this thread from writing meanwhile.
  for (let count = 0; count < 20; count += 1) {
    writeState(ledger, 'count', count);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const target = await copying;
  ledger.close();
  expect(readFileSync(target).includes('Wilhelmina')).toBe(false);
  expect(
    readState(
      testLedger(() => NOW, target),
      'canary',
      z.string(),
    ),
  ).toBe('Wilhelmina Testperson');
});

test('what keeps the copy from being made is said, and nothing is left of it', async () => {
  const dir = testDir();
  const ledger = testLedger(() => NOW);
  const wrong = backUpLedger(ledger, dir.at('backups'), 'cd'.repeat(32), NOW, null, copyInThread);
  await expect(wrong).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
  expect(readdirSync(dir.at('backups'))).toEqual([]);
  await expect(copyInThread(ledger, dir.at('nowhere', 'copy.db'), TEST_KEY)).rejects.toThrow();
});
