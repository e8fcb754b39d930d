import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readTexts } from '../ledger/tasks/task-texts.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

/** The number of snapshots that are indexed before other work runs. */
const SLICE = 50;
const PAUSE_MS = 50;
const AGAIN_MS = 60_000;

/**
 * Creates the loop that adds older snapshots to the full-text index after a restore of the ledger, or after a damaged index was emptied.
 * The loop ends when every snapshot is indexed. 100,000 Tasks take some minutes.
 */
export function createTextReader(ledger: Ledger, clock: Clock, log: Log): BackgroundLoop {
  return createBackgroundLoop(async (stopping) => {
    while (!stopping.aborted) {
      let wait = PAUSE_MS;
      try {
        if (!readTexts(ledger, SLICE)) return;
      } catch (error) {
        log('engine.fault', { where: 'texts', error: describeError(error) });
        wait = AGAIN_MS;
      }
      await clock.sleep(wait, stopping);
    }
  });
}
