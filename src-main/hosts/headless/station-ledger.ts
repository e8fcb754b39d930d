import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';

/** Runs `work` on the station's ledger, even beside an engine, and closes the ledger. @throws PlainError as opening the ledger does */
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

/** Runs `work` as `withStationLedger` does, for the station of `choice`. @throws PlainError as opening station or ledger does */
export async function withLedger<T>(
  choice: StationChoice,
  mode: 'beside' | 'reader',
  work: (ledger: Ledger, station: Station) => Promise<T> | T,
): Promise<T> {
  const station = await openStation(choice);
  return withStationLedger(station, mode, (ledger) => work(ledger, station));
}
