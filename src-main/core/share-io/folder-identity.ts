import { stat } from 'node:fs/promises';
import { z } from 'zod';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { newestSubmission, placesAt } from '../ledger/tables/folders.ts';
import { errorCode } from './file-identity.ts';

/** Whether the folder at a rule's path is the folder that the rule means. `unsure` until a scan has judged. */
export type FolderVerdict = 'known' | 'strange' | 'unsure';

/** The device and inode of the folder at a path, links followed: another folder that is mounted or put there gives another value. */
export async function rootIdentityOf(root: string): Promise<string> {
  const stats = await stat(root, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('this is no folder'), { code: 'ENOTDIR' });
  return `${stats.dev}:${stats.ino}`;
}

/** Whether two root identities lie on one disk. A folder that was made anew lies on the same disk; a mount does not. */
export function onSameDisk(one: string, other: string): boolean {
  return one.split(':')[0] === other.split(':')[0];
}

export interface WalkedRoot {
  readonly identity: string;
  readonly strange: boolean;
  readonly lastRowBefore: number;
  /** Whether files in the folder are known from there. */
  readonly recognised: boolean;
  /** The word in this station's mark there, or null. */
  readonly word: string | null;
}

/** What is known of the folder at a rule's path, over restarts. If a share is not mounted, a strange folder stands at the path. */
export interface FolderIdentity {
  /** The identity of the folder that was last known to be the right one, or null. */
  readonly proved: string | null;
  /** While a strange folder stands at the path: the last file row that belongs to the folder before it. */
  readonly lastRowBefore: number | null;
  /** The last submission that was made by then; null also if an older Clearfolder did not keep it. */
  readonly lastSeqBefore: number | null;
  /** The word in this station's mark at the last scan of the known folder; null if the folder held no mark yet. */
  readonly word: string | null;
  /** The same, or null if no folder is known yet: the word may be of another folder at the path then. */
  readonly knownWord: string | null;
  /** Whether a person said of the folder that stands here now that no other station uses it. */
  isSoleUser(): Promise<boolean>;
  /** Keeps of which folder a person said so. To be called in the transaction of the audit entry. */
  saySoleUser(identity: string): void;
  forgetSoleUser(): void;
  open(proved: string | null): void;
  /** A scan has judged. To be called in the transaction that records the scan. Gives the identity to be kept. */
  walked(result: WalkedRoot): string | null;
  /** An empty folder stands here. What comes into the folder from now on is new, and no scan takes it for what lay there before. */
  emptied(found: { readonly identity: string; readonly lastRowBefore: number }): void;
  lost(): void;
  /** The identity now, or null if the folder cannot be reached. */
  identity(): Promise<string | null>;
  /** Whether an identity differs from the one that was seen last. */
  exchangedFor(identity: string | null): boolean;
  now(): Promise<FolderVerdict>;
}

export function openFolderIdentity(ledger: Ledger, root: string, folderId: string): FolderIdentity {
  const rowKey = `folder.strange.${folderId}`;
  const seqKey = `folder.strange-seq.${folderId}`;
  const wordKey = `folder.word.${root}`;
  const soleKey = `folder.sole-user.${root}`;
  // What waits to be sent may ask before the folder is scanned: no folder may count as the right one unseen.
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
        // A share has another identity each time that it is mounted. Its files tell that it is the same folder.
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
      // On the same disk, the empty folder is the one that the rule means, and nothing waits for the folder before any more.
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
      // A scan has judged the folder that it saw, and no other.
      return identity === seen ? verdict : 'unsure';
    },
  };
}
