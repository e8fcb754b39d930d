import { type BackgroundLoop, createBackgroundLoop } from '../background-loop.ts';
import type { Clock } from '../clock.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readTexts } from '../ledger/tasks/task-texts.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';

/** The number of snapshots that are read before other work runs. */
const SLICE = 50;
const PAUSE_MS = 50;
const AGAIN_MS = 60_000;

/** Indexes the texts of older snapshots after an update or a restore, and then ends. 100,000 Tasks take some minutes. */
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
