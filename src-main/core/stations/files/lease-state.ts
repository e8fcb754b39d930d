import type { ProblemCode } from '../../../contract/problem.ts';
import type { Clock } from '../../clock.ts';
import type { FileCalls } from '../../share-io/file-calls.ts';
import type { Turn } from '../../share-io/folder-calls.ts';
import type { Standing } from '../../share-io/folder-identity.ts';
import type { Belonging } from '../belonging.ts';

/** The question to a person before a document of a folder is sent: does no other station use the folder? */
export type LeaseQuestion = Extract<ProblemCode, 'folder.read-only' | 'folder.left-by-other'>;

export type LeaseState =
  | { readonly kind: 'mine'; readonly generation: number }
  /** `isCopy`: the other station has the station id of this one, as after a disk was copied. */
  | { readonly kind: 'other'; readonly name: string; readonly isCopy?: true }
  /** The folder cannot be written to, or its last lease is of another environment or organisation. */
  | { readonly kind: 'asks'; readonly code: LeaseQuestion; readonly detail: string }
  /** Sent from without a lease: in practice mode, or because a person said that no other station uses the folder. */
  | { readonly kind: 'alone' }
  /** The folder cannot be reached now. */
  | { readonly kind: 'unknown' };

/** Whether documents of the folder may be queued. */
export const maySubmitBy = ({ kind }: LeaseState): boolean => kind === 'mine' || kind === 'alone';

export interface LeaseParts {
  readonly root: string;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly calls: () => FileCalls;
  /** For what is asked of the folder: a call that hangs has a thread to itself, and this process has few. */
  readonly turn: Turn;
  readonly heartbeatMs: number;
  readonly missedBeats: number;
  /** Whether the folder is the one that is meant: under a share that is not mounted nothing is left behind. */
  readonly standing: () => Promise<Standing>;
  /** The word in this station's mark in the known folder, or null. */
  readonly word: () => string | null;
  /** The words of the leases that this station took at this path. */
  readonly ownWords: () => readonly string[];
  readonly onTaken: (word: string) => void;
  /** Whether a person said of the folder that stands here now that no other station uses it. */
  readonly isSoleUser: () => Promise<boolean>;
  /** Another station was seen in this folder before. */
  readonly othersKnown: boolean;
  readonly onOther: () => void;
  /** Another station has the folder, whatever a person said of it before. */
  readonly onHeldByOther: () => void;
  /** Called before this station takes the lease of another station, which may have sent the documents that are queued here. If the call throws, the lease is not taken. */
  readonly onTakeOver: () => void;
  /** Told of each new state; again at the next heartbeat when it throws. */
  readonly onChange: (state: LeaseState) => void;
  readonly onFault: (error: unknown) => void;
}
