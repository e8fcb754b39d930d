import { assertNever } from '../../../contract/assert-never.ts';
import type { FileRow } from '../../ledger/tables/files.ts';
import type { StationQuestion } from '../../stations/stations.ts';
import { goesOn } from '../file-row.ts';
import type { FileEvent, FileState, Late } from '../file-state.ts';

/*
 * A group is the set of files that are to become one Task (docs/architecture.md 4, grouping). A verdict says whether the group can be
 * submitted. `folder.ts` carries out the effects.
 *
 * | verdict   | if                                                        | its settled files                 |
 * |-----------|-----------------------------------------------------------|-----------------------------------|
 * | empty     | the group has no present, unsent file                     | (none)                            |
 * | late      | other files of the group were sent, refused or kept back  | wait for a person                 |
 * | held      | a file of the group is held, or may be unread             | held: "waits for the group"       |
 * | settling  | a file of the group still settles                         | wait                              |
 * | waiting   | the quiet time of the group is not over                   | wait                              |
 * | unscanned | the folder may contain an unseen file of the group        | wait for a scan                   |
 * | ready     | otherwise                                                 | are submitted                     |
 */

export interface GroupState {
  /** The monotonic time of the last change of a file of the group; null if Clearfolder saw no change of the group. */
  readonly changedAt: number | null;
  /** The monotonic time at which Clearfolder first saw the `.ready` file of the group; null without a `.ready` file. */
  readonly markedAt: number | null;
}

export const NEW_GROUP: GroupState = { changedAt: null, markedAt: null };

/** A file of the group that is in the folder and not sent. */
export interface Member {
  readonly id: number;
  readonly state: 'settled' | 'settling' | 'held';
}

export type GroupEvent =
  | { readonly kind: 'touched'; readonly now: number }
  /** Asks for a verdict about the group. Times are monotonic milliseconds. */
  | {
      readonly kind: 'judged';
      readonly now: number;
      readonly quietMs: number;
      readonly members: readonly Member[];
      /** Whether the group's folder has a `.ready` file, by which another program declares the group complete. */
      readonly marked: boolean;
      /** Whether a file of the group may be at a path that could not be read. */
      readonly mayBeUnread: boolean;
      /** The outcome of the earlier files of the group (`groupBefore`); null if the group had no earlier files. */
      readonly before: keyof typeof LATE | null;
      /** The ledger has every file that was in the folder at this monotonic time. */
      readonly scannedUntil: number;
      readonly question: StationQuestion | null;
      readonly maySubmit: boolean;
    };

export type GroupEffect =
  /** Ask for a new verdict after the quiet time of the group. */
  | { readonly kind: 'wait' }
  | {
      readonly kind: 'member';
      readonly id: number;
      readonly event: Extract<FileEvent, { kind: 'group-held' | 'group-released' | 'late' }>;
    }
  | { readonly kind: 'await-scan'; readonly awaited: boolean }
  | { readonly kind: 'submit'; readonly ids: readonly number[] }
  | { readonly kind: 'forget' };

export interface GroupStep {
  readonly state: GroupState;
  readonly effects: readonly GroupEffect[];
}

const LATE = {
  sent: 'file.late-for-group',
  refused: 'file.late-for-refused',
  'kept-back': 'file.late-for-kept-back',
} as const satisfies Record<string, Late>;

/** Returns the next state of a group after an event, and the effects to carry out. The function has no side effects. */
export function groupState(state: GroupState, event: GroupEvent): GroupStep {
  if (event.kind === 'touched')
    return { state: { ...state, changedAt: event.now }, effects: [{ kind: 'wait' }] };
  const next = { ...state, markedAt: event.marked ? (state.markedAt ?? event.now) : null };
  const verdict = judgeGroup(event, quietSince(next, event));
  const ids = event.members.flatMap((member) => (member.state === 'settled' ? [member.id] : []));
  const each = (happened: Extract<GroupEffect, { kind: 'member' }>['event']) =>
    ids.map((id): GroupEffect => ({ kind: 'member', id, event: happened }));
  // While nothing may be sent from the folder, the group needs no scan.
  const awaited = verdict === 'unscanned' && event.maySubmit;
  const effects: GroupEffect[] = [{ kind: 'await-scan', awaited }];
  switch (verdict) {
    case 'empty':
      return { state: NEW_GROUP, effects: [...effects, { kind: 'forget' }] };
    case 'late':
      return {
        state: next,
        effects: [...effects, ...each({ kind: 'late', code: LATE[event.before ?? 'sent'] })],
      };
    case 'held':
      return { state: next, effects: [...effects, ...each({ kind: 'group-held', code: 'file.group-held' })] };
    case 'settling':
    case 'waiting':
      return { state: next, effects: [...effects, ...each({ kind: 'group-released' })] };
    case 'unscanned':
    case 'ready': {
      if (event.question !== null) {
        return { state: next, effects: [...effects, ...each({ kind: 'group-held', code: event.question })] };
      }
      effects.push(...each({ kind: 'group-released' }));
      if (verdict === 'ready' && event.maySubmit) effects.push({ kind: 'submit', ids });
      return { state: next, effects };
    }
    default:
      return assertNever(verdict);
  }
}

type GroupVerdict = 'empty' | 'late' | 'held' | 'settling' | 'waiting' | 'unscanned' | 'ready';

// `since`: the monotonic time from which the group counts as quiet or complete (`quietSince`). The time may be in the future.
function judgeGroup(
  group: Pick<
    Extract<GroupEvent, { kind: 'judged' }>,
    'members' | 'before' | 'mayBeUnread' | 'now' | 'scannedUntil'
  >,
  since: number,
): GroupVerdict {
  if (group.members.length === 0) return 'empty';
  if (group.before !== null) return 'late';
  if (group.mayBeUnread || group.members.some(({ state }) => state === 'held')) return 'held';
  if (group.members.some(({ state }) => state === 'settling')) return 'settling';
  if (group.now < since) return 'waiting';
  return group.scannedUntil >= since ? 'ready' : 'unscanned';
}

// Returns the monotonic time from which the group counts as quiet, or as complete because of a `.ready` file. Only a scan after this
// time is sure to find every file of the group.
function quietSince(
  { changedAt, markedAt }: GroupState,
  { now, quietMs }: { readonly now: number; readonly quietMs: number },
): number {
  const since = (changedAt ?? now) + quietMs - 1;
  return markedAt === null ? since : Math.min(since, Math.max(markedAt, changedAt ?? markedAt));
}

export function memberOf(
  row: Pick<FileRow, 'id' | 'state' | 'problem_code'>,
  file: FileState | null,
): Member {
  const open = file === null || file.phase === 'idle' ? null : file;
  if (open?.phase === 'settled') return { id: row.id, state: 'settled' };
  const isStuck = row.state === 'held' && row.problem_code !== 'file.group-held';
  const isHeld = isStuck && (open === null || open.heldFor !== null || !goesOn(row));
  return { id: row.id, state: isHeld ? 'held' : 'settling' };
}
