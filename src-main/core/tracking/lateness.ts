import { z } from 'zod';
import { compareInstants, earlierBy } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'tracking.lateness';
const FIRST_MS = 5_000;
const MOST_MS = 3_600_000;

/** How late a change can appear in the list: a server of the service may have a clock that is behind, or a slow index. */
export interface Lateness {
  /** Returns the maximum number of milliseconds between the date of a change and the moment when the change appears in the list. */
  ms(): number;
  /**
   * Doubles the lateness, up to an hour, if the date of a change lies before `from`, the start of the last walk, so that the walk could not
   * show the change. A change that lies more than an hour before `from` teaches nothing: no walk could show such a change.
   */
  learn(date: string, from: string): void;
}

export function createLateness(ledger: Ledger): Lateness {
  const ms = () => readState(ledger, KEY, z.number()) ?? FIRST_MS;
  return {
    ms,
    learn(date, from) {
      if (compareInstants(date, from) > 0 || compareInstants(date, earlierBy(from, MOST_MS)) < 0) return;
      writeState(ledger, KEY, Math.min(MOST_MS, 2 * ms()));
    },
  };
}
