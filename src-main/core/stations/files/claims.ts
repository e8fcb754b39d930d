import { randomUUID } from 'node:crypto';
import { link, mkdir, readFile, rename, unlink } from 'node:fs/promises';
import { join } from 'node:path';
import pLimit from 'p-limit';
import { z } from 'zod';
import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { claimKey, documentKey, payloadHash } from '../../ledger/tables/dedup-keys.ts';
import type { SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import { isPerhapsSent } from '../../ledger/tables/perhaps-sent.ts';
import { submissionByExternalId } from '../../ledger/tables/submissions.ts';
import { durableEntries } from '../../share-io/durable-entries.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import { errorCode, isMissing, WRITE_FLAGS } from '../../share-io/file-identity.ts';
import { CONTROL_FOLDER } from '../../share-io/own-folders.ts';
import { syncFolder } from '../../sync-to-disk.ts';
import { type Belonging, belongingSchema, relationOf } from '../belonging.ts';
import type { Claimable, Claimed, Unclaimed, WithheldProblem } from '../stations.ts';

const claimSchema = belongingSchema.extend({
  externalId: z.string().min(1).max(1024),
  station: z.string(),
  /** The `payloadHash` of all documents. Absent in the claim of a single document of a group, and in claims of older versions. */
  payload: z.string().optional(),
  /** The station at which a person withdrew the documents. Another station sends them only after a person's decision. */
  withdrawn: z.object({ station: z.string(), name: z.string() }).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

const READ_ATTEMPTS = 3;
const READ_PAUSE_MS = 50;

/** The claims in a shared folder. Claims are never removed: from them, a new holder of the lease learns which documents were sent. */
export interface Claims {
  /** Creates a claim and returns null. If the key has a claim, returns that claim, or `unreadable` if that claim cannot be parsed. */
  claim(key: string, claim: Claim): Promise<Claim | null | 'unreadable'>;
  read(key: string): Promise<Claim | null | 'unreadable'>;
  /** Overwrites a claim. Must be called only if no station will send documents under the old claim, or after a person's decision. */
  replace(key: string, claim: Claim): Promise<void>;
  /**
   * Marks the claim under this key as withdrawn if the claim names this external_id. Returns the claim as read before the change, even if
   * the claim names another external_id; null if the claim is missing or unreadable. The caller must hold the lease of the folder.
   */
  withdraw(key: string, externalId: string, by: NonNullable<Claim['withdrawn']>): Promise<Claim | null>;
}

export function readOnlyClaims(claims: Claims): Claims {
  return {
    claim: (key) => claims.read(key),
    read: (key) => claims.read(key),
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
  return {
    read,
    replace: (key, claim) => inLine(() => putInPlace(key, claim)),
    withdraw: (key, externalId, by) =>
      inLine(async () => {
        const existing = await read(key);
        if (existing === null || existing === 'unreadable') return null;
        if (existing.externalId === externalId) await putInPlace(key, { ...existing, withdrawn: by });
        return existing;
      }),
    claim: async (key, claim) => {
      try {
        await put(join(dir, key), 'wx', claim, naming.link);
        return null;
      } catch (error) {
        if (errorCode(error) !== 'EEXIST') throw error;
        return await readExisting(key);
      }
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

export interface ClaimingDependencies {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  readonly isUnqueued: (externalId: string) => boolean;
}

/**
 * Claims documents of a shared folder for this station, or continues an existing claim (I2); or returns why the documents wait.
 * A group gets one claim for the group and one for each document, because a document may also be in a later group.
 */
export async function claimDocuments(
  dependencies: ClaimingDependencies,
  what: Claimable,
): Promise<Claimed | Unclaimed> {
  if (what.groupKey === null) return claimWhole(dependencies, what, null);
  const isDecided = what.again || what.afterAll;
  const held = isDecided ? null : await heldForDocuments(dependencies, what);
  const claimed = await claimWhole(dependencies, what, held);
  if (!('held' in claimed)) await claimEach(dependencies, what, claimed.externalId);
  return claimed;
}

// Returns why a new group waits for a person: a document of the group is claimed by another station or was perhaps sent. Otherwise null.
// The reason does not apply if `claimWhole` can continue an existing claim of the same group.
async function heldForDocuments(
  { ledger, claims, stationId, belonging, isUnqueued }: ClaimingDependencies,
  what: Claimable,
): Promise<WithheldProblem | null> {
  const isOurs = ({ externalId, station }: Claim): boolean => {
    const known = submissionByExternalId(ledger, externalId);
    if (known === null) return station === stationId && isUnqueued(externalId);
    return !hasEnded(known) || !isPerhapsSent(ledger, known.id);
  };
  const existing = await Promise.all(documentKeys(what).map((key) => claims.read(key)));
  const others = existing.flatMap((claim) =>
    claim === null || claim === 'unreadable' || isOurs(claim) ? [] : [claim],
  );
  if (others.length === 0) return null;
  const isStrange = others.some((claim) => relationOf(claim, belonging()) === 'other-organisation');
  if (isStrange) return { code: 'file.other-organisation', detail: null };
  const isElsewhere = others.some(({ station }) => station !== stationId);
  return { code: isElsewhere ? 'file.claimed-elsewhere' : 'file.perhaps-sent', detail: null };
}

// Creates a claim for each document of a group. Replaces an existing claim only if the claim is unreadable or if a person decided to send
// the documents.
async function claimEach(
  { claims, stationId, belonging }: ClaimingDependencies,
  what: Claimable,
  externalId: string,
): Promise<void> {
  const { environment, organisation } = belonging();
  const claim = { externalId, station: stationId, environment, organisation };
  await Promise.all(
    documentKeys(what).map(async (key) => {
      const existing = await claims.claim(key, claim);
      const isTaken = existing === 'unreadable' || what.again || what.afterAll;
      if (existing !== null && isTaken) await claims.replace(key, claim);
    }),
  );
}

function documentKeys({ taskType, requestSpec, sha256s }: Claimable): string[] {
  return [...new Set(sha256s)].map((sha256) => documentKey({ taskType, requestSpec }, sha256));
}

const hasEnded = ({ state }: SubmissionRow): boolean => state === 'rejected' || state === 'withdrawn';

// Creates or continues one claim for all documents together. Instead of creating a claim, returns `held` if `held` is set.
// The key is a hash without request_spec, so that older versions find the claim. The `payload` is a hash with request_spec.
// If an existing claim has another payload, the loop goes on to the key of the next round.
async function claimWhole(
  { ledger, claims, stationId, belonging }: ClaimingDependencies,
  { taskType, requestSpec, groupKey, sha256s, externalId, again, afterAll }: Claimable,
  held: WithheldProblem | null,
): Promise<Claimed | Unclaimed> {
  const payload = payloadHash({ taskType, requestSpec }, sha256s);
  const ours = belonging();
  const { environment, organisation } = ours;
  const claim = { externalId, station: stationId, payload, environment, organisation };
  for (let round = 0; ; round++) {
    const key = claimKey(taskType, groupKey, sha256s, round);
    const existing = await (held === null ? claims.claim(key, claim) : claims.read(key));
    if (existing === null && held !== null) return { held };
    if (existing === null) return { key, externalId, perhapsSent: false, revives: null };
    if (existing === 'unreadable') continue;
    const { withdrawn, ...kept } = existing;
    const { externalId: before, station } = kept;
    // A claim of another environment of this organization counts, because both environments may name the same service.
    if (relationOf(existing, ours) === 'other-organisation') {
      if (again || afterAll) continue;
      return { held: { code: 'file.other-organisation', detail: null } };
    }
    const known = submissionByExternalId(ledger, before);
    const ended = known !== null && hasEnded(known) ? known : null;
    // A claim of another station must not be replaced, because the other station may still send the documents.
    const isFree = ended !== null && station === stationId && !isPerhapsSent(ledger, ended.id);
    const isSame = (existing.payload ?? known?.payload_hash ?? payload) === payload;
    // A withdrawal by this station does not stop the documents, because a person has put the documents into the folder again.
    const isOthers = withdrawn !== undefined && !(ended !== null && withdrawn.station === stationId);
    if (!isFree && !isSame) continue;
    if (!again && !afterAll) {
      if (isOthers) return { held: { code: 'file.taken-back', detail: withdrawn.name } };
      if (ended?.perhaps_sent === 1) return { held: { code: 'file.perhaps-sent', detail: null } };
    }
    if (isFree && held !== null) return { held };
    if (isFree) {
      // A station that takes the lease over asks the service for the external_id in the claim, so the claim must name this submission.
      await claims.replace(key, claim);
      return { key, externalId, perhapsSent: false, revives: null };
    }
    if (again || (ended === null && known !== null)) continue;
    if (withdrawn !== undefined) await claims.replace(key, { ...kept, payload });
    return { key, externalId: before, perhapsSent: true, revives: ended?.id ?? null };
  }
}
