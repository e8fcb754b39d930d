import type { Status } from '../../support/service-model/model-task.ts';
import type { Blocks } from '../../support/world/firewall.ts';
import type { Block } from '../../support/world/share.ts';
import type { Trial } from './trials.ts';

/** The rule of a station for the folder: the usual rule, another rule, a rule with another path, or none. */
export const WATCHES = ['usual', 'other', 'elsewhere', 'none'] as const;
export type Watches = (typeof WATCHES)[number];

export const NEWEST = -1;

/**
 * One move of a clerk, of the hospital or of the world. `pick` chooses among what exists at the time of the move, so a
 * shorter sequence still has a meaning; NEWEST takes the last.
 */
export type Move =
  | { readonly move: 'write'; readonly whole: boolean }
  | { readonly move: 'finish' | 'edit' | 'same' | 'touch' | 'rename' | 'remove'; readonly pick: number }
  | { readonly move: 'folder'; readonly count: number }
  | { readonly move: 'share'; readonly to: 'gone' | 'hollow' | 'back' }
  | { readonly move: 'fates'; readonly fates: readonly FateName[] }
  | { readonly move: 'line'; readonly up: boolean }
  | { readonly move: 'rotate' | 'expire' }
  | { readonly move: 'process'; readonly pick: number; readonly status: Status }
  | { readonly move: 'freeze'; readonly pick: number }
  | {
      readonly move: 'answer';
      readonly at: number;
      readonly pick: number;
      readonly files: number;
      readonly data: boolean;
    }
  | { readonly move: 'name' | 'clear' | 'event'; readonly at: number; readonly pick: number }
  /** `purpose` is the place among PURPOSES. */
  | {
      readonly move: 'hand';
      readonly at: number;
      readonly pick: number;
      readonly purpose?: number;
      readonly reference?: string;
    }
  /** A document of the folder is copied into the folder for another purpose. */
  | { readonly move: 'purpose'; readonly pick: number }
  | {
      readonly move: 'withdraw' | 'retry' | 'decide' | 'leave-out' | 'send-anyway' | 'late-answer';
      readonly at: number;
      readonly pick: number;
    }
  | { readonly move: 'secret' | 'other-secret'; readonly at: number }
  | { readonly move: 'rename-organisation' | 'new-uid' }
  /** The service denies all Tasks, with its own words. */
  | { readonly move: 'deny'; readonly on: boolean }
  /** The service forgets one or all of the Tasks that a station knows. */
  | { readonly move: 'forget'; readonly pick: number; readonly all: boolean }
  /** Somebody changes the external_id of a Task at the service. */
  | { readonly move: 'external-id'; readonly pick: number }
  /** Another program makes a Task, under the reference that a person gave or an external_id like that of a station, with foreign bytes or none. */
  | { readonly move: 'foreign-task'; readonly like: 'chosen' | 'ours'; readonly documents: boolean }
  /** Another desk uploads to the Task of an answer that is on its way: the first of its documents, or foreign bytes under each name. */
  | { readonly move: 'other-desk'; readonly foreign: boolean }
  /** The next creates are refused with these statuses after the service has taken them. */
  | { readonly move: 'refuse-taken'; readonly statuses: readonly number[] }
  /** From now on, a gateway gives each create the answer of the create before, or no longer. */
  | { readonly move: 'mix-up'; readonly on: boolean }
  /** From now on, the dates of status changes are so far ahead of the clock, or behind. */
  | { readonly move: 'dates'; readonly aheadMs: number }
  /** The disk changes one byte of a private copy (I3). */
  | { readonly move: 'spoil'; readonly at: number; readonly pick: number }
  /** A person says that no other station uses a folder that cannot be written to. */
  | { readonly move: 'no-other-station'; readonly at: number }
  | { readonly move: 'retry-all'; readonly at: number }
  | { readonly move: 'backlog'; readonly at: number; readonly decision: 'send' | 'skip' }
  | { readonly move: 'rule'; readonly at: number; readonly to: Watches }
  /** Files get new inode numbers: at once, or after an absence, as after the restore of a backup. */
  | { readonly move: 'numbers'; readonly to: 'new' | 'half-gone' | 'all-gone' | 'back' }
  /** What a firewall blocks; a `late` firewall blocks after the service has taken the create. */
  | { readonly move: 'firewall'; readonly blocks: Blocks; readonly late: boolean }
  /** A station reaches the service or the shared folder, or not, whatever the other station does. */
  | { readonly move: 'reach' | 'mount'; readonly at: number; readonly up: boolean }
  /** Another folder with the same files takes the place of the folder, as when a snapshot is switched. */
  | { readonly move: 'exchange' }
  /** Reports of changes are lost: while `lost` is true, or because of a burst of reports. */
  | { readonly move: 'reports'; readonly lost: boolean }
  | { readonly move: 'burst'; readonly count: number }
  /** All processes sleep, and the monotonic clock goes on. */
  | { readonly move: 'sleep'; readonly ms: number }
  /** A text is written as a copy that breaks off; nothing in the text shows where the text ends. */
  | { readonly move: 'part' }
  /** From now on, the gateway sends each create to the service twice, or no longer. */
  | { readonly move: 'gateway'; readonly repeats: boolean }
  /** From now on, reads show a new Task only so long after its create. */
  | { readonly move: 'lag'; readonly ms: number }
  /** The disk of a stopped station is kept as a snapshot, or put back from the snapshot: ledger, marks, secrets and perhaps the watched folder. */
  | { readonly move: 'keep-all'; readonly at: number }
  | { readonly move: 'put-all-back'; readonly at: number; readonly folder: boolean }
  | { readonly move: 'stop' | 'crash' | 'start' | 'keep-copy' | 'put-back'; readonly at: number }
  | { readonly move: 'jump'; readonly at: number; readonly ms: number }
  /** `room` commits still fit on a full disk. */
  | { readonly move: 'disk'; readonly at: number; readonly full: boolean; readonly room: number }
  | { readonly move: 'archive'; readonly block: Block | null }
  /** Time passes; with `turns` the next move comes before the end of that time, after so many turns of the event loop. */
  | { readonly move: 'pass'; readonly ms: number; readonly turns: number };

export const FATES = [
  'slow',
  'limited',
  'limited-long',
  'fault',
  'fault-taken',
  'busy',
  'html',
  'cut',
  'cut-taken',
  'cut-late',
  'cut-later',
  'hang',
  'hang-taken',
  'halve',
  'refuse',
  'forbidden',
  'nonsense',
] as const;
export type FateName = (typeof FATES)[number];

/** A world and what happens in it, from one seed. */
export interface Sequence {
  readonly seed: number;
  readonly stations: 1 | 2;
  readonly after: 'keep' | 'move';
  readonly lagMs: number;
  readonly keepsData: boolean;
  /** Some documents lie in the folder before its first rule, and a person is asked about them. */
  readonly asksFirst: boolean;
  readonly trials: readonly Trial[];
  readonly moves: readonly Move[];
}
