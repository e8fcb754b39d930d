import type { Problem, ProblemCode } from '../../contract/problem.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import type { Earlier } from '../ledger/tables/duplicates.ts';
import type { FolderPlace } from '../ledger/tables/folders.ts';

/*
 * The interface of this source folder answers one question: may this station send this document now? `folders/` asks `SharedFolder` before
 * a document is queued, and `outbox/` asks `CreateGuard` before each create request. `files/` implements both interfaces with lease files
 * and claim files in the shared folder. Of `folders/`, only `folders.ts` and `watched-folder.ts` import `files/`; `outbox/` never does.
 */

export type StationQuestion = Extract<ProblemCode, 'folder.read-only' | 'folder.left-by-other'>;

export type FolderState =
  /** This station has the lease. Each new holder of the folder increments `generation`. */
  | { readonly kind: 'mine'; readonly generation: number }
  /** `isCopy`: the other station has the id of this station, because the station's disk was copied. */
  | { readonly kind: 'other'; readonly name: string; readonly isCopy?: true }
  /** This station has no write access, or the last lease belongs to another environment or organization. A person must decide. */
  | { readonly kind: 'asks'; readonly code: StationQuestion; readonly detail: string }
  | { readonly kind: 'alone' }
  | { readonly kind: 'unknown' };

export const maySubmitBy = ({ kind }: FolderState): boolean => kind === 'mine' || kind === 'alone';

/** The documents of one submission. `externalId` is used unless an existing claim names another external_id. */
export interface Claimable extends Purpose {
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** Whether a person decided to send the documents again. */
  readonly again: boolean;
  /** Whether a person decided to send documents that were withdrawn, were claimed elsewhere, or may already be a Task. */
  readonly afterAll: boolean;
}

export interface Claimed {
  readonly key: string;
  readonly externalId: string;
  readonly perhapsSent: boolean;
  /** The id of this station's earlier submission with this external_id, which then sends the documents; null without such a submission. */
  readonly revives: string | null;
}

export const WITHHELD = [
  'file.taken-back',
  'file.other-organisation',
  'file.perhaps-sent',
  'file.claimed-elsewhere',
] as const;
export type WithheldProblem = Problem & { readonly code: (typeof WITHHELD)[number] };

export interface Unclaimed {
  readonly held: WithheldProblem;
}

/**
 * Returns why the documents wait for a person; null if nothing stops the documents. The problem comes from the claim, or from the earlier
 * submission `earlier`: the Task of `earlier` may exist, and no look-up by this claim's external_id finds that Task.
 */
export function heldFor(
  earlier: Earlier | null,
  claimed: Claimed | Unclaimed | null,
  afterAll: boolean,
): WithheldProblem | null {
  if (claimed !== null && 'held' in claimed) return claimed.held;
  if (earlier === null || afterAll || claimed?.revives === earlier.id) return null;
  return { code: 'file.perhaps-sent', detail: null };
}

/** Compares this station's mark in a folder with the word in the ledger. `unknown`: the mark exists, but the ledger has no word. */
export type Mark = 'same' | 'unknown' | 'none';

/** Decides about the create requests of one folder. A folder that does not respond does not delay other folders (I8). */
export interface CreateCheck {
  /** Must be called right before each create request. Resolves within seconds, even if the folder does not respond. */
  mayCreate(): Promise<boolean>;
  /**
   * While another folder is at the path: submissions up to this `seq` came from the earlier folder, and their creates are refused, because
   * another station may send them. Otherwise 0.
   */
  readonly elsewhereUpTo: number;
  readonly refuses: boolean;
  readonly isGone: boolean;
  readonly asksPerson: boolean;
}

export interface SharedFolder {
  readonly state: FolderState;
  readonly maySubmit: boolean;
  readonly generation: number | null;
  readonly createCheck: CreateCheck;
  start(): Promise<void>;
  /** Stops the heartbeat, and releases the lease unless `goesOn` returns true. A hung share may delay `stop` until after a new `start`. */
  stop(goesOn: () => boolean): Promise<void>;
  check(): Promise<void>;
  /** Whether a recent check shows that this station has the lease. Must be called before documents are queued. False without a response. */
  mayQueue(): Promise<boolean>;
  /** Whether this station has the lease. Returns false if the folder does not respond. */
  holds(): Promise<boolean>;
  /**
   * Claims documents for this station, or continues an existing claim (I2). `generation` is the generation of the caller's lease. Returns
   * null if no claim is needed.
   *
   * @throws errors of the folder; nothing may be queued after an error
   */
  claim(documents: Claimable, generation: number | null): Promise<Claimed | Unclaimed | null>;
  /** Must be called when a submission with the external_id of a `Claimable` is in the ledger. */
  queued(externalId: string): void;
  /** Makes submissions unconfirmed that another station may have sent, and records withdrawals in the claims. Must be called regularly. */
  tend(): void;
  /** Records pending withdrawals in the claims, which other stations read. Never rejects. */
  tellWithdrawals(): Promise<void>;
  /** Compares this station's mark in the folder with the stored word. Returns `unknown` if the folder does not respond. */
  mark(): Promise<Mark>;
  /** Returns the word in this station's mark, or the last known word if the folder does not respond; null if there is no mark. */
  word(): Promise<string | null>;
}

export interface Origin {
  readonly folder_id: string | null;
  readonly seq: number;
}

/** Why a create is refused. `station.gone`: no rule watches the folder any more, and the folder cannot be reached. */
export type Refusal = Extract<ProblemCode, 'station.other' | 'station.gone' | 'station.asks'>;

export interface RefusedPlace extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: Refusal;
}

export interface CreateGuard {
  /** Whether this station still has the lease of the submission's folder. Must be called right before each create request. */
  mayCreate(submission: Origin): Promise<boolean>;
  /** Returns why `mayCreate` returned false. */
  whyNot(submission: Origin): Refusal;
  /** Records pending withdrawals in the claims of all shared folders. Resolves within seconds. */
  withdrawn(): Promise<void>;
  refused(): readonly RefusedPlace[];
}

/** Folders without a rule that still have unsent submissions. */
export interface LeftFolders {
  /** Starts without waiting for any folder, because a share may never respond (I8). */
  start(): void;
  stop(): Promise<void>;
  follow(): void;
  /** Whether a submission from this path may still be sent. True if the ledger cannot be read, so that the station keeps the lease. */
  isNeeded(path: string): boolean;
  checkAt(path: string): CreateCheck;
  isGone(path: string): boolean;
  tellWithdrawals(): Promise<void>;
}
