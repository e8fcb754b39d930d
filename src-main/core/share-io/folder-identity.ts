import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { newestSubmission, placesAt } from '../ledger/tables/folders.ts';
import { errorCode } from './file-identity.ts';

/** Which folder is at the path of a folder rule. `strange`: not the rule's own folder. `unsure`: no scan of this folder has decided. */
export type FolderVerdict = 'known' | 'strange' | 'unsure';

/** Returns the device and the inode of the folder at a path as `device:inode`, after links are resolved. @throws ENOTDIR */
export async function rootIdentityOf(root: string): Promise<string> {
  const stats = await stat(root, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('the path is not a folder'), { code: 'ENOTDIR' });
  return `${stats.dev}:${stats.ino}`;
}

/** Whether two root identities are on the same disk. A mount point and the share that is mounted there are on different disks. */
export function onSameDisk(one: string, other: string): boolean {
  return one.split(':')[0] === other.split(':')[0];
}

export interface WalkedRoot {
  readonly identity: string;
  readonly strange: boolean;
  readonly lastRowBefore: number;
  readonly recognised: boolean;
  readonly word: string | null;
}

/** Remembers the folder that a rule means. Another folder may be at the path, such as the mount point of an unmounted share. */
export interface FolderIdentity {
  /** The root identity of the rule's own folder; null before the first scan. */
  readonly proved: string | null;
  /** While another folder is at the path: the newest id in the table `file` that belongs to the rule's own folder. Otherwise null. */
  readonly lastRowBefore: number | null;
  /**
   * While another folder is at the path: the `seq` of the newest submission when the other folder was noticed. The submissions up to this
   * `seq` came from the rule's own folder. Otherwise null.
   */
  readonly lastSeqBefore: number | null;
  /** The random word in this station's mark file at the last scan of the rule's own folder; null if the folder had no mark file. */
  readonly word: string | null;
  /** As `word`, but null before the first scan, because a stored word may then come from an earlier rule and another folder at the path. */
  readonly knownWord: string | null;
  isSoleUser(): Promise<boolean>;
  /**
   * Stores a person's confirmation that no other station uses the folder with this root identity. Must be called in the transaction that
   * writes the audit entry.
   */
  saySoleUser(identity: string): void;
  forgetSoleUser(): void;
  open(proved: string | null): void;
  /**
   * Stores the result of a scan. Must be called in the transaction that records the scan. Returns the root identity of the rule's own
   * folder, which the caller must store in the folder's row; null if no scan has found the rule's own folder yet.
   */
  walked(result: WalkedRoot): string | null;
  /**
   * Stores that a scan found the folder empty. If the disk at the path is not the disk of the rule's own folder, files with an id above
   * `lastRowBefore` belong to another folder.
   */
  emptied(found: { readonly identity: string; readonly lastRowBefore: number }): void;
  lost(): void;
  identity(): Promise<string | null>;
  /** Whether a root identity differs from the root identity at the last scan. Returns false if one of the two is unknown. */
  exchangedFor(identity: string | null): boolean;
  now(): Promise<FolderVerdict>;
}

export function openFolderIdentity(ledger: Ledger, root: string, folderId: string): FolderIdentity {
  const rowKey = `folder.strange.${folderId}`;
  const seqKey = `folder.strange-seq.${folderId}`;
  const wordKey = `folder.word.${root}`;
  const soleKey = `folder.sole-user.${root}`;
  // The outbox may call `now` before the first scan of this run. Without the stored identity, `now` would return `known` for any folder.
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
        // A share gets a new root identity at each mount. Files that the ledger knows prove that the folder is the same.
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
      // An empty folder on the same disk is the rule's own folder, so all submissions of the rule belong to this folder.
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
