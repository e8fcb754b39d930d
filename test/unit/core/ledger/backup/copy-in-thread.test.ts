import { readdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { copyInThread } from '../../../../../src-main/core/ledger/backup/copy-in-thread.ts';
import { backUpLedger } from '../../../../../src-main/core/ledger/backup/hourly-backups.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { readState, writeState } from '../../../../../src-main/core/ledger/db/station-state.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

const KEY = 'ab'.repeat(32);
const NOW = 1_700_000_000_000;

test('a backup copied in a thread holds what was committed, while this one goes on', async () => {
  await using dir = await tempDir('copy');
  const ledger = openLedger({ path: dir.at('ledger.db'), key: KEY, now: () => NOW });
  writeState(ledger, 'canary', 'Wilhelmina Testperson');
  const copying = backUpLedger(ledger, dir.at('backups'), KEY, NOW, null, copyInThread);
  // It has begun, and nothing keeps this thread from writing meanwhile.
  for (let count = 0; count < 20; count += 1) {
    writeState(ledger, 'count', count);
    await new Promise((resolve) => setImmediate(resolve));
  }
  const target = await copying;
  ledger.close();
  expect(readFileSync(target).includes('Wilhelmina')).toBe(false);
  const copy = openLedger({ path: target, key: KEY, now: () => NOW });
  expect(readState(copy, 'canary', z.string())).toBe('Wilhelmina Testperson');
  copy.close();
});

test('what keeps the copy from being made is said, and nothing is left of it', async () => {
  await using dir = await tempDir('copy');
  const ledger = openLedger({ path: dir.at('ledger.db'), key: KEY, now: () => NOW });
  const wrong = backUpLedger(ledger, dir.at('backups'), 'cd'.repeat(32), NOW, null, copyInThread);
  await expect(wrong).rejects.toMatchObject({ code: 'SQLITE_NOTADB' });
  expect(readdirSync(dir.at('backups'))).toEqual([]);
  await expect(copyInThread(ledger, join(dir.path, 'nowhere', 'copy.db'), KEY)).rejects.toThrow();
  ledger.close();
});
