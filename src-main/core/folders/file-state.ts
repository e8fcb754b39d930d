import { assertNever } from '../../contract/assert-never.ts';
import type { Problem, ProblemCode } from '../../contract/problem.ts';
import { type FileIdentity, sameLook, sameVersion } from '../share-io/file-identity.ts';
import type { StationQuestion } from '../stations/stations.ts';

/*
 * The states of one file, from the scan that finds the file to the submission of the file (docs/architecture.md 4). `folder.ts` carries out
 * the effects. `file-row.ts` decides which rows the ledger keeps for found and vanished files.
 *
 * | state      | the file                                  | event -> next state                                                 |
 * |------------|-------------------------------------------|---------------------------------------------------------------------|
 * | idle       | is ignored, bound, or waits for a person  | recorded -> quiet                                                   |
 * | quiet      | must not change until the timer fires     | due -> checking                                                     |
 * | checking   | is being read: complete and unchanged?    | checked -> settled, comparing, submitting, quiet or idle            |
 * | settled    | waits for its group or for permission     | considered, taken -> submitting; considered, late -> comparing      |
 * | comparing  | is compared with an earlier document      | compared -> settled, submitting or idle; compared-late -> idle      |
 * | submitting | is being copied, claimed and queued       | submitted -> idle; deferred -> settled or quiet                     |
 *
 * In any state: recorded with another version, compare-failed, submit-failed, unkept -> quiet; recorded with `open` false, ended -> idle.
 */

export interface FileVersion {
  readonly id: number;
  readonly path: string;
  readonly identity: FileIdentity;
  readonly groupKey: string | null;
}

/** Why a file waits for a person: before the file arrived, the group was sent (`late-for-group`), refused or kept back. */
export type Late = Extract<
  ProblemCode,
  'file.late-for-group' | 'file.late-for-refused' | 'file.late-for-kept-back'
>;

export interface LateProblem {
  readonly code: Late | 'file.grown' | 'file.written-after-move';
  readonly detail: string | null;
}

export interface OpenFile {
  readonly phase: 'quiet' | 'checking' | 'settled' | 'comparing' | 'submitting';
  readonly file: FileVersion;
  /** The number that this version of the file has in this run of the program. An event with another number is about another version. */
  readonly round: number;
  readonly heldFor: ProblemCode | null;
  /** The monotonic time of the first check that found the unchanged file incomplete; null if no check found the file incomplete. */
  readonly incompleteSince: number | null;
  /** The monotonic time of the first check after which only the format of the unchanged file could not tell the end; null before. */
  readonly endlessSince: number | null;
  /** The monotonic times of the first and the last of the changes that followed each other in less than `Moment.changingMs`, or null. */
  readonly changes: { readonly since: number; readonly last: number } | null;
  /** The number of successive checks that found another inode or change time and the same size and time. */
  readonly renumbered: number;
}

/** `now`: monotonic ms. `changingMs`: the time after which a file that still changes is held. */
export interface Moment {
  readonly now: number;
  readonly changingMs: number;
}

export type FileState = { readonly phase: 'idle' } | OpenFile;

export const IDLE: FileState = { phase: 'idle' };

export interface Circumstances {
  /** Whether the file's row is held because this or an earlier version of the file equals a withdrawn document. */
  readonly ofWithdrawn: boolean;
  /** The unanswered question about other stations in the folder, or null. Nothing is sent from the folder before a person answers. */
  readonly question: StationQuestion | null;
  /** Whether this station may submit files from the folder now: the station has the right to send, and the folder is not paused. */
  readonly maySubmit: boolean;
}

/**
 * The result of the check after the quiet time. `changed`: the file is no longer the recorded version. `renumbered`: the file has another
 * inode or change time, and the same size and time. `incomplete`: the file is empty, or
 * its end is missing. `endless`: the file may be complete, but its format cannot tell. `unreadable`: the system refused to read the file. `fault`: the check itself failed.
 */
export type Inspection =
  | { readonly kind: 'complete' | 'endless' | 'changed' | 'renumbered' }
  | { readonly kind: 'not-a-document'; readonly problem: Problem }
  | { readonly kind: 'incomplete'; readonly code: 'file.empty' | 'file.unfinished' }
  | { readonly kind: 'unreadable'; readonly code: string }
  | { readonly kind: 'fault' };

export type SubmitFailure =
  | { readonly kind: 'changed' }
  | {
      readonly kind: 'refused';
      readonly code: 'spool.full' | 'folder.full' | 'file.unreadable';
      readonly detail: string;
    };

