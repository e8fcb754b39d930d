import { existsSync } from 'node:fs';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { UsageError } from './terminal.ts';

/** The options of every verb (docs/architecture.md 12). */
export interface GlobalOptions {
  /** The data folder. For `answer` also the data to send: JSON begins with a brace. */
  readonly data?: readonly string[];
  readonly settings?: string;
  readonly secrets?: string;
  readonly json?: boolean;
  readonly pin?: boolean;
}

const looksLikeJson = (value: string) => value.trimStart().startsWith('{');

/**
 * Returns the JSON among the values of `--data`, or null.
 *
 * @throws UsageError for a value that is neither JSON nor an existing folder, because the person meant it as data
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

/** Returns the station that the global options and the environment choose. */
export function stationChoice(options: GlobalOptions, env: NodeJS.ProcessEnv): StationChoice {
  return {
    data: options.data?.findLast((value) => !looksLikeJson(value)) ?? null,
    settings: options.settings ?? null,
    secrets: options.secrets ?? null,
    apiSecret: env['CLEARFOLDER_API_SECRET'] || null,
    apiSecretOrigin: env['CLEARFOLDER_API_SECRET_ORIGIN'] || null,
  };
}
