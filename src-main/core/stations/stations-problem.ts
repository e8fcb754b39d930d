import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../contract/problem.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'stations.problem';
const problemSchema = z.object({ code: problemCodeSchema, detail: z.string().nullable() });

/** Returns why this station claims no documents in the stations' database; null without such a problem or without such a database. */
export const readStationsProblem = (ledger: Ledger): Problem | null => readState(ledger, KEY, problemSchema);

/** Stores the problem that `readStationsProblem` returns. Returns false if the ledger has the same problem already. */
export function writeStationsProblem(ledger: Ledger, problem: Problem | null): boolean {
  if (JSON.stringify(readStationsProblem(ledger)) === JSON.stringify(problem)) return false;
  ledger.transactionSoon(() => writeState(ledger, KEY, problem));
  return true;
}
