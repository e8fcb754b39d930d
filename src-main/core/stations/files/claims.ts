import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import type { Clock } from '../../clock.ts';
import { durableEntries } from '../../share-io/durable-entries.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { syncFolder } from '../../sync-to-disk.ts';
import { type Claim, type Claims, claimSchema } from '../claiming.ts';

const READ_ATTEMPTS = 3;
const READ_PAUSE_MS = 50;

export function readOnlyClaims(claims: Claims): Claims {
  return {
    claim: (key) => claims.read(key),
    read: (key) => claims.read(key),
    claimDocument: () => Promise.resolve(),
    replace: () => Promise.resolve(),
    withdraw: () => Promise.resolve(null),
  };
}

/**
 * The calls that give a completely written file its final name. `link` fails if the name is taken, but some shares do not support links.
 * `rename` replaces a file that has the name.
 */
export interface Naming {
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

/**
 * Stores each claim as a file in the watched folder `root`. Of several stations, only one can create the same claim.
 * The file gets its final name after the file is complete, so that no other station reads half a claim.
 */
export function createFileClaims(
  root: string,
  clock: Clock,
  calls: () => FileCalls,
  naming: Naming = { link, rename },
): Claims {
  const dir = join(root, CONTROL_FOLDER, 'claims');
  const run = <T>(work: () => Promise<T>) => calls().run(work);
  const entries = durableEntries(dir, (folder) => run(() => syncFolder(folder)));
  const write = async (path: string, flags: 'wx' | number, claim: Claim) => {
    const handle = await calls().open(path, flags);
    try {
      const text = Buffer.from(JSON.stringify(claim));
      await handle.write(text, 0, text.length);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  // Writes a claim to a temporary file, and calls `name` to give the file its final path. If `name` fails, as on a share without links,
  // writes the claim directly to the final path. If `flags` is 'wx' and the final path is taken, rejects with EEXIST.
  const put = async (path: string, flags: 'wx' | number, claim: Claim, name: Naming['link']) => {
    const part = join(dir, `.${randomUUID()}.part`);
    try {
      await write(part, 'wx', claim).catch(async (error: unknown) => {
        if (errorCode(error) !== 'ENOENT') throw error;
        await run(() => mkdir(dir, { recursive: true }));
        await write(part, 'wx', claim);
      });
      await run(() => name(part, path)).catch(async (error: unknown) => {
        if (errorCode(error) === 'EEXIST') throw error;
        await write(path, flags, claim);
      });
    } finally {
      // `rm` would make two more system calls than `unlink`, and this code runs for every document.
      await run(() => unlink(part)).catch(() => undefined);
    }
    entries.add();
    await entries.sync();
  };
  const readExisting = (key: string) => readClaim(() => run(() => readFile(join(dir, key), 'utf8')), clock);
  const read = (key: string) =>
    readExisting(key).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  const putInPlace = (key: string, claim: Claim) => put(join(dir, key), WRITE_FLAGS, claim, naming.rename);
  // Replacements and withdrawals run one after another, so that a withdrawal never writes an old claim over a newer claim.
  const inLine = pLimit(1);
  const replace: Claims['replace'] = (key, claim) => inLine(() => putInPlace(key, claim));
  // Returns null if the claim is new.
  const create = async (key: string, claim: Claim): Promise<Claim | null | 'unreadable'> => {
    try {
      await put(join(dir, key), 'wx', claim, naming.link);
      return null;
    } catch (error) {
      if (errorCode(error) !== 'EEXIST') throw error;
      return await readExisting(key);
    }
  };
  return {
    read,
    replace,
    withdraw: (key, externalId, by) =>
      inLine(async () => {
        const existing = await read(key);
        if (existing === null || existing === 'unreadable') return null;
        if (existing.externalId === externalId) await putInPlace(key, { ...existing, withdrawn: by });
        return existing;
      }),
    claim: create,
    claimDocument: async (key, claim, anew) => {
      const existing = await create(key, claim);
      if (existing === 'unreadable' || (existing !== null && anew)) await replace(key, claim);
    },
  };
}

// Reads a claim. Another station may still be writing the file, so an incomplete text is read again, up to `READ_ATTEMPTS` times.
// A claim that stays incomplete comes from a crashed station, which never sent the documents.
async function readClaim(read: () => Promise<string>, clock: Clock): Promise<Claim | 'unreadable'> {
  for (let attempt = 0; attempt < READ_ATTEMPTS; attempt++) {
    const text = await read();
    try {
      return claimSchema.parse(JSON.parse(text));
    } catch {
      await clock.sleep(READ_PAUSE_MS);
    }
  }
  return 'unreadable';
}
