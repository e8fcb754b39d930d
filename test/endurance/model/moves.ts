import type { Status } from '../../support/service-model/model-task.ts';
import type { Blocks } from '../../support/world/firewall.ts';
import type { Block } from '../../support/world/share.ts';

/** What the settings of a station say of the folder: its usual rule, another one for it, one that names another path, or nothing. */
export const WATCHES = ['usual', 'other', 'elsewhere', 'none'] as const;
export type Watches = (typeof WATCHES)[number];

export const NEWEST = -1;

/**
 * One move of a clerk, of the hospital or of the world. `pick` chooses among what there is when it is made, so a sequence
 * from which others were taken away still means something; NEWEST takes the last.
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
  | { readonly move: 'hand'; readonly at: number; readonly pick: number }
  | {
      readonly move: 'withdraw' | 'retry' | 'decide' | 'leave-out' | 'send-anyway' | 'late-answer';
      readonly at: number;
      readonly pick: number;
    }
  | { readonly move: 'secret'; readonly at: number }
  | { readonly move: 'retry-all'; readonly at: number }
  | { readonly move: 'backlog'; readonly at: number; readonly decision: 'send' | 'skip' }
  | { readonly move: 'rule'; readonly at: number; readonly to: Watches }
  /** Files get other numbers of the file system: at once, or having been gone for a while, as where a backup is restored. */
  | { readonly move: 'numbers'; readonly to: 'new' | 'half-gone' | 'all-gone' | 'back' }
  /** What a firewall blocks, after the service has taken it where it is `late`. */
  | { readonly move: 'firewall'; readonly blocks: Blocks; readonly late: boolean }
  /** One station alone reaches the service, or the shared folder, or does not. */
  | { readonly move: 'reach' | 'mount'; readonly at: number; readonly up: boolean }
  | { readonly move: 'stop' | 'crash' | 'start' | 'keep-copy' | 'put-back'; readonly at: number }
  | { readonly move: 'jump'; readonly at: number; readonly ms: number }
  /** Where the disk is full, `room` commits still fit. */
  | { readonly move: 'disk'; readonly at: number; readonly full: boolean; readonly room: number }
  | { readonly move: 'archive'; readonly block: Block | null }
  /** Time passes; with `turns` the next move comes in the middle of it, after so many turns of the loop. */
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
  readonly moves: readonly Move[];
}
