import { z } from 'zod';
import { openStation, openStationLedger } from '../../../../../src-main/core/installation/open-station.ts';
import { readAll } from '../../../../../src-main/core/ledger/db/ledger.ts';
import type { TestDir } from '../../../../support/temp-dir.ts';
import { choiceOf } from './app-place.ts';

const rowSchema = z.object({
  at: z.int(),
  actor: z.string(),
  action: z.string(),
  subject: z.string().nullable(),
  detail: z.string(),
});

/** What a reader beside the engine finds in the ledger of a test's data folder. */
export async function beside<T>(
  dir: TestDir,
  read: (ledger: Awaited<ReturnType<typeof openStationLedger>>['ledger']) => T,
): Promise<T> {
  const { ledger } = await openStationLedger(await openStation(choiceOf(dir)), 'reader');
  try {
    return read(ledger);
  } finally {
    ledger.close();
  }
}

/** The audit of a test's data folder, oldest first. */
export function auditOf(dir: TestDir): Promise<z.infer<typeof rowSchema>[]> {
  return beside(dir, (ledger) => readAll(ledger.db.prepare('SELECT * FROM audit ORDER BY seq'), rowSchema));
}
