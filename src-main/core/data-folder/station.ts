import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { hasCode } from '../error-code.ts';
import { DataFolderError } from './data-folder-error.ts';
import { createPrivateFile } from './private-file.ts';

const stationSchema = z.object({
  id: z.string().regex(/^[A-Za-z0-9-]{8,64}$/),
  name: z.string().min(1).max(200),
});

/** One installation. `id` is random, made once, and keeps the keychain entries of two data folders apart. */
export type StationIdentity = z.infer<typeof stationSchema>;

/**
 * Reads who this station is, or decides it on the first start. A damaged file is an error and is never replaced: the id
 * leads to the ledger's key.
 */
export async function readOrCreateStation(
  dir: string,
  fresh: () => StationIdentity,
): Promise<StationIdentity> {
  const path = join(dir, 'station.json');
  const existing = await readStation(path);
  if (existing !== null) return existing;
  const station = fresh();
  // Two first starts at once: one of them wins, both go by it.
  if (await createPrivateFile(path, `${JSON.stringify(station)}\n`, station.id)) return station;
  return (await readStation(path)) ?? station;
}

async function readStation(path: string): Promise<StationIdentity | null> {
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    if (hasCode(error, 'ENOENT')) return null;
    throw error;
  }
  try {
    return stationSchema.parse(JSON.parse(text));
  } catch (error) {
    throw new DataFolderError(
      'data.damaged',
      `The file ${path} is damaged, so this station cannot find its keys. Nothing was sent and nothing was replaced.`,
      'Restore station.json from a backup of the data folder, or start with another folder (--data).',
      { cause: error },
    );
  }
}
