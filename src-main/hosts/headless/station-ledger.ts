import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';

/**
 * Opens the ledger (`openStationLedger`), runs `work`, and closes the ledger. An engine may use the ledger at the same time.
 * @throws PlainError as `openStationLedger` does
 */
export async function withStationLedger<T>(
  station: Station,
  mode: 'beside' | 'reader',
  work: (ledger: Ledger, key: string) => Promise<T> | T,
): Promise<T> {
  const { ledger, key } = await openStationLedger(station, mode);
  try {
    return await work(ledger, key);
  } finally {
    ledger.close();
  }
}

/** Does the same as `withStationLedger` for the station of `choice`. @throws PlainError as `openStation` and `openStationLedger` do */
export async function withLedger<T>(
  choice: StationChoice,
  mode: 'beside' | 'reader',
  work: (ledger: Ledger, station: Station) => Promise<T> | T,
): Promise<T> {
  const station = await openStation(choice, undefined, mode === 'reader' ? 'read' : 'write');
  return withStationLedger(station, mode, (ledger) => work(ledger, station));
}
