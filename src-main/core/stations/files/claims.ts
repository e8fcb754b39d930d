import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import { oneAtATime } from '../../service/sign-in/one-at-a-time.ts';
import { durableEntries } from '../../share-io/durable-entries.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { syncFolder } from '../../sync-to-disk.ts';
import { belongingSchema } from '../belonging.ts';

const claimSchema = belongingSchema.extend({
  externalId: z.string().min(1).max(1024),
  station: z.string(),
  /** `payloadHash` of what it was put up for. Older versions neither write nor read it. */
  payload: z.string().optional(),
  /** Who took the documents back, so that nobody sends them by this claim unasked. Older versions neither write nor read it. */
  withdrawn: z.object({ station: z.string(), name: z.string() }).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

const READ_ATTEMPTS = 3;
const READ_PAUSE_MS = 50;

/**
 * Who submits which documents, known to every station that shares the folder. A small port: a database can take the place
 * of the files.
 */
export interface Claims {
  /** Puts a claim up. Gives null when it is ours, the claim that stands there already, or that one there cannot be read. */
  claim(key: string, claim: Claim): Promise<Claim | null | 'unreadable'>;
  /** The claim that stands there; null where there is none, and `unreadable` where it cannot be parsed. */
  read(key: string): Promise<Claim | null | 'unreadable'>;
  /** Puts a claim in the place of one by which nothing goes any more, or goes after all. */
  replace(key: string, claim: Claim): Promise<void>;
  /**
   * Says in the claim of this external_id that its documents were taken back, and gives whose it is; null where there is none that
   * can be read. Only for whoever has the folder.
   */
  withdraw(key: string, externalId: string, by: NonNullable<Claim['withdrawn']>): Promise<Claim | null>;
}

/** The same claims where none can be put up: those that stand are read. */
export function readOnlyClaims(claims: Claims): Claims {
  return {
    claim: (key) => claims.read(key),
    read: (key) => claims.read(key),
    replace: () => Promise.resolve(),
    withdraw: () => Promise.resolve(null),
  };
}

/** How a finished file gets its name; not every share has hard links. */
export interface Naming {
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

/**
 * Claims as files in the watched folder, made so that only one station can make each, and durable before use. Each gets its name
 * when it is whole: a station that sleeps in the middle of one must not let another read half of it, and go by its own.
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
      // Short enough to be written whole or not at all.
      await handle.write(text, 0, text.length);
      await handle.sync();
    } finally {
      await handle.close();
    }
  };
  /** `name` gives the finished file its name; where the share cannot do that, the claim is written in its place. */
  const put = async (path: string, flags: 'wx' | number, claim: Claim, name: Naming['link']) => {
    // A new name each time, and none of a claim's: what a crash leaves of it is in nobody's way.
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
      // Not rm, which looks at it twice first: this is done for every document.
      await run(() => unlink(part)).catch(() => undefined);
    }
    entries.add();
    await entries.sync();
  };
  const read = (key: string) => readClaim(() => run(() => readFile(join(dir, key), 'utf8')), clock);
  const readIfAny = (key: string) =>
    read(key).catch((error: unknown) => {
      if (isMissing(error)) return null;
      throw error;
    });
  const inPlace = (key: string, claim: Claim) => put(join(dir, key), WRITE_FLAGS, claim, naming.rename);
  // What is to say that it was taken back must not come in the place of one that was put up meanwhile.
  const turn = oneAtATime();
  return {
    read: readIfAny,
    replace: (key, claim) => turn.run(() => inPlace(key, claim)),
    withdraw: (key, externalId, by) =>
      turn.run(async () => {
        const standing = await readIfAny(key);
        if (standing === null || standing === 'unreadable') return null;
        if (standing.externalId === externalId) await inPlace(key, { ...standing, withdrawn: by });
        return standing;
      }),
    claim: async (key, claim) => {
      const path = join(dir, key);
      try {
        await put(path, 'wx', claim, naming.link);
        return null;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        return await read(key);
      }
    },
  };
}

/**
 * Half a claim is of a station that died while it wrote it in its place (where there are no hard links, or by an older
 * Clearfolder), and never sent anything for it: a claim is durable before it is used.
 */
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
