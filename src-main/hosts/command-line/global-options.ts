import { existsSync } from 'node:fs';
import { say } from '../../contract/say.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { UsageError } from './terminal.ts';

export interface GlobalOptions {
  /**
   * The values of all options `--data`. A value is the path of a data folder, or, for the verbs `answer`, `submit` and `correct`, a JSON
   * object with data to send.
   */
  readonly data?: readonly string[];
  readonly settings?: string;
  readonly secrets?: string;
  readonly json?: boolean;
  readonly pin?: boolean;
}

const looksLikeJson = (value: string) => /^\s*[{["]/.test(value);

/** Returns the last value of `--data` that looks like JSON, unparsed; null if there is none. */
export function jsonAmong({ data = [] }: GlobalOptions): string | null {
  return data.findLast(looksLikeJson) ?? null;
}

/**
 * Returns the JSON object among the values of `--data`, or null if no value is JSON.
 * @throws UsageError for a value that is neither JSON nor an existing folder, because such a value is probably mistyped data
 */
export function dataToSend(options: GlobalOptions): string | null {
  const values = options.data ?? [];
  const stray = values.find((value) => !looksLikeJson(value) && !existsSync(value));
  if (stray !== undefined) {
    throw new UsageError(say('terminal.dataNeitherJsonObject', { stray }));
  }
  return jsonAmong(options);
}

export function stationChoice(options: GlobalOptions, env: NodeJS.ProcessEnv): StationChoice {
  return {
    data: options.data?.findLast((value) => !looksLikeJson(value)) ?? null,
    settings: options.settings ?? null,
    secrets: options.secrets ?? null,
    apiSecret: env['CLEARFOLDER_API_SECRET'] || null,
    apiSecretOrigin: env['CLEARFOLDER_API_SECRET_ORIGIN'] || null,
  };
}
