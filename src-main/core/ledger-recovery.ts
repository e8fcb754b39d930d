import { type BackgroundLoop, createBackgroundLoop } from './background-loop.ts';
import type { Clock } from './clock.ts';
import type { Intake } from './folders/folders.ts';
import type { Ledger } from './ledger/db/ledger.ts';

const FIRST_MS = 2_000;
const LONGEST_MS = 60_000;

/**
 * Creates the loop that tries to write while the ledger cannot be written, and lets the folders be scanned again once the ledger takes a
 * write. The station is in the state `cannot-record` until each found file is in the ledger.
 */
export function createLedgerRecovery(
  { trouble }: Pick<Ledger, 'trouble'>,
  intake: Pick<Intake, 'unrecorded' | 'rescan'>,
  clock: Clock,
): BackgroundLoop {
  return createBackgroundLoop(async (stopping) => {
    for (let waitMs = FIRST_MS; !stopping.aborted; ) {
      await clock.sleep(waitMs, stopping);
      const isWell = () => trouble.code() === null && intake.unrecorded() === 0;
      if (stopping.aborted || isWell()) {
        waitMs = FIRST_MS;
        continue;
      }
      try {
        trouble.probe();
        await intake.rescan();
      } catch {
        // The next round tries again.
      }
      waitMs = isWell() ? FIRST_MS : Math.min(2 * waitMs, LONGEST_MS);
    }
  });
}
