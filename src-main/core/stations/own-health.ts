import { z } from 'zod';
import type { FolderRule, Settings } from '../../contract/settings.ts';
import { stationHealthSchema } from '../../contract/views/stations.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { isPractice } from './belonging.ts';
import { sawOtherAt } from './files/lease-record.ts';

const KEY = 'stations.health';
const ownSchema = z.object({
  health: stationHealthSchema,
  /** The last time at which this station published a record, in milliseconds since the epoch; null if no record was ever published. */
  publishedAt: z.number().nullable(),
  unpublished: z.array(z.string()),
});
export type OwnHealth = z.infer<typeof ownSchema>;

/** Returns the health record that this station last tried to publish; null if this station shares no work with other stations. */
export const readOwnHealth = (ledger: Ledger): OwnHealth | null => readState(ledger, KEY, ownSchema);

export function writeOwnHealth(ledger: Ledger, own: OwnHealth | null): void {
  if (own === null && readOwnHealth(ledger) === null) return;
  ledger.transactionSoon(() => writeState(ledger, KEY, own));
}

/** Whether other stations share work with this station, by a database or by a shared folder. Always false in practice mode (I13). */
export function sharesWork(
  ledger: Ledger,
  { environment, stations }: Pick<Settings, 'environment' | 'stations'>,
  rules: readonly FolderRule[],
): boolean {
  if (isPractice(environment)) return false;
  return stations.postgres !== null || rules.some(({ id, path }) => sawOtherAt(ledger, id, path));
}
