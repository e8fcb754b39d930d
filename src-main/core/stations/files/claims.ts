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
  /** `payloadHash` of the documents; absent in claims of older versions. */
  payload: z.string().optional(),
  /** The station that withdrew the documents, which are then sent again only if a person decides so. Absent in claims of older versions. */
  withdrawn: z.object({ station: z.string(), name: z.string() }).optional(),
});
export type Claim = z.infer<typeof claimSchema>;

const READ_ATTEMPTS = 3;
const READ_PAUSE_MS = 50;

/** The claims of a shared folder. Claims are never removed: without claims, a new holder of the lease cannot know what was sent. */
export interface Claims {
  /** Returns null if the claim was created, otherwise the existing claim; `unreadable` if the existing claim cannot be parsed. */
  claim(key: string, claim: Claim): Promise<Claim | null | 'unreadable'>;
  read(key: string): Promise<Claim | null | 'unreadable'>;
  /** Replaces a claim whose documents nobody will send any more, or whose documents a person decided to send again. */
  replace(key: string, claim: Claim): Promise<void>;
  /**
   * Marks the documents as withdrawn if the claim names this external_id. Returns the previous claim of any station; null if there is no
   * readable claim. The caller must hold the lease of the folder.
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

/** The calls that give a complete file its name: a hard link, which some shares do not support, or a rename. */
export interface Naming {
  link(from: string, to: string): Promise<void>;
  rename(from: string, to: string): Promise<void>;
}

/**
 * Stores claims as files in the watched folder. The file system lets one station create a file and refuses the others. A claim is synced to
 * the disk before use, and gets its name once it is complete, so that no other station reads half a claim.
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
  /** Writes a claim to a temporary file, which `name` then renames. If the share does not support `name`, writes the claim in place. */
  const put = async (path: string, flags: 'wx' | number, claim: Claim, name: Naming['link']) => {
    // The random name is unique, so a temporary file that a crash left behind does no harm.
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
      // `rm` would make two more system calls, and this code runs for every document.
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
  // Updates run one after another, so that a withdrawal does not overwrite a newer claim.
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

/**
 * Reads a claim, and tries again while the file is incomplete. A station that crashed while writing a claim in place leaves an incomplete
 * file, which stays `unreadable`. That station never sent the documents, because a claim is synced to the disk before use.
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

export interface ClaimingDependencies {
  readonly ledger: Ledger;
  readonly claims: Claims;
  readonly stationId: string;
  readonly belonging: () => Belonging;
  readonly isUnqueued: (externalId: string) => boolean;
}

/**
 * Claims documents of a shared folder for this station, or continues an existing claim (I2). The group gets a claim, and so does each
 * document of the group: a late page or a renamed subfolder makes a new group, whose documents may already be part of a Task.
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

/**
 * Returns why a group without a claim of its own waits for a person: another station claimed a document of the group, or this station may
 * have sent a document of the group. Returns null if no document stops the group.
 */
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

/** Claims each document. Replaces an existing claim only if the claim is unreadable or a person decided to send the documents. */
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

/**
 * Claims all documents together. The key of the claim leaves request_spec out, so that older versions find the claim. The `payload` of the
 * claim includes request_spec. If an existing claim has another payload, the next round gives another key. A claim without a payload counts
 * as equal. If `held` is set, the function creates no claim but may continue an existing claim.
 */
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
    // Another environment of this organization may be the same service under another name, so its claim counts like any other claim.
    if (relationOf(existing, ours) === 'other-organisation') {
      if (again || afterAll) continue;
      return { held: { code: 'file.other-organisation', detail: null } };
    }
    const known = submissionByExternalId(ledger, before);
    const ended = known !== null && hasEnded(known) ? known : null;
    // A claim of another station cannot be replaced, because that station may still send the documents.
    const isFree = ended !== null && station === stationId && !isPerhapsSent(ledger, ended.id);
    const isSame = (existing.payload ?? known?.payload_hash ?? payload) === payload;
    // If this station withdrew the documents, a person put the files into the folder again, so this station may send them.
    const isOthers = withdrawn !== undefined && !(ended !== null && withdrawn.station === stationId);
    if (!isFree && !isSame) continue;
    if (!again && !afterAll) {
      if (isOthers) return { held: { code: 'file.taken-back', detail: withdrawn.name } };
      if (ended?.perhaps_sent === 1) return { held: { code: 'file.perhaps-sent', detail: null } };
    }
    if (isFree && held !== null) return { held };
    if (isFree) {
      // A station that takes the lease over looks up the external_id in this claim, so the claim must name the current external_id.
      await claims.replace(key, claim);
      return { key, externalId, perhapsSent: false, revives: null };
    }
    if (again || (ended === null && known !== null)) continue;
    if (withdrawn !== undefined) await claims.replace(key, { ...kept, payload });
    return { key, externalId: before, perhapsSent: true, revives: ended?.id ?? null };
  }
}
