import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { newestSubmission, placesAt } from '../ledger/tables/folders.ts';
import { errorCode } from './file-identity.ts';

/**
 * `known`: the folder at the rule's path is the folder that the rule means. `strange`: another folder stands at the path. `unsure`: no scan
 * has decided.
 */
export type FolderVerdict = 'known' | 'strange' | 'unsure';

/** The device and inode of the folder at a path, with links resolved. Another folder at the same path gives another value. */
export async function rootIdentityOf(root: string): Promise<string> {
  const stats = await stat(root, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('the path is not a folder'), { code: 'ENOTDIR' });
  return `${stats.dev}:${stats.ino}`;
}

/** Whether two root identities lie on the same disk. A recreated folder lies on the same disk; a mounted folder does not. */
export function onSameDisk(one: string, other: string): boolean {
  return one.split(':')[0] === other.split(':')[0];
}

export interface WalkedRoot {
  readonly identity: string;
  readonly strange: boolean;
  readonly lastRowBefore: number;
  /** Whether the folder contains files that the ledger knows. */
  readonly recognised: boolean;
  readonly word: string | null;
}

/**
 * Remembers which folder a rule means, because another folder may stand at the path, such as the mount point of a share that is not
 * mounted.
 */
export interface FolderIdentity {
  /** The identity of the folder that the rule means; null before the first scan. */
  readonly proved: string | null;
  /** While another folder stands at the path: the last file row that belongs to the folder that the rule means. Otherwise null. */
  readonly lastRowBefore: number | null;
  /**
   * While another folder stands at the path: the sequence number of the last submission before the exchange. Otherwise null, and null if an
   * older Clearfolder did not store the number.
   */
  readonly lastSeqBefore: number | null;
  /** The word in this station's mark at the last scan of the folder that the rule means; null if the folder had no mark. */
  readonly word: string | null;
  /** Like `word`, but null before the first scan of the rule: until then the word may be of another folder that stood at the path. */
  readonly knownWord: string | null;
  /** Whether a person confirmed that no other station uses the folder that stands at the path now. */
  isSoleUser(): Promise<boolean>;
  /** Stores the identity of the folder that the person confirmed. Call `saySoleUser` in the transaction of the audit entry. */
  saySoleUser(identity: string): void;
  forgetSoleUser(): void;
  open(proved: string | null): void;
  /** Stores the result of a scan, and returns the identity to keep. Call `walked` in the transaction that records the scan. */
  walked(result: WalkedRoot): string | null;
  /** Records that an empty folder stands at the path, so that no scan confuses later files with earlier files. */
  emptied(found: { readonly identity: string; readonly lastRowBefore: number }): void;
  lost(): void;
  /** The identity of the folder at the path now; null if the folder cannot be reached. */
  identity(): Promise<string | null>;
  /** Whether an identity differs from the last identity that was seen. False if one of the two is unknown. */
  exchangedFor(identity: string | null): boolean;
  now(): Promise<FolderVerdict>;
}

export function openFolderIdentity(ledger: Ledger, root: string, folderId: string): FolderIdentity {
  const rowKey = `folder.strange.${folderId}`;
  const seqKey = `folder.strange-seq.${folderId}`;
  const wordKey = `folder.word.${root}`;
  const soleKey = `folder.sole-user.${root}`;
  // The outbox may ask before the first scan, so the stored identity is loaded at once. An unseen folder must not count as the folder that
  // the rule means.
  const last = placesAt(ledger, root).findLast((place) => place.rootIdentity !== null);
  let proved = last?.rootIdentity ?? null;
  let seen = proved;
  let verdict: FolderVerdict = 'unsure';

  const lastRowBefore = () => readState(ledger, rowKey, z.int());
  const word = () => readState(ledger, wordKey, z.string());
  const soleUserOf = () => readState(ledger, soleKey, z.string());
  const keepSoleUser = (identity: string | null) => {
    if (identity !== soleUserOf()) writeState(ledger, soleKey, identity);
  };
  const keepBefore = (lastRow: number | null) => {
    if (lastRow !== null && lastRowBefore() !== null) return;
    writeState(ledger, seqKey, lastRow === null ? null : newestSubmission(ledger));
    writeState(ledger, rowKey, lastRow);
  };
  const identityNow = () =>
    rootIdentityOf(root).catch((error: unknown) => {
      if (errorCode(error) === 'unknown') throw error;
      return null;
    });

  return {
    get proved() {
      return proved;
    },
    get lastRowBefore() {
      return lastRowBefore();
    },
    get lastSeqBefore() {
      return readState(ledger, seqKey, z.int());
    },
    get word() {
      return word();
    },
    get knownWord() {
      return proved === null ? null : word();
    },
    isSoleUser: async () => {
      const said = soleUserOf();
      return said !== null && said === (await identityNow());
    },
    saySoleUser: keepSoleUser,
    forgetSoleUser: () => keepSoleUser(null),
    open: (identity) => {
      proved = identity;
      seen = identity;
    },
    walked: (result) => {
      seen = result.identity;
      verdict = result.strange ? 'strange' : 'known';
      if (!result.strange) {
        // A share gets a new identity at each mount. Known files prove that the share is the same folder, so the person's confirmation
        // stays valid.
        const isSame = result.recognised && proved !== null && soleUserOf() === proved;
        if (isSame) keepSoleUser(result.identity);
        proved = result.identity;
        writeState(ledger, wordKey, result.word || null);
      }
      keepBefore(result.strange ? result.lastRowBefore : null);
      return proved;
    },
    emptied: (found) => {
      if (proved === null) return;
      // An empty folder on the same disk is the earlier folder, deleted and created again, so no submission belongs to another folder.
      keepBefore(onSameDisk(proved, found.identity) ? null : found.lastRowBefore);
    },
    lost: () => {
      verdict = 'unsure';
    },
    identity: identityNow,
    exchangedFor: (identity) => identity !== null && seen !== null && identity !== seen,
    now: async () => {
      if (proved === null) return 'known';
      const identity = await identityNow();
      if (identity === null) return 'unsure';
      if (onSameDisk(identity, proved)) return 'known';
      // The verdict of a scan is valid only for the folder that the scan saw.
      return identity === seen ? verdict : 'unsure';
    },
  };
}
