import type { Problem, ProblemCode } from '../../contract/problem.ts';
import type { StationHealth } from '../../contract/views/stations.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import type { Earlier } from '../ledger/tables/duplicates.ts';
import type { FolderPlace } from '../ledger/tables/folders.ts';

/*
 * The interface of the folder `stations/` answers one question: may this station send this document now? `folders/` asks `SharedFolder`
 * before a document is queued, and `outbox/` asks `CreateGuard` before each create request. In `folders/`, only `folders.ts` and
 * `watched-folder.ts` import from `files/`. `outbox/` never imports from `files/`. If there is a `Coordinator`, the `Coordinator` does the
 * work of `files/`.
 */

export const MOVES = ['folder.in-files', 'folder.in-database', 'folder.moving'] as const;
/** The questions that a person answers here, by the statement that no other station uses the folder. */
export const CONFIRMED_HERE = ['folder.read-only', 'folder.left-by-other'] as const;
export const STATION_QUESTIONS = [
  ...CONFIRMED_HERE,
  'folder.other-account',
  'folder.full',
  'folder.twice',
  ...MOVES,
] as const;
export type StationQuestion = (typeof STATION_QUESTIONS)[number] & ProblemCode;

export type FolderState =
  /** This station has the lease. `generation` increases by one each time a station takes the lease. */
  | { readonly kind: 'mine'; readonly generation: number }
  /** Another station, named `name`, has the lease. `isCopy`: a copy of this station's disk, with the same id. */
  | { readonly kind: 'other'; readonly name: string; readonly isCopy?: true }
  /**
   * A person must decide: this station cannot write into the folder, the last lease belongs to another environment or organization, an
   * active station sends the documents there (`folder.other-account`), the disk of the folder is full, another rule of
   * this station watches the same folder at another path, or the other stations of the folder coordinate by other means than
   * this station (`MOVES`).
   */
  | { readonly kind: 'asks'; readonly code: StationQuestion; readonly detail: string }
  /** This station may submit without a lease: in practice mode, or after a person confirmed that no other station uses the folder. */
  | { readonly kind: 'alone' }
  /** It is not known which station has the lease, for example because the folder cannot be reached. */
  | { readonly kind: 'unknown' };

export const maySubmitBy = ({ kind }: FolderState): boolean => kind === 'mine' || kind === 'alone';

/** Documents that are to become one submission. A new claim gets this `externalId`; an existing claim keeps its own. */
export interface Claimable extends Purpose {
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** Whether a person decided to send the documents once more, as another Task. */
  readonly again: boolean;
  /** Whether a person decided to send documents that a station withdrew or claimed, or that may already be part of a Task. */
  readonly afterAll: boolean;
}

export interface Claimed {
  readonly key: string;
  readonly externalId: string;
  readonly perhapsSent: boolean;
  /** The id of this station's ended submission with this external_id, which is reopened; null if a new submission sends the documents. */
  readonly revives: string | null;
}

export const WITHHELD = [
  'file.taken-back',
  'file.other-organisation',
  'file.other-environment',
  'file.perhaps-sent',
  'file.claimed-elsewhere',
  'file.at-service',
] as const;
export type WithheldProblem = Problem & { readonly code: (typeof WITHHELD)[number] };

export interface Unclaimed {
  readonly held: WithheldProblem;
}

/** Another station has the claim of the documents, and sends the documents or has sent the documents. That station is not gone. */
export interface Elsewhere {
  readonly elsewhere: {
    readonly key: string;
    readonly externalId: string;
    readonly station: string;
    readonly name: string;
    readonly fence: number;
  };
}

/**
 * Returns the reason why documents must wait for a person; null if the documents may be queued. A reason in `claimed` comes first.
 * `earlier`: a submission of the same documents whose Task may exist, or null. Because of `earlier`, the documents wait unless `claimed`
 * revives `earlier` or a person decided (`afterAll`): a look-up by the external_id of `claimed` does not find the Task of `earlier`.
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

/** Compares this station's mark file with the ledger. `none`: no mark file, or another word. `unknown`: no word in the ledger. */
export type Mark = 'same' | 'unknown' | 'none';

