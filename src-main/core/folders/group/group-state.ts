import { assertNever } from '../../../contract/assert-never.ts';
import type { FileRow } from '../../ledger/tables/files.ts';
import type { StationQuestion } from '../../stations/stations.ts';
import { goesOn } from '../file-row.ts';
import type { FileEvent, FileState, Late } from '../file-state.ts';

/*
 * The life of a group: the files that are to become one Task (docs/architecture.md 4, grouping). As with a file, `folder.ts` carries
 * the effects out.
 *
 * | verdict  | when                                              | its settled files                    |
 * |----------|---------------------------------------------------|--------------------------------------|
 * | empty    | no file of the group is there and open            |                                      |
 * | late     | documents of the group were sent, or do not go    | wait for a person                    |
 * | held     | a file of the group is held, or cannot be read    | held: "waits for the group"          |
 * | settling | a file of the group still settles                 | wait                                 |
 * | waiting  | the quiet time of the group is not over           | wait                                 |
 * | unscanned | a file of the group may lie in the folder unseen | wait for a scan                      |
 * | ready    | otherwise                                         | are submitted                        |
 */

export interface GroupState {
  /** Monotonic time of the last change of a file of the group, or null. */
  readonly changedAt: number | null;
  /** Monotonic time when the ready marker of the group was first seen, or null. */
  readonly markedAt: number | null;
}

/** Nothing is known of the group. */
export const NEW_GROUP: GroupState = { changedAt: null, markedAt: null };

/** A file of the group that is there and not sent. */
export interface Member {
  readonly id: number;
  readonly state: 'settled' | 'settling' | 'held';
}

export type GroupEvent =
  /** A file of the group came, changed or went. */
  | { readonly kind: 'touched'; readonly now: number }
  /** The group is to be judged. Times are monotonic milliseconds. */
  | {
      readonly kind: 'judged';
      readonly now: number;
      readonly quietMs: number;
      readonly members: readonly Member[];
      /** A ready marker stands in the folder of the group. */
      readonly marked: boolean;
      /** Something of the group may be what could not be read lately. */
      readonly mayBeUnread: boolean;
      /** What became of earlier documents of the group, or null. */
      readonly before: keyof typeof LATE | null;
      /** All that lay in the folder until then is recorded. */
      readonly scannedUntil: number;
      readonly question: StationQuestion | null;
      readonly maySubmit: boolean;
    };

export type GroupEffect =
  /** Judge the group when its quiet time is over. */
  | { readonly kind: 'wait' }
  /** Something happened to a file of the group. */
  | {
      readonly kind: 'member';
      readonly id: number;
      readonly event: Extract<FileEvent, { kind: 'group-held' | 'group-released' | 'late' }>;
    }
  /** The group waits for a scan, or does so no longer. */
  | { readonly kind: 'await-scan'; readonly awaited: boolean }
  | { readonly kind: 'submit'; readonly ids: readonly number[] }
  | { readonly kind: 'forget' };

export interface GroupStep {
  readonly state: GroupState;
  /** In the order in which they are to be carried out. */
  readonly effects: readonly GroupEffect[];
}

const LATE = {
  sent: 'file.late-for-group',
  refused: 'file.late-for-refused',
  'kept-back': 'file.late-for-kept-back',
} as const satisfies Record<string, Late>;

/** Gives the state of a group after an event, and what is to be done. Pure. */
export function groupState(state: GroupState, event: GroupEvent): GroupStep {
  if (event.kind === 'touched')
    return { state: { ...state, changedAt: event.now }, effects: [{ kind: 'wait' }] };
  const next = { ...state, markedAt: event.marked ? (state.markedAt ?? event.now) : null };
  const verdict = judgeGroup(event, quietSince(next, event));
  const ids = event.members.flatMap((member) => (member.state === 'settled' ? [member.id] : []));
  const each = (happened: Extract<GroupEffect, { kind: 'member' }>['event']) =>
    ids.map((id): GroupEffect => ({ kind: 'member', id, event: happened }));
  // Of a group that may not go out from here, nothing needs to be known.
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

/** Whether a group can go out. `since`: the time from which on it is quiet. */
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

/**
 * The time from which on the quiet time of a group is over, or the group is marked as complete, as far as is known. A scan that begins
 * later finds what else was there then. What a marker says is complete need not have been found when the marker is.
 */
function quietSince(
  { changedAt, markedAt }: GroupState,
  { now, quietMs }: { readonly now: number; readonly quietMs: number },
): number {
  const since = (changedAt ?? now) + quietMs - 1;
  return markedAt === null ? since : Math.min(since, Math.max(markedAt, changedAt ?? markedAt));
}

/** A row of the group, with what is done about its file. */
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