export type FileEvent =
  /** A scan recorded the file in the ledger. `open`: whether the file continues toward a submission without a person. */
  | {
      readonly kind: 'recorded';
      readonly file: FileVersion;
      readonly open: boolean;
      readonly heldFor: ProblemCode | null;
      readonly round: number;
      readonly at: Moment;
    }
  /** The file vanished, or a person decided about the file. */
  | { readonly kind: 'ended' }
  | { readonly kind: 'due' }
  /**
   * The check of the file has ended. `patienceMs`: the time after which a still incomplete file is held. `endlessMs`: the time for which a
   * file without a known end must be unchanged after its first check.
   */
  | {
      readonly kind: 'checked';
      readonly round: number;
      readonly found: Inspection;
      readonly at: Moment;
      readonly patienceMs: number;
      readonly endlessMs: number;
      readonly as: Circumstances;
    }
  /** The pause, the open `StationQuestion` or the lease of the folder has changed, so a waiting file can perhaps be sent now. */
  | { readonly kind: 'considered'; readonly as: Circumstances }
  | { readonly kind: 'group-held'; readonly code: 'file.group-held' | StationQuestion }
  | { readonly kind: 'group-released' }
  | { readonly kind: 'taken' }
  /** The group of the file was sent, refused or kept back before the file was ready. */
  | { readonly kind: 'late'; readonly code: Late }
  /** The file was compared with a withdrawn document, and the row has the result. `same`: whether the bytes are equal. */
  | { readonly kind: 'compared'; readonly round: number; readonly same: boolean; readonly as: Circumstances }
  | { readonly kind: 'compare-failed'; readonly round: number; readonly changed: boolean }
  /** The late file was compared with its earlier versions. `problem`: why a person must decide; null if the bytes are not new. */
  | { readonly kind: 'compared-late'; readonly round: number; readonly problem: LateProblem | null }
  /** The submitter has finished: the row of the file is, for example, bound, marked as a duplicate, or held for a person. */
  | { readonly kind: 'submitted'; readonly round: number }
  /** The file was not submitted, because this station could not send. `maySubmit`: whether this station can send now. */
  | { readonly kind: 'deferred'; readonly round: number; readonly maySubmit: boolean }
  | {
      readonly kind: 'submit-failed';
      readonly round: number;
      readonly why: SubmitFailure;
      readonly at: Moment;
      readonly as: Circumstances;
    }
  /** The ledger failed to store an effect of the previous event. The file starts again from `quiet`. */
  | { readonly kind: 'unkept' };

export type FileEffect =
  /** Send the event `due` to the file after the quiet time (`quiet`) or after the longer retry time (`retry`). */
  | { readonly kind: 'wait'; readonly until: 'quiet' | 'retry' }
  | { readonly kind: 'check' }
  | { readonly kind: 'scan' }
  /** The disk of the folder changes inodes or change times of unchanged files, so these two no longer distinguish versions. */
  | { readonly kind: 'distrust-inodes' }
  /** Set the row of the file to `held`. `logged`: whether the log gets an entry. */
  | {
      readonly kind: 'hold';
      readonly code: ProblemCode;
      readonly detail: string | null;
      readonly logged: boolean;
    }
  | { readonly kind: 'release' }
  /** Compare the file with a withdrawn document if `late` is null; otherwise with the previous version of the file. */
  | { readonly kind: 'compare'; readonly late: Late | null }
  | { readonly kind: 'submit' }
  | { readonly kind: 'touch-group' }
  | { readonly kind: 'judge-group' };

export interface FileStep {
  readonly state: FileState;
  readonly effects: readonly FileEffect[];
}

/** After this number of checks with another inode or change time each, the disk is to blame, and not a program that writes the file. */
const RENUMBERED_LIMIT = 3;

