import { z } from 'zod';
import type { Ledger } from '../db/ledger.ts';
import { readState, writeState } from '../db/station-state.ts';

const STAMPS = 'station.stamps';

/** The stamps of a station: eight characters in every external_id that the station makes. The first stamp is used for new external_ids. */
export const stampsSchema = z.array(z.string().regex(/^[0-9A-HJKMNP-TV-Z]{8}$/));
export type Stamps = z.infer<typeof stampsSchema>;

export function readStamps(ledger: Ledger): Stamps {
  return readState(ledger, STAMPS, stampsSchema) ?? [];
}

export function writeStamps(ledger: Ledger, stamps: Stamps): void {
  writeState(ledger, STAMPS, stamps);
}
