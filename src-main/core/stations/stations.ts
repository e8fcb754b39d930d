import type { Problem, ProblemCode } from '../../contract/problem.ts';
import type { Purpose } from '../ledger/tables/dedup-keys.ts';
import type { Earlier } from '../ledger/tables/duplicates.ts';
import type { FolderPlace } from '../ledger/tables/folders.ts';

/*
 * The port of this room: may this station send this document now? Folders ask `SharedFolder` before a document is queued, the outbox asks
 * `CreateGuard` before each create request. `files/` answers by lease files and claim files in the shared folder itself. Another
 * implementation answers the same questions; folders/ and outbox/ know only this page.
 */

/** The question to a person before a document of a folder is sent: does no other station use the folder? */
export type StationQuestion = Extract<ProblemCode, 'folder.read-only' | 'folder.left-by-other'>;

/** Which station sends from a folder, as of the last check. */
export type FolderState =
  /** This station. `generation` counts the holders of the folder. */
  | { readonly kind: 'mine'; readonly generation: number }
  /** `isCopy`: the other station has the station id of this one, as after a disk was copied. */
  | { readonly kind: 'other'; readonly name: string; readonly isCopy?: true }
  /** The folder cannot be written to, or the last lease is of another environment or organisation. */
  | { readonly kind: 'asks'; readonly code: StationQuestion; readonly detail: string }
  /** This station, without a lease: in practice mode, or because a person said that no other station uses the folder. */
  | { readonly kind: 'alone' }
  /** The folder cannot be reached now. */
  | { readonly kind: 'unknown' };

/** Whether documents of the folder may be queued. */
export const maySubmitBy = ({ kind }: FolderState): boolean => kind === 'mine' || kind === 'alone';

/** The documents of one submission, and the external_id that they get if nobody claimed them before. */
export interface Claimable extends Purpose {
  readonly groupKey: string | null;
  readonly sha256s: readonly string[];
  readonly externalId: string;
  /** A person wants the documents sent once more. */
  readonly again: boolean;
  /** A person wants the documents sent although another station withdrew them, they are claimed for another organisation, or they may be a Task. */
  readonly afterAll: boolean;
}

/** The claim that covers the documents, and the external_id that they are sent under. */
export interface Claimed {
  readonly key: string;
  readonly externalId: string;
  readonly perhapsSent: boolean;
  /** The submission of this station that had this external_id, and continues with the documents. */
  readonly revives: string | null;
}

/** Why documents of a folder are sent only if a person says so. */
export const WITHHELD = [
  'file.taken-back',
  'file.other-organisation',
  'file.perhaps-sent',
  'file.claimed-elsewhere',
] as const;
export type WithheldProblem = Problem & { readonly code: (typeof WITHHELD)[number] };

/** Documents that are sent only if a person says so, and why. */
export interface Unclaimed {
  readonly held: WithheldProblem;
}

/** Why documents wait for a person, or null: what the claim says, or that `earlier` may have made a Task of them, which no look-up by this claim finds. */
export function heldFor(
  earlier: Earlier | null,
  claimed: Claimed | Unclaimed | null,
  afterAll: boolean,
): WithheldProblem | null {
  if (claimed !== null && 'held' in claimed) return claimed.held;
  if (earlier === null || afterAll || claimed?.revives === earlier.id) return null;
  return { code: 'file.perhaps-sent', detail: null };
}

/** Whether this station's mark in a folder is the mark of the known folder; `unknown` if only its presence is known. */
export type Mark = 'same' | 'unknown' | 'none';

/** Answers for the create requests of one folder. A folder that hangs, or that another station has, delays no other folder (I8). */
export interface CreateCheck {
  /** To be called right before each create. Answers within seconds, also if the folder hangs. */
  mayCreate(): Promise<boolean>;
  /** Submissions up to this sequence number may not be created, whatever the lease says: another station may have their folder. */
  readonly elsewhereUpTo: number;
  /** Whether the answer is no for every submission of the folder at present, so that nobody needs to ask. */
  readonly refuses: boolean;
  /** Whether the answer is no because the folder cannot be reached. */
  readonly isGone: boolean;
  /** Whether the answer is no because a person must first say that no other station uses the folder. */
  readonly asksPerson: boolean;
}

/** A watched folder that other stations may watch too. */
export interface SharedFolder {
  readonly state: FolderState;
  /** Whether `state` allows documents to be queued. */
  readonly maySubmit: boolean;
  /** The generation by which this station has the folder; null if it has not, or if the folder is not shared. */
  readonly generation: number | null;
  readonly createCheck: CreateCheck;
  /** Checks once, then at every heartbeat until `stop`. */
  start(): Promise<void>;
  /** Stops, and hands the folder over unless `goesOn`. A hung share calls `goesOn` late, perhaps after another `start`. */
  stop(goesOn: () => boolean): Promise<void>;
  /** Checks now, without waiting for the next heartbeat. */
  check(): Promise<void>;
  /** To be called before documents are queued: was the folder this station's a moment ago? False if the folder hangs. */
  mayQueue(): Promise<boolean>;
  /** Is the folder this station's as of now? False if the folder hangs. */
  holds(): Promise<boolean>;
  /**
   * Claims documents for this station, or adopts the claim that exists (I2). Null if no claim is needed. `generation` is the generation
   * by which the caller has the folder. @throws errors of the folder; nothing may be queued then
   */
  claim(documents: Claimable, generation: number | null): Promise<Claimed | Unclaimed | null>;
  /** Nothing was queued under this external_id after all. */
  abandon(externalId: string): void;
  /** To be called regularly: looks up documents that another station may have sent, and tells the other stations which submissions were withdrawn here. */
  tend(): void;
  /** Tells the other stations which submissions were withdrawn here. Never rejects. */
  tellWithdrawals(): Promise<void>;
  /** Compares this station's mark in the folder with the mark of the known folder. `unknown` if the folder hangs. */
  mark(): Promise<Mark>;
  /** The word in this station's mark, or null; the last known word if the folder hangs. */
  word(): Promise<string | null>;
}

/** What of a submission tells the folder that it came from. */
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

/** Answers for all create requests, whatever folder they come from. */
export interface CreateGuard {
  /** To be called right before each create: is the folder of the submission still this station's? */
  mayCreate(submission: Origin): Promise<boolean>;
  /** To be called after that: why the answer was no. */
  whyNot(submission: Origin): Refusal;
  /** To be called when submissions were withdrawn: tells the stations that share their folders. Resolves within seconds. */
  withdrawn(): Promise<void>;
  /** What was refused a moment ago and need not be asked about again. */
  refused(): readonly RefusedPlace[];
}

/** Folders that no rule watches any more, of which submissions are still to be sent. */
export interface LeftFolders {
  /** Waits for no folder: a share that hangs may take for ever (I8). */
  start(): void;
  stop(): Promise<void>;
  /** To be called when the rules have changed: takes up the folders that they left, and ends those that are watched again. */
  follow(): void;
  /** Whether a submission from this path may still be sent. True if the ledger cannot tell: no reason to give the folder away. */
  isNeeded(path: string): boolean;
  checkAt(path: string): CreateCheck;
  /** Whether the folder at a path refuses because it cannot be reached. Nobody can know for how long, and what others do there. */
  isGone(path: string): boolean;
  /** A submission that may have come from one of the folders was withdrawn. */
  tellWithdrawals(): Promise<void>;
}