/** Returns the next state of a file after an event, and the effects to carry out. The function has no side effects. */
export function fileState(state: FileState, event: FileEvent): FileStep {
  const nothing: FileStep = { state, effects: [] };
  if (event.kind === 'recorded') return recorded(state, event);
  if (event.kind === 'ended' || state.phase === 'idle') return { state: IDLE, effects: [] };
  const isStale = 'round' in event && event.round !== state.round;
  switch (event.kind) {
    case 'due':
      return state.phase === 'quiet' ? step({ ...state, phase: 'checking' }, { kind: 'check' }) : nothing;
    case 'checked':
      return isStale || state.phase !== 'checking' ? nothing : checked(state, event);
    case 'considered':
      return state.phase === 'settled' && state.file.groupKey === null ? consider(state, event.as) : nothing;
    case 'group-held':
      if (state.phase !== 'settled' || state.heldFor === event.code) return nothing;
      return step(
        { ...state, heldFor: event.code },
        { kind: 'hold', code: event.code, detail: null, logged: false },
      );
    case 'group-released':
      if (state.phase !== 'settled' || state.heldFor === null) return nothing;
      return step({ ...state, heldFor: null }, { kind: 'release' });
    case 'taken':
      return state.phase === 'settled' ? step({ ...state, phase: 'submitting' }) : nothing;
    case 'late':
      if (state.phase !== 'settled') return nothing;
      return step({ ...state, phase: 'comparing' }, { kind: 'compare', late: event.code });
    case 'compared':
      if (isStale || state.phase !== 'comparing') return nothing;
      return event.same ? step(IDLE) : consider({ ...state, heldFor: null }, event.as);
    case 'compare-failed':
      if (isStale || state.phase !== 'comparing') return nothing;
      return again(state, event.changed ? 'quiet' : 'retry');
    case 'compared-late':
      if (isStale || state.phase !== 'comparing') return nothing;
      if (event.problem === null) return step(IDLE);
      return step(IDLE, { kind: 'hold', ...event.problem, logged: true });
    case 'submitted':
      return isStale ? nothing : step(IDLE);
    case 'deferred':
      if (isStale) return nothing;
      // If `maySubmit` is true, this station lost the lease and has the lease again. No later event would submit the file, so the file
      // starts again.
      return event.maySubmit ? again(state, 'quiet') : step({ ...state, phase: 'settled' });
    case 'submit-failed':
      return submitFailed(state, event, isStale);
    case 'unkept':
      return again(state, 'retry');
    default:
      return assertNever(event);
  }
}

function recorded(state: FileState, event: Extract<FileEvent, { kind: 'recorded' }>): FileStep {
  const { file, open, heldFor, round, at } = event;
  if (!open) return step(IDLE);
  const known = state.phase === 'idle' ? null : state;
  if (known !== null && known.file.path === file.path && sameVersion(known.file.identity, file.identity))
    return { state, effects: [] };
  const changes = known?.changes ?? null;
  const renumbered = known !== null && sameLook(known.file.identity, file.identity) ? known.renumbered : 0;
  const next = {
    phase: 'quiet',
    file,
    round,
    heldFor,
    incompleteSince: null,
    endlessSince: null,
    changes,
    renumbered,
  } as const;
  const ofWithdrawn = heldFor === 'file.duplicate-withdrawn';
  const told = known === null ? step(next) : changed(next, at, { ofWithdrawn });
  const quiet = then(told, { kind: 'wait', until: 'quiet' });
  return file.groupKey === null ? quiet : then(quiet, { kind: 'touch-group' });
}

function checked(state: OpenFile, event: Extract<FileEvent, { kind: 'checked' }>): FileStep {
  const { found, at, patienceMs, endlessMs, as } = event;
  switch (found.kind) {
    case 'changed':
      return then(changedAgain(state, at, as), { kind: 'scan' });
    case 'renumbered': {
      const renumbered = state.renumbered + 1;
      const next = then(changedAgain({ ...state, renumbered }, at, as), { kind: 'scan' });
      return renumbered === RENUMBERED_LIMIT ? then(next, { kind: 'distrust-inodes' }) : next;
    }
    case 'complete':
      return consider({ ...state, incompleteSince: null }, as);
    case 'endless': {
      const waiting = { ...state, incompleteSince: null, endlessSince: state.endlessSince ?? at.now };
      return at.now - waiting.endlessSince >= endlessMs ? consider(waiting, as) : again(waiting, 'quiet');
    }
    case 'incomplete': {
      const incompleteSince = state.incompleteSince ?? at.now;
      const waiting = { ...state, incompleteSince };
      const isLong = at.now - incompleteSince >= patienceMs && state.heldFor !== found.code;
      if (isLong) return heldAgain(waiting, { code: found.code, detail: null }, 'retry', as);
      return again(waiting, state.heldFor === null ? 'quiet' : 'retry');
    }
    case 'unreadable':
      if (state.heldFor === 'file.unreadable') return again(state, 'retry');
      return heldAgain(state, { code: 'file.unreadable', detail: `(${found.code})` }, 'retry', as);
    case 'not-a-document': {
      const { problem } = found;
      return state.heldFor === problem.code ? step(IDLE) : step(IDLE, ...held(state, problem, as).effects);
    }
    case 'fault':
      return again(state, 'retry');
    default:
      return assertNever(found);
  }
}

