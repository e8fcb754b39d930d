import { existsSync } from 'node:fs';
import {
  openStation,
  openStationLedger,
  type Station,
  type StationChoice,
} from '../../core/installation/open-station.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { UsageError } from './failure.ts';

/** The options every verb takes (docs/architecture.md 12). */
export interface GlobalOptions {
  /** The data folder; for `answer` also the data to send, told apart by the brace that JSON begins with. */
  readonly data?: readonly string[];
  readonly settings?: string;
  readonly secrets?: string;
  readonly json?: boolean;
  readonly pin?: boolean;
}

const looksLikeJson = (value: string) => value.trimStart().startsWith('{');

/**
 * The JSON among the values of `--data`, or null.
 *
 * @throws UsageError where a value is neither JSON nor a data folder that is there: it was meant as data
 */
export function dataToSend(options: GlobalOptions): string | null {
  const values = options.data ?? [];
  const stray = values.find((value) => !looksLikeJson(value) && !existsSync(value));
  if (stray !== undefined) {
    throw new UsageError(
      `--data ${stray} is neither a JSON object, such as '{"member_id": "..."}', nor a data folder that exists.`,
    );
  }
  return values.findLast(looksLikeJson) ?? null;
}

/** What the global options and the environment say about where things are. */
export function stationChoice(options: GlobalOptions, env: NodeJS.ProcessEnv): StationChoice {
  return {
    data: options.data?.findLast((value) => !looksLikeJson(value)) ?? null,
    settings: options.settings ?? null,
    secrets: options.secrets ?? null,
    apiSecret: env['CLEARFOLDER_API_SECRET'] || null,
    apiSecretOrigin: env['CLEARFOLDER_API_SECRET_ORIGIN'] || null,
  };
}

/** Runs a verb on the station's ledger, beside a running engine if there is one, and closes it again. */
export async function withLedger<T>(
  choice: StationChoice,
  mode: 'beside' | 'reader',
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
