import type { Ledger } from '../../core/ledger/ledger.ts';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/station/open-station.ts';

/** The options every verb takes (DESIGN.md 11). */
export interface GlobalOptions {
  readonly data?: string;
  readonly settings?: string;
  readonly secrets?: string;
  readonly json?: boolean;
}

/** What the global options and the environment say about where things are. */
export function stationChoice(options: GlobalOptions, env: NodeJS.ProcessEnv): StationChoice {
  return {
    data: options.data ?? null,
    settings: options.settings ?? null,
    secrets: options.secrets ?? null,
    apiSecret: env['CLEARFOLDER_API_SECRET'] || null,
  };
}

/** Runs a verb on the station's ledger, beside a running engine if there is one, and closes it again. */
export async function withLedger<T>(
  choice: StationChoice,
  mode: 'engine' | 'reader',
  work: (ledger: Ledger, station: Station) => Promise<T> | T,
): Promise<T> {
  const station = await openStation(choice);
  const { ledger } = await openStationLedger(station, mode);
  try {
    return await work(ledger, station);
  } finally {
    ledger.close();
  }
}
