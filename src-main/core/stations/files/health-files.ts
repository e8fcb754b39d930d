import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { type StationHealth, stationHealthSchema } from '../../../contract/views/stations.ts';
import { renameOver } from '../../replace-file.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { isMissing, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { MARK_PREFIX } from './lease-files.ts';

const PREFIX = 'health-';
const MAX_BYTES = 256 * 1024;
const PATIENCE_MS = 500;

/** A station that left a mark file or a health file in a shared folder. */
export interface StationInFolder {
  readonly id: string;
  readonly health: StationHealth | null;
  /** The age of the health file in milliseconds, by the clock of the file server; null if there is no readable health file. */
  readonly ageMs: number | null;
}

/** Writes this station's health file. A reader never gets a part of a record. @throws system errors of the folder */
export async function writeHealth(root: string, stationId: string, health: StationHealth): Promise<void> {
  const path = join(root, CONTROL_FOLDER, PREFIX + stationId);
  const next = `${path}.next`;
  await writeFile(next, JSON.stringify(health), { flag: WRITE_FLAGS });
  await renameOver(next, path, { patienceMs: PATIENCE_MS });
}

async function readFile(calls: FileCalls, path: string) {
  const file = await calls.open(path, 'r');
  try {
    const buffer = Buffer.alloc(MAX_BYTES);
    const { bytesRead } = await file.read(buffer, 0, MAX_BYTES, 0);
    const { mtimeMs } = await file.stat({ bigint: true });
    const health = stationHealthSchema.parse(JSON.parse(buffer.toString('utf8', 0, bytesRead)));
    return { health, changedAt: Number(mtimeMs) };
  } catch {
    return null;
  } finally {
    await file.close();
  }
}

/**
 * Returns the stations that left files in a shared folder. The clocks of the computers and the file server may differ. This station's own
 * health file shows how far the clock of the file server is ahead, and the ages of all files are corrected by that difference.
 * @throws system errors of the folder
 */
export async function readStationsIn(
  root: string,
  ownId: string,
  calls: FileCalls,
  now: number,
): Promise<StationInFolder[]> {
  const dir = join(root, CONTROL_FOLDER);
  const names = await calls.list(dir).catch(async (error: unknown): Promise<string[]> => {
    // Only if the shared folder can be reached, a missing control folder means that no station uses the folder.
    if (isMissing(error) && (await calls.lstat(root)) !== null) return [];
    throw error;
  });
  const idsAfter = (prefix: string) =>
    names
      .filter((name) => name.startsWith(prefix) && !name.endsWith('.next'))
      .map((name) => name.slice(prefix.length));
  const found = new Map<string, Awaited<ReturnType<typeof readFile>>>();
  for (const id of new Set([...idsAfter(MARK_PREFIX), ...idsAfter(PREFIX)]))
    found.set(id, names.includes(PREFIX + id) ? await readFile(calls, join(dir, PREFIX + id)) : null);
  const own = found.get(ownId);
  const ahead = own == null ? 0 : own.changedAt - Date.parse(own.health.at);
  return [...found].map(([id, file]) => ({
    id,
    health: file?.health ?? null,
    ageMs: file === null ? null : Math.max(0, now + ahead - file.changedAt),
  }));
}
