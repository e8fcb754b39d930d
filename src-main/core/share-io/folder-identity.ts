import { stat } from 'node:fs/promises';
import { z } from 'zod';
import { type Ledger, readOne } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { placesAt } from '../ledger/tables/folder-places.ts';
import { errorCode } from './file-identity.ts';

/** Whether what stands at a rule's path is the folder that is meant. `unsure` until a walk has judged. */
export type Standing = 'known' | 'strange' | 'unsure';

const lastSchema = z.object({ seq: z.int() });

/** Which folder stands at a path, links followed: another one mounted or put in its place gives something else. */
export async function rootIdentityOf(root: string): Promise<string> {
  const stats = await stat(root, { bigint: true });
  if (!stats.isDirectory()) throw Object.assign(new Error('this is no folder'), { code: 'ENOTDIR' });
  return `${stats.dev}:${stats.ino}`;
}

/** Whether two root identities lie on one disk. A folder that was made anew is still where it was; a mount is not. */
export function onSameDisk(one: string, other: string): boolean {
  return one.split(':')[0] === other.split(':')[0];
}

export interface WalkedRoot {
  readonly identity: string;
  readonly strange: boolean;
  readonly lastRowBefore: number;
  /** Files lie in it that are known from there. */
  readonly recognised: boolean;
  /** What this station's mark there says, or null. */
  readonly word: string | null;
}

/** What is known of the folder at a rule's path, over restarts. A share that is not mounted leaves a strange folder there. */
export class FolderIdentity {
  readonly #ledger: Ledger;
  readonly #root: string;
  readonly #key: string;
  readonly #seqKey: string;
  readonly #wordKey: string;
  readonly #soleKey: string;
  #proved: string | null = null;
  #seen: string | null = null;
  #standing: Standing = 'unsure';

  constructor(ledger: Ledger, root: string, folderId: string) {
    this.#ledger = ledger;
    this.#root = root;
    this.#key = `folder.strange.${folderId}`;
    this.#seqKey = `folder.strange-seq.${folderId}`;
    this.#wordKey = `folder.word.${root}`;
    this.#soleKey = `folder.sole-user.${root}`;
    // What waits to be sent may ask before the folder is looked at: nothing may be taken for the right folder unseen.
    const last = placesAt(ledger, root).findLast((place) => place.rootIdentity !== null);
    this.open(last?.rootIdentity ?? null);
  }

  /** The identity of the folder that was last known to be the right one, or null. */
  get proved(): string | null {
    return this.#proved;
  }

  /** While a strange folder stands at the path: the last file row that is of the folder before it. */
  get lastRowBefore(): number | null {
    return readState(this.#ledger, this.#key, z.int());
  }

  /** The last submission that was made by then; null also where an older Clearfolder did not keep it. */
  get lastSeqBefore(): number | null {
    return readState(this.#ledger, this.#seqKey, z.int());
  }

  /** The word in this station's mark at the last walk of the known folder; null if the folder held no mark yet. */
  get word(): string | null {
    return readState(this.#ledger, this.#wordKey, z.string());
  }

  /** Whether a person said of the folder that stands here now that no other station uses it. */
  async isSoleUser(): Promise<boolean> {
    const said = this.#saidOf;
    return said !== null && said === (await this.identity());
  }

  /** Keeps of which folder a person said so; null forgets it. To be called in the transaction of the audit entry. */
  saySoleUser(identity: string | null): void {
    if (identity !== this.#saidOf) writeState(this.#ledger, this.#soleKey, identity);
  }

  get #saidOf(): string | null {
    return readState(this.#ledger, this.#soleKey, z.string());
  }

  open(proved: string | null): void {
    this.#proved = proved;
    this.#seen = proved;
  }

  /** A walk has judged. To be called in the transaction that records it; gives the identity to be kept. */
  walked(result: WalkedRoot): string | null {
    this.#seen = result.identity;
    this.#standing = result.strange ? 'strange' : 'known';
    if (!result.strange) {
      // A share has another number each time that it is mounted, and is the same folder by what lies in it.
      const isSame = result.recognised && this.#proved !== null && this.#saidOf === this.#proved;
      if (isSame) this.saySoleUser(result.identity);
      this.#proved = result.identity;
      writeState(this.#ledger, this.#wordKey, result.word || null);
    }
    this.#keepBefore(result.strange ? result.lastRowBefore : null);
    return this.#proved;
  }

  /** An empty folder stands here. What comes into it from now on is new, and no walk takes it for what lay there before. */
  emptied({ identity, lastRowBefore }: { identity: string; lastRowBefore: number }): void {
    if (this.#proved === null) return;
    // On its own disk it is the one that is meant, and nothing waits for that any more.
    this.#keepBefore(onSameDisk(this.#proved, identity) ? null : lastRowBefore);
  }

  #keepBefore(lastRow: number | null): void {
    const ledger = this.#ledger;
    if (lastRow !== null && this.lastRowBefore !== null) return;
    const last = readOne(ledger.prepared('SELECT COALESCE(MAX(seq), 0) AS seq FROM submission'), lastSchema);
    writeState(ledger, this.#seqKey, lastRow === null ? null : (last?.seq ?? 0));
    writeState(ledger, this.#key, lastRow);
  }

  lost(): void {
    this.#standing = 'unsure';
  }

  /** The identity now, or null when the folder cannot be reached. */
  async identity(): Promise<string | null> {
    return rootIdentityOf(this.#root).catch((error: unknown) => {
      if (errorCode(error) === 'unknown') throw error;
      return null;
    });
  }

  exchangedFor(identity: string | null): boolean {
    return identity !== null && this.#seen !== null && identity !== this.#seen;
  }

  async now(): Promise<Standing> {
    if (this.#proved === null) return 'known';
    const identity = await this.identity();
    if (identity === null) return 'unsure';
    if (onSameDisk(identity, this.#proved)) return 'known';
    // A walk has judged the folder that it saw, and no other.
    return identity === this.#seen ? this.#standing : 'unsure';
  }
}
