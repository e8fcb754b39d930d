import { existsSync, readdirSync, statSync } from 'node:fs';
import { join } from 'node:path';
import { setFlagsFromString } from 'node:v8';
import { runInNewContext } from 'node:vm';

const MIB = 2 ** 20;
const DESCRIPTORS = '/proc/self/fd';

/** The memory and handles of this process. */
export interface Footprint {
  readonly heapMiB: number;
  /** Open files and sockets; null where the system does not tell. */
  readonly handles: number | null;
}

/** The footprint after garbage collection. */
export function footprint(): Footprint {
  setFlagsFromString('--expose_gc');
  const collect: unknown = runInNewContext('gc');
  if (typeof collect === 'function') for (let time = 0; time < 3; time += 1) collect();
  const { heapUsed, external } = process.memoryUsage();
  return {
    heapMiB: Math.round(((heapUsed + external) / MIB) * 10) / 10,
    handles: existsSync(DESCRIPTORS) ? readdirSync(DESCRIPTORS).length : null,
  };
}

/** The number of files below a folder, and their MiB. */
export function filesBelow(dir: string): { count: number; mib: number } {
  let count = 0;
  let bytes = 0;
  for (const entry of readdirSync(dir, { recursive: true, withFileTypes: true })) {
    if (!entry.isFile()) continue;
    count += 1;
    bytes += statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0;
  }
  return { count, mib: Math.round(bytes / MIB) };
}
