import { z } from 'zod';
import { type Problem, problemCodeSchema } from '../../contract/problem.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';

const KEY = 'copies.state';
const stateSchema = z.object({
  /** The folder that the settings named. */
  folder: z.string(),
  /** When the newest copy there was made (ISO 8601); null where none is known. */
  last: z.iso.datetime().nullable(),
  problem: z.object({ code: problemCodeSchema, detail: z.string().nullable() }).nullable(),
});
export type CopiesState = z.infer<typeof stateSchema>;

/** How the copies in this folder stand: as the engine found them last. */
export function copiesState(ledger: Ledger, folder: string): CopiesState {
  const known = readState(ledger, KEY, stateSchema.nullable().catch(null));
  return known?.folder === folder ? known : { folder, last: null, problem: null };
}

/** Keeps how the copies stand, where that has changed. */
export function keepCopiesState(ledger: Ledger, state: CopiesState): void {
  const before = copiesState(ledger, state.folder);
  if (JSON.stringify(before) === JSON.stringify(state)) return;
  ledger.transaction(() => writeState(ledger, KEY, state));
}

/** The problem that keeps copies from being written there; null if there is none. */
export function copiesProblem(ledger: Ledger, folder: string): Problem | null {
  return copiesState(ledger, folder).problem;
}
