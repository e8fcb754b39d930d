import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { newestSubmission, placesAt } from '../ledger/tables/folders.ts';
import { errorCode } from './file-identity.ts';

/** Which folder is at the rule's path. `known`: the rule's own folder. `strange`: another folder. `unsure`: no scan has decided. */
export type FolderVerdict = 'known' | 'strange' | 'unsure';

/** Returns the device and inode of the folder at a path, after links are resolved. The value changes if another folder is at the path. */
export async function rootIdentityOf(root: string): Promise<string> {
  const stats = await stat(root, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('the path is not a folder'), { code: 'ENOTDIR' });
  return `${stats.dev}:${stats.ino}`;
}

/** Whether two root identities are on the same disk. A folder and a share mounted over this folder are on different disks. */
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

/** Remembers the rule's own folder, because another folder may be at the path, such as the mount point of an unmounted share. */
export interface FolderIdentity {
  /** The root identity of the rule's own folder; null before the first scan. */
  readonly proved: string | null;
  /** While another folder is at the path: the last file row that belongs to the rule's own folder. Otherwise null. */
  readonly lastRowBefore: number | null;
  /**
   * While another folder is at the path: the `seq` of the last submission from the rule's own folder. Otherwise null. Older versions did
   * not store the number, so the value may be null even while another folder is at the path.
   */
  readonly lastSeqBefore: number | null;
  /** The word in this station's mark at the last scan of the rule's own folder; null if the folder had no mark. */
  readonly word: string | null;
  /** The value of `word`, but null before the first scan of the rule, because the word may belong to another folder at the path. */
  readonly knownWord: string | null;
  /** Whether a person confirmed that no other station uses the folder that is at the path now. */
  isSoleUser(): Promise<boolean>;
  /** Stores the identity of the folder that the person confirmed. Must be called in the transaction of the audit entry. */
  saySoleUser(identity: string): void;
  forgetSoleUser(): void;
  open(proved: string | null): void;
  /** Stores the result of a scan. Returns the root identity that the caller must store in the transaction that records the scan. */
  walked(result: WalkedRoot): string | null;
  /** Records that an empty folder is at the path, so that no scan confuses later files with earlier files. */
  emptied(found: { readonly identity: string; readonly lastRowBefore: number }): void;
  lost(): void;
  /** Returns the identity of the folder that is at the path now; null if the folder cannot be reached. */
  identity(): Promise<string | null>;
  /** Whether an identity differs from the last identity that was found. Returns false if one of the two identities is unknown. */
  exchangedFor(identity: string | null): boolean;
  now(): Promise<FolderVerdict>;
}

export function openFolderIdentity(ledger: Ledger, root: string, folderId: string): FolderIdentity {
  const rowKey = `folder.strange.${folderId}`;
  const seqKey = `folder.strange-seq.${folderId}`;
  const wordKey = `folder.word.${root}`;
  const soleKey = `folder.sole-user.${root}`;
  // The outbox may need the identity before the first scan, so the stored identity is loaded at once. A folder that no scan has read must
  // not count as the rule's own folder.
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
      // An empty folder on the same disk is the earlier folder, deleted and created again. All submissions then belong to this folder.
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
      // The result of a scan is valid only for the folder that the scan read.
      return identity === seen ? verdict : 'unsure';
    },
  };
}
