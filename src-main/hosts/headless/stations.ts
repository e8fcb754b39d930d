import type { StationsView } from '../../contract/views/stations.ts';
import { systemClock } from '../../core/clock.ts';
import { networkOf } from '../../core/installation/connect.ts';
import type { Station } from '../../core/installation/open-station.ts';
import { stationsDatabase } from '../../core/installation/stations-database.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { allStations } from '../../core/stations/all-stations.ts';
import { VERSION } from '../version.ts';

/** Reads the reports of all stations that share work with this station. Works without a running engine. */
export function stationsOf(station: Station, ledger: Ledger): Promise<StationsView> {
  return allStations({
    ledger,
    clock: systemClock,
    ownId: station.id,
    ownName: station.name,
    rules: station.settings.folders,
    address: stationsDatabase(station, networkOf(station), VERSION),
  });
}