/** The problems that stay visible while the file is copied once more, because the next attempt may end in the same way. */
const SHOWN_UNTIL_QUEUED: readonly ProblemCode[] = ['file.changing', 'spool.full', 'folder.full'];

/** Decides the next step of a complete file: compare, judge the group, hold, submit, or wait until this station may submit. */
function consider(state: OpenFile, as: Circumstances): FileStep {
  if (as.ofWithdrawn) return step({ ...state, phase: 'comparing' }, { kind: 'compare', late: null });
  const settled: OpenFile = { ...state, phase: 'settled' };
  if (state.file.groupKey !== null)
    return then(released(settled, ['file.group-held']), { kind: 'judge-group' });
  if (as.question !== null)
    return state.heldFor === as.question
      ? step(settled)
      : held(settled, { code: as.question, detail: null }, as);
  const free = released(settled, as.maySubmit ? SHOWN_UNTIL_QUEUED : []);
  if (!as.maySubmit || free.state.phase === 'idle') return free;
  return { state: { ...free.state, phase: 'submitting' }, effects: [...free.effects, { kind: 'submit' }] };
}

// Decides the next step after a failed submission. `isStale`: a scan has recorded a newer version, and that version settles by itself.
function submitFailed(
  state: OpenFile,
  { why, at, as }: Extract<FileEvent, { kind: 'submit-failed' }>,
  isStale: boolean,
): FileStep {
  if (why.kind === 'refused')
    return isStale ? step(state) : heldAgain(state, { code: why.code, detail: why.detail }, 'retry', as);
  return isStale ? changed(state, at, as) : changedAgain(state, at, as);
}

/** Notes a change of the file. Holds a file that has changed again and again for `changingMs`, and does not settle. */
function changed(state: OpenFile, { now, changingMs }: Moment, as: Pick<Circumstances, 'ofWithdrawn'>) {
  const { changes } = state;
  const since = changes !== null && now - changes.last < changingMs ? changes.since : now;
  const noted: OpenFile = { ...state, changes: { since, last: now } };
  if (now - since < changingMs || state.heldFor === 'file.changing') return step(noted);
  return held(noted, { code: 'file.changing', detail: null }, as);
}

function changedAgain(state: OpenFile, at: Moment, as: Circumstances): FileStep {
  return then(changed({ ...state, phase: 'quiet' }, at, as), { kind: 'wait', until: 'quiet' });
}

function step(state: FileState, ...effects: readonly FileEffect[]): FileStep {
  return { state, effects };
}

function then(before: FileStep, effect: FileEffect): FileStep {
  return { state: before.state, effects: [...before.effects, effect] };
}

/** Sets a file back to `quiet`, for the quiet time or for the longer retry time. */
function again(state: OpenFile, until: 'quiet' | 'retry'): FileStep {
  return step({ ...state, phase: 'quiet' }, { kind: 'wait', until });
}

/** Holds a file for a problem. A row that is held because the file equals a withdrawn document keeps this older reason. */
function held(
  state: OpenFile,
  { code, detail }: { readonly code: ProblemCode; readonly detail: string | null },
  { ofWithdrawn }: Pick<Circumstances, 'ofWithdrawn'>,
): FileStep {
  const next = { ...state, heldFor: code };
  if (ofWithdrawn) return step(next);
  const hold = { kind: 'hold', code, detail, logged: true } as const;
  return state.file.groupKey === null ? step(next, hold) : step(next, hold, { kind: 'judge-group' });
}

function heldAgain(
  state: OpenFile,
  problem: { readonly code: ProblemCode; readonly detail: string | null },
  until: 'quiet' | 'retry',
  as: Circumstances,
): FileStep {
  return then(held({ ...state, phase: 'quiet' }, problem, as), { kind: 'wait', until });
}

/** Ends the hold of a file. A file that is held for one of the problems `shown` stays held, so that people continue to see this problem. */
function released(state: OpenFile, shown: readonly ProblemCode[]): FileStep {
  if (state.heldFor === null || shown.includes(state.heldFor)) return step(state);
  return step({ ...state, heldFor: null }, { kind: 'release' });
}
