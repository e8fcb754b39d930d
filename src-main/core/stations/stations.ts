import type { Problem, ProblemCode } from '../../contract/problem.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import type { Earlier } from '../ledger/tables/duplicates.ts';
import type { FolderPlace } from '../ledger/tables/folders.ts';

/*
 * The interface of this folder: may this station send this document now? The folders ask `SharedFolder` before a document is queued, and
 * the outbox asks `CreateGuard` before each create request. `files/` implements both with lease files and claim files in the shared folder.
 * folders/ and outbox/ depend only on this file.
 */

/** The reason for asking a person whether another station uses the folder. */
export type StationQuestion = Extract<ProblemCode, 'folder.read-only' | 'folder.left-by-other'>;

/** The station that sends from a folder, according to the last check. */
export type FolderState =
  /** This station has the lease. `generation` counts the holders of the folder. */
  | { readonly kind: 'mine'; readonly generation: number }
  /** `isCopy`: the other station has this station's id, as after a copy of a disk. */
  | { readonly kind: 'other'; readonly name: string; readonly isCopy?: true }
  /** The folder has no write access, or the last lease belongs to another environment or organization. A person must decide. */
  | { readonly kind: 'asks'; readonly code: StationQuestion; readonly detail: string }
  /** This station sends without a lease: in practice mode, or because a person confirmed that no other station uses the folder. */
  | { readonly kind: 'alone' }
  | { readonly kind: 'unknown' };

/** Whether documents of the folder may be queued. */
export const maySubmitBy = ({ kind }: FolderState): boolean => kind === 'mine' || kind === 'alone';

/** The documents of one submission, and the external_id that they get unless an earlier claim exists. */
export interface Claimable extends Purpose {
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** Whether a person wants to send the documents again. */
  readonly again: boolean;
  /** Whether a person wants to send the documents although they were withdrawn elsewhere, claimed elsewhere, or may already be a Task. */
  readonly afterAll: boolean;
}

/** The claim that covers the documents, and their external_id. */
export interface Claimed {
  readonly key: string;
  readonly externalId: string;
  readonly perhapsSent: boolean;
  /** This station's earlier submission with this external_id, which continues with the documents; otherwise null. */
  readonly revives: string | null;
}

/** The reasons for sending documents of a folder only after a person's decision. */
export const WITHHELD = [
  'file.taken-back',
  'file.other-organisation',
  'file.perhaps-sent',
  'file.claimed-elsewhere',
] as const;
export type WithheldProblem = Problem & { readonly code: (typeof WITHHELD)[number] };

/** Documents that need a person's decision, with the reason. */
export interface Unclaimed {
  readonly held: WithheldProblem;
}

/**
 * The reason why documents wait for a person, or null. The reason comes from the claim, or from the submission `earlier`: its Task may
 * exist, and no look-up by this claim finds that Task.
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

/** Whether this station's mark in a folder is the mark of the known folder. `unknown`: a mark exists, but no known word to compare with. */
export type Mark = 'same' | 'unknown' | 'none';

/** Decides about the create requests of one folder. A hanging folder, or a folder of another station, does not delay other folders (I8). */
export interface CreateCheck {
  /** Call this right before each create request. The function answers within seconds, even if the folder hangs. */
  mayCreate(): Promise<boolean>;
  /** Submissions up to this sequence number may not be created, whatever the lease says: another station may hold their folder. */
  readonly elsewhereUpTo: number;
  /** Whether `mayCreate` currently refuses every submission of the folder, so that callers need not call it. */
  readonly refuses: boolean;
  /** Whether `mayCreate` refuses because the folder cannot be reached. */
  readonly isGone: boolean;
  /** Whether `mayCreate` refuses until a person confirms that no other station uses the folder. */
  readonly asksPerson: boolean;
}

/** A watched folder that other stations may watch too. */
export interface SharedFolder {
  readonly state: FolderState;
  /** Whether `state` allows documents to be queued. */
  readonly maySubmit: boolean;
  /** The generation of this station's lease; null if this station has no lease. */
  readonly generation: number | null;
  readonly createCheck: CreateCheck;
  /** Checks the lease once, then at every heartbeat until `stop`. */
  start(): Promise<void>;
  /** Stops, and releases the lease unless `goesOn` returns true. On a hung share `goesOn` is called late, perhaps after another `start`. */
  stop(goesOn: () => boolean): Promise<void>;
  /** Checks the lease now, without waiting for the next heartbeat. */
  check(): Promise<void>;
  /** Whether this station held the folder a moment ago. Call this before documents are queued. False if the folder hangs. */
  mayQueue(): Promise<boolean>;
  /** Whether this station holds the folder now. False if the folder hangs. */
  holds(): Promise<boolean>;
  /**
   * Claims documents for this station, or adopts the existing claim (I2). Null if no claim is needed. `generation` is the generation of the
   * caller's lease. @throws errors of the folder; nothing may be queued then
   */
  claim(documents: Claimable, generation: number | null): Promise<Claimed | Unclaimed | null>;
  /** Call this if nothing was queued under this external_id after its claim. */
  abandon(externalId: string): void;
  /** Call this regularly: marks documents for a look-up that another station may have sent, and tells other stations about withdrawals. */
  tend(): void;
  /** Tells the other stations about withdrawals. Never rejects. */
  tellWithdrawals(): Promise<void>;
  /** Compares this station's mark in the folder with the mark of the known folder. `unknown` if the folder hangs. */
  mark(): Promise<Mark>;
  /** The word in this station's mark, or null. The last known word if the folder hangs. */
  word(): Promise<string | null>;
}

/** The columns of a submission that identify its folder. */
export interface Origin {
  readonly folder_id: string | null;
  readonly seq: number;
}

/** `station.gone`: no rule watches the folder any more, and the folder cannot be reached. */
export type Refusal = Extract<ProblemCode, 'station.other' | 'station.gone' | 'station.asks'>;

/** Submissions that may not be created at present. */
export interface RefusedPlace extends Pick<FolderPlace, 'folderId' | 'after' | 'upTo'> {
  readonly code: Refusal;
}

/** Decides about all create requests, from any folder. */
export interface CreateGuard {
  /** Call this right before each create request: does this station still hold the submission's folder? */
  mayCreate(submission: Origin): Promise<boolean>;
  /** The reason of the last refusal. Call this after `mayCreate` returned false. */
  whyNot(submission: Origin): Refusal;
  /** Call this after a withdrawal: tells the stations that share the folders. Resolves within seconds. */
  withdrawn(): Promise<void>;
  /** The submissions with a recent refusal, which callers need not ask about again. */
  refused(): readonly RefusedPlace[];
}

/** Folders that no rule watches any more, but whose submissions are not all sent. */
export interface LeftFolders {
  /** Does not wait for any folder, because a share may hang forever (I8). */
  start(): void;
  stop(): Promise<void>;
  /** Call this after a change of the rules: takes care of folders that lost their rule, and ends for folders that a rule watches again. */
  follow(): void;
  /** Whether a submission from this path may still be sent. True if the ledger cannot answer, so that the station keeps the lease. */
  isNeeded(path: string): boolean;
  checkAt(path: string): CreateCheck;
  /** Whether the folder at a path refuses because the folder cannot be reached; other stations may send from there. */
  isGone(path: string): boolean;
  /** Call this after the withdrawal of a submission that may have come from one of the folders. */
  tellWithdrawals(): Promise<void>;
}
