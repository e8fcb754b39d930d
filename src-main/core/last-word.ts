import { z } from 'zod';
import { isoTime } from '../contract/views/common.ts';
import { type ToldState, toldStateSchema } from '../contract/views/station-state.ts';
import { type BackgroundLoop, createBackgroundLoop } from './background-loop.ts';
import type { Clock } from './clock.ts';
import type { Ledger } from './ledger/db/ledger.ts';
import { readState, writeState } from './ledger/db/station-state.ts';

const KEY = 'engine.last-word';
const FIRST_MS = 5_000;
const EVERY_MS = 60_000;
const wordSchema = z.object({ state: toldStateSchema, since: isoTime });

/** Returns the last state that an engine stored, and since when the state applied; null before the first. */
export const lastWord = (ledger: Ledger) => readState(ledger, KEY, wordSchema);

/**
 * Stores the state of the engine in the ledger when the state has changed, and "not running" at the end. After a kill, `status` tells the
 * state before the kill.
 */
export function keepLastWord(ledger: Ledger, clock: Clock, stateNow: () => ToldState): BackgroundLoop {
  const keep = (read: () => ToldState) => {
    try {
      const state = read();
      if (lastWord(ledger)?.state === state) return;
      const word = { state, since: new Date(clock.now()).toISOString() };
      ledger.transactionSoon(() => writeState(ledger, KEY, word));
    } catch {
      // A ledger that cannot be written has no newer word.
    }
  };
  const loop = createBackgroundLoop(async (stopping) => {
    // At the start, the engine has not asked the service yet, so the first look comes later.
    for (let waitMs = FIRST_MS; !stopping.aborted; waitMs = EVERY_MS) {
      await clock.sleep(waitMs, stopping);
      if (!stopping.aborted) keep(stateNow);
    }
  });
  return {
    start: loop.start,
    stop: async () => {
      await loop.stop();
      keep(() => 'not-running');
    },
  };
}
