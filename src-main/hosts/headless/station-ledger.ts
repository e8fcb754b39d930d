import { existsSync } from 'node:fs';
import { systemClock } from '../../core/clock.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { noAnswer, PATIENCE_MS, stateOfEngine } from './engine-beside.ts';

const POLL_MS = 100;

/**
 * Opens the ledger (`openStationLedger`), runs `work`, and closes the ledger. An engine may use the ledger at the same time.
 * @throws PlainError as `openStationLedger` does; `engine.no-answer` if the running engine has lost its journal and does not end
 */
export async function withStationLedger<T>(
  station: Station,
  mode: 'beside' | 'reader',
  work: (ledger: Ledger, key: string) => Promise<T> | T,
): Promise<T> {
  await journalOfEngine(station);
  const { ledger, key } = await openStationLedger(station, mode);
  try {
    return await work(ledger, key);
  } finally {
    ledger.close();
  }
}

// A ledger that an engine has open always has a journal. If another program deleted the journal, the file of the ledger is out of date until
// the engine has noticed the loss, has written its commits into the file, and has ended (`own-files.ts`).
async function journalOfEngine({ folder, paths: { ledger } }: Station): Promise<void> {
  const isWhole = () => existsSync(`${ledger}-wal`) || !existsSync(ledger);
  const end = systemClock.monotonic() + PATIENCE_MS;
  while (!isWhole()) {
    const { state } = await stateOfEngine(folder.path);
    if (state === 'not-running' || state === 'starting') return;
    if (systemClock.monotonic() > end) throw noAnswer(false);
    await systemClock.sleep(POLL_MS);
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
