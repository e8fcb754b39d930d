import type { Problem, ProblemCode } from '../../contract/problem.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import type { Earlier } from '../ledger/tables/duplicates.ts';
import type { FolderPlace } from '../ledger/tables/folders.ts';

/*
 * The interface of the folder `stations/` answers one question: may this station send this document now? `folders/` asks `SharedFolder`
 * before a document is queued, and `outbox/` asks `CreateGuard` before each create request. `files/` implements both interfaces with lease
 * files and claim files in the shared folder. In `folders/`, only `folders.ts` and `watched-folder.ts` import from `files/`. `outbox/`
 * never imports from `files/`.
 */

export type StationQuestion = Extract<ProblemCode, 'folder.read-only' | 'folder.left-by-other'>;

export type FolderState =
  /** This station has the lease. `generation` increases by one each time a station takes the lease. */
  | { readonly kind: 'mine'; readonly generation: number }
  /**
   * Another station, named `name`, has the lease. `isCopy`: the other station has the same id as this station, because a disk was copied.
   */
  | { readonly kind: 'other'; readonly name: string; readonly isCopy?: true }
  /**
   * A person must decide, because this station has no write access to the folder (`folder.read-only`), or because the last lease belongs to
   * another environment or organization (`folder.left-by-other`).
   */
  | { readonly kind: 'asks'; readonly code: StationQuestion; readonly detail: string }
  /** This station may submit without a lease: in practice mode, or after a person confirmed that no other station uses the folder. */
  | { readonly kind: 'alone' }
  /** It is not known which station has the lease, for example because the folder cannot be reached. */
  | { readonly kind: 'unknown' };

export const maySubmitBy = ({ kind }: FolderState): boolean => kind === 'mine' || kind === 'alone';

/**
 * The documents that are to become one submission. A new claim gets the external_id `externalId`. An existing claim keeps the external_id
 * that the claim names.
 */
export interface Claimable extends Purpose {
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** Whether a person decided to send the documents once more, as another Task. */
  readonly again: boolean;
  /**
   * Whether a person decided to send documents that a station withdrew, that another station claimed, or that may already be part of a
   * Task.
   */
  readonly afterAll: boolean;
}

export interface Claimed {
  readonly key: string;
  readonly externalId: string;
  readonly perhapsSent: boolean;
  /**
   * The id of this station's ended submission with this external_id, which is then reopened and sends the documents. Null if a new
   * submission sends the documents.
   */
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
 * Returns the reason why documents must wait for a person; null if the documents may be queued. If `claimed` already has such a reason,
 * returns that reason. Otherwise, `earlier` is a submission of the same documents whose Task may exist. The documents must then wait,
 * because a look-up by the external_id of `claimed` does not find that Task, unless `claimed` revives `earlier`.
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

/**
 * The result of comparing the random word in this station's mark file in a folder with the word in the ledger. `same`: the two words are
 * equal. `none`: there is no mark file, or its word is another word. `unknown`: the mark file exists, but the ledger has no word.
 */
export type Mark = 'same' | 'unknown' | 'none';

/**
 * Decides whether create requests may be sent for the submissions from one folder. A folder that does not respond does not delay other
 * folders (I8).
 */
export interface CreateCheck {
  /**
   * Whether a create request may be sent now. Must be called right before each create request. Resolves within seconds, even if the folder
   * does not respond.
   */
  mayCreate(): Promise<boolean>;
  /**
   * While another folder is at the path, such as the mount point of an unmounted share: the `seq` of the last submission from the rule's
   * own folder. The creates of the submissions up to this `seq` are refused, because another station may send the submissions. Otherwise 0.
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
  /**
   * Stops the heartbeat. Then calls `goesOn`, and releases the lease if the result is false. A hung share may delay the call of `goesOn`
   * until after a new `start`, which needs the lease.
   */
  stop(goesOn: () => boolean): Promise<void>;
  check(): Promise<void>;
  /**
   * Whether this station has the lease, according to a recent check or else a new check. Must be called before documents are queued.
   * Returns false if the folder does not respond.
   */
  mayQueue(): Promise<boolean>;
  /** Whether this station has the lease, according to a new check. Returns false if the folder does not respond. */
  holds(): Promise<boolean>;
  /**
   * Claims documents for this station, or continues an existing claim (I2). `generation` is the generation of the caller's lease. Returns
   * null if the documents need no claim, as in practice mode.
   *
   * @throws errors of the folder; nothing may be queued after an error
   */
  claim(documents: Claimable, generation: number | null): Promise<Claimed | Unclaimed | null>;
  /** Must be called when a submission with the external_id of a `Claimable` is in the ledger. */
  queued(externalId: string): void;
  /**
   * Makes queued submissions unconfirmed while another station has the lease, and records pending withdrawals in the claims. Must be called
   * regularly.
   */
  tend(): void;
  /** Records pending withdrawals in the claims, which other stations read. Never rejects. */
  tellWithdrawals(): Promise<void>;
  /**
   * Compares the word in this station's mark file in the folder with the word in the ledger. Returns `unknown` if the folder does not
   * respond.
   */
  mark(): Promise<Mark>;
  /**
   * Returns the random word in this station's mark file; null if there is no mark file. If the folder does not respond, returns the word in
   * the ledger.
   */
  word(): Promise<string | null>;
}

export interface Origin {
  readonly folder_id: string | null;
  readonly seq: number;
}

/**
 * The reason why a create is refused. `station.other`: this station does not have the lease. `station.asks`: a person must decide first
 * (`FolderState`). `station.gone`: no rule watches the folder any more, and the folder cannot be reached.
 */
export type Refusal = Extract<ProblemCode, 'station.other' | 'station.gone' | 'station.asks'>;

export interface RefusedPlace extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: Refusal;
}

export interface CreateGuard {
  /**
   * Whether the create of this submission may be sent. For a submission from a shared folder, this station must still have the lease of the
   * folder. Must be called right before each create request.
   */
  mayCreate(submission: Origin): Promise<boolean>;
  /** Returns why `mayCreate` returned false. */
  whyNot(submission: Origin): Refusal;
  /**
   * Must be called after submissions were withdrawn. Records pending withdrawals in the claims of all shared folders. Resolves within
   * seconds.
   */
  withdrawn(): Promise<void>;
  refused(): readonly RefusedPlace[];
}

/** The folders that no rule watches any more and from which submissions are still unsent. */
export interface LeftFolders {
  /** Starts without waiting for any folder, because a share may never respond (I8). */
  start(): void;
  stop(): Promise<void>;
  follow(): void;
  /**
   * Whether the outbox has an unfinished submission from this path. Also true if the ledger cannot be read, so that the station keeps the
   * lease.
   */
  isNeeded(path: string): boolean;
  checkAt(path: string): CreateCheck;
  isGone(path: string): boolean;
  tellWithdrawals(): Promise<void>;
}