/** Decides whether create requests may be sent for one folder. A hung folder does not delay other folders (I8). */
export interface CreateCheck {
  /**
   * Whether a create request may be sent now. Must be called right before each create request. Resolves within seconds, even if the folder
   * does not respond.
   */
  mayCreate(): Promise<boolean>;
  /**
   * The `seq` of the last submission from the rule's own folder, if another folder (such as a mount point) is at the path and another
   * station was ever seen; otherwise 0. No submission up to this `seq` may be sent, because another station may send the submission.
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
  /** Stops the heartbeat, then releases the lease if `goesOn()` is false. A hung share may delay `goesOn` until after a new `start`. */
  stop(goesOn: () => boolean): Promise<void>;
  check(): Promise<void>;
  /** Whether this station has the lease or is `alone`; false if the folder does not respond. Must be called before documents are queued. */
  mayQueue(): Promise<boolean>;
  /** Whether this station has the lease or is `alone`, according to a new check; false if the folder does not respond. */
  holds(): Promise<boolean>;
  /**
   * Claims documents, or continues a claim (I2). Returns null if the documents need no claim. `generation`: the generation of the caller's
   * lease, or null without a lease. @throws errors of the folder; nothing may be queued after an error
   */
  claim(documents: Claimable, generation: number | null): Promise<Claimed | Unclaimed | Elsewhere | null>;
  /** Must be called when a submission with the external_id of a `Claimable` is in the ledger. */
  queued(externalId: string): void;
  /**
   * Must be called regularly. While another station has the lease, marks the submissions of this folder as unconfirmed. Also starts
   * `tellWithdrawals`.
   */
  tend(): void;
  /** Tells the other stations about this station's withdrawals that they do not know yet. */
  tellWithdrawals(): Promise<void>;
  /**
   * Writes this station's health file into the folder if other stations use the folder. Resolves to false if the file cannot be written.
   * Never rejects. With a `Coordinator`, does nothing, because the coordinator publishes once for all folders.
   */
  publish(health: StationHealth): Promise<boolean>;
  /** Compares the word (a random text) in this station's mark file with the ledger's word. `unknown` if the folder does not respond. */
  mark(): Promise<Mark>;
  /** Returns the word in this station's mark file; null if there is none. Returns the ledger's word if the folder does not respond. */
  word(): Promise<string | null>;
}

export interface Origin {
  readonly folder_id: string | null;
  readonly seq: number;
}

/**
 * The reason why this station must not send a create request.
 * - `station.other`: another station has the lease of the folder, or the claim of the documents
 * - `station.asks`: a person must decide first (`FolderState`)
 * - `station.gone`: no rule watches the folder any more, and the folder cannot be reached
 * - `station.away`: this station cannot reach the stations' database
 */
export type Refusal = Extract<
  ProblemCode,
  'station.other' | 'station.gone' | 'station.asks' | 'station.away'
>;

export interface RefusedPlace extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: Refusal;
}

export interface CreateGuard {
  /**
   * Whether the create request of this submission may be sent. For a submission from a shared folder, this station must still have the
   * lease of the folder. Must be called right before each create request.
   */
  mayCreate(submission: Origin): Promise<boolean>;
  whyNot(submission: Origin): Refusal;
  /** Must be called after submissions were withdrawn. Records the withdrawals in all shared folders, within seconds. */
  withdrawn(): Promise<void>;
  refused(): readonly RefusedPlace[];
}

/** The folders that no rule watches any more and from which submissions are still unsent. */
export interface LeftFolders {
  /** Starts without waiting for any folder, because a share may never respond (I8). */
  start(): void;
  stop(): Promise<void>;
  follow(): void;
  /** Whether the outbox has an unfinished submission from this path. True if the ledger cannot be read: the lease is then kept. */
  isNeeded(path: string): boolean;
  checkAt(path: string): CreateCheck;
  isGone(path: string): boolean;
  tellWithdrawals(): Promise<void>;
}

export interface CoordinatedFolder {
  readonly folderId: string;
  readonly path: string;
  readonly onChange: (state: FolderState) => void;
  /** Called after files went back to *settling* because the other station, which had claimed their documents, is gone. */
  readonly onFreed: () => void;
}

/**
 * Lets any number of stations send from the same folders at the same time. Without a coordinator, the lease in each shared folder decides
 * which station sends (`files/`).
 */
export interface Coordinator {
  readonly guard: CreateGuard;
  readonly left: LeftFolders;
  open(folder: CoordinatedFolder): SharedFolder;
  /** Publishes the health record of this station for the other stations. Resolves to false if this is impossible now. Never rejects. */
  publish(health: StationHealth): Promise<boolean>;
}
