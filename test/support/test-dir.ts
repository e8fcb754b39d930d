import { mkdtempSync } from 'node:fs';
import { rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { onTestFinished } from 'vitest';
import type { Ledger } from '../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../src-main/core/ledger/db/open-ledger.ts';
import type { TestDir } from './temp-dir.ts';

export type { TestDir };

/** The key of every ledger that `testLedger` opens. */
export const TEST_KEY = 'ab'.repeat(32);

/** Makes an empty folder that goes when the test ends. */
export function testDir(): TestDir {
  const path = mkdtempSync(join(tmpdir(), 'clearfolder-test-'));
  onTestFinished(() => rm(path, { recursive: true, force: true, maxRetries: 3 }));
  return { path, at: (...parts) => join(path, ...parts) };
}

/** Opens a new ledger, which is closed when the test ends. */
export function testLedger(now: () => number = Date.now, path = testDir().at('ledger.db')): Ledger {
  const ledger = openLedger({ path, key: TEST_KEY, now });
  onTestFinished(() => {
    if (ledger.db.open) ledger.close();
  });
  return ledger;
}
