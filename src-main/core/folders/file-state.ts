import { assertNever } from '../../contract/assert-never.ts';
import type { ProblemCode } from '../../contract/problem.ts';
import { type FileIdentity, sameVersion } from '../share-io/file-identity.ts';
import type { StationQuestion } from '../stations/stations.ts';

/*
 * The life of one file between the row that says "settling" and the row that says "bound" (docs/architecture.md 4). `folder.ts`
 * carries the effects out; `file-row.ts` is the other half: what the ledger keeps of a file that is found or gone.
 *
 * | state      | the file                                     | leaves by                                          |
 * |------------|----------------------------------------------|----------------------------------------------------|
 * | idle       | waits for nothing here: ignored, waits for a person, or dealt with | recorded                     |
 * | quiet      | must stay unchanged until the timer fires    | due -> checking                                    |
 * | checking   | is read: has it its end, is it unchanged     | checked -> settled, or quiet again, perhaps held   |
 * | settled    | is complete; waits for its group, or for the station to be allowed to send | considered, taken -> submitting; late -> comparing |
 * | comparing  | its bytes are compared with an earlier document | compared -> settled or idle                     |
 * | submitting | is copied, claimed and queued                | submitted -> idle; deferred, submit-failed -> quiet |
 *
 * From any state: recorded with another version -> quiet; recorded as closed, ended -> idle; unkept -> quiet.
 */

/** One version of one file. */
export interface FileVersion {
  readonly id: number;
  /** Relative to the folder, with `/`. */
  readonly path: string;
  readonly identity: FileIdentity;
  readonly groupKey: string | null;
}

/** Why a file waits for a person if its group was sent, or does not go, before the file came. */
export type Late = Extract<
  ProblemCode,
  'file.late-for-group' | 'file.late-for-refused' | 'file.late-for-kept-back'
>;

/** A file on its way out. */
export interface OpenFile {
  readonly phase: 'quiet' | 'checking' | 'settled' | 'comparing' | 'submitting';
  readonly file: FileVersion;
  /** Tells the versions of a file apart: the answer to work that was begun for an older round is stale. */
  readonly round: number;
  /** Why the file is held, or null. */
  readonly heldFor: ProblemCode | null;
  /** Monotonic time since when the file stands still without being complete. */
  readonly incompleteSince: number | null;
  /** Times in a row that the file changed while it was copied. */
  readonly spoiled: number;
}

export type FileState = { readonly phase: 'idle' } | OpenFile;

export const IDLE: FileState = { phase: 'idle' };

/** What may be done with a file of the folder at this moment. */
export interface Circumstances {
  /** The row is held as the same document as one that was taken back. */
  readonly ofWithdrawn: boolean;
  /** The question that a person must answer before a document of the folder is sent, or null. */
  readonly question: StationQuestion | null;
  /** The folder is not paused, and its lease is this station's. */
  readonly maySubmit: boolean;
}

/** What a check found. */
export type Inspection =
  | { readonly kind: 'complete' | 'changed' }
  | { readonly kind: 'incomplete'; readonly code: 'file.empty' | 'file.unfinished' }
  | { readonly kind: 'unreadable'; readonly code: string }
  /** The check itself failed. */
  | { readonly kind: 'fault' };

export type SubmitFailure =
  | { readonly kind: 'changed' }
  | { readonly kind: 'refused'; readonly code: 'spool.full' | 'file.unreadable'; readonly detail: string };

export type FileEvent =
  /** A scan wrote the row. `open`: the file is on its way out. */
  | {
      readonly kind: 'recorded';
      readonly file: FileVersion;
      readonly open: boolean;
      readonly heldFor: ProblemCode | null;
      readonly round: number;
    }
  /** The file vanished, or a person decided about it. */
  | { readonly kind: 'ended' }
  /** The time that the file waited for is over. */
  | { readonly kind: 'due' }
  /** `now` is monotonic; after `patienceMs` without its end a file is held. */
  | {
      readonly kind: 'checked';
      readonly round: number;
      readonly found: Inspection;
      readonly now: number;
      readonly patienceMs: number;
      readonly as: Circumstances;
    }
  /** A pause, a question or another station's lease may have ended. */
  | { readonly kind: 'considered'; readonly as: Circumstances }
  /** The group holds the file back, or does so no longer. */
  | { readonly kind: 'group-held'; readonly code: 'file.group-held' | StationQuestion }
  | { readonly kind: 'group-released' }
  /** The group is submitted now, the file with it. */
  | { readonly kind: 'taken' }
  /** The group went without the file. */
  | { readonly kind: 'late'; readonly code: Late }
  /** `same`: the bytes are those of the earlier document, and its row says so by now. */
  | { readonly kind: 'compared'; readonly round: number; readonly same: boolean; readonly as: Circumstances }
  | { readonly kind: 'compare-failed'; readonly round: number; readonly changed: boolean }
  | { readonly kind: 'compared-late'; readonly round: number; readonly same: boolean; readonly code: Late }
  /** The row says what came of it: bound, duplicate, or held for a person. */
  | { readonly kind: 'submitted'; readonly round: number }
  /** The folder was not this station's to send from. */
  | { readonly kind: 'deferred'; readonly round: number; readonly maySubmit: boolean }
  | {
      readonly kind: 'submit-failed';
      readonly round: number;
      readonly why: SubmitFailure;
      readonly as: Circumstances;
    }
  /** The ledger could not keep an effect of the last event. */
  | { readonly kind: 'unkept' };

export type FileEffect =
  /** Wake the file after the quiet time, or after the long time between retries. */
  | { readonly kind: 'wait'; readonly until: 'quiet' | 'retry' }
  | { readonly kind: 'check' }
  | { readonly kind: 'scan' }
  /** Write why the file is held. `logged`: the log tells too. */
  | {
      readonly kind: 'hold';
      readonly code: ProblemCode;
      readonly detail: string | null;
      readonly logged: boolean;
    }
  /** Write that the file is held no longer. */
  | { readonly kind: 'release' }
  /** Compare the bytes with those of a document that was taken back; with `late`, with those of the version before. */
  | { readonly kind: 'compare'; readonly late: Late | null }
  | { readonly kind: 'submit' }
  /** The group changed. */
  | { readonly kind: 'touch-group' }
  /** Judge whether the group can go. */
  | { readonly kind: 'judge-group' };

export interface FileStep {
  readonly state: FileState;
  /** In the order in which they are to be carried out. */
  readonly effects: readonly FileEffect[];
}

/** A file that changed this often while it was copied is shown as held, and still tried. */
const SPOILED_LIMIT = 5;

/** Gives the state after an event, and what is to be done. Pure. */
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
      if (event.same) return step(IDLE);
      return step(IDLE, { kind: 'hold', code: event.code, detail: null, logged: true });
    case 'submitted':
      return isStale ? nothing : step(IDLE);
    case 'deferred':
      if (isStale) return nothing;
      // A lease that was lost and is ours again reads as before, so nothing else would take the file up.
      return event.maySubmit ? again(state, 'quiet') : step({ ...state, phase: 'settled' });
    case 'submit-failed':
      return submitFailed(state, event.why, { isStale, as: event.as });
    case 'unkept':
      return again(state, 'retry');
    default:
      return assertNever(event);
  }
}

function recorded(state: FileState, event: Extract<FileEvent, { kind: 'recorded' }>): FileStep {
  const { file, open, heldFor, round } = event;
  if (!open) return step(IDLE);
  const known = state.phase === 'idle' ? null : state;
  if (known !== null && known.file.path === file.path && sameVersion(known.file.identity, file.identity))
    return { state, effects: [] };
  const spoiled = known?.spoiled ?? 0;
  const next = { phase: 'quiet', file, round, heldFor, incompleteSince: null, spoiled } as const;
  const wait = { kind: 'wait', until: 'quiet' } as const;
  return file.groupKey === null ? step(next, wait) : step(next, wait, { kind: 'touch-group' });
}

function checked(state: OpenFile, event: Extract<FileEvent, { kind: 'checked' }>): FileStep {
  const { found, now, patienceMs, as } = event;
  switch (found.kind) {
    case 'changed':
      return then(again(state, 'quiet'), { kind: 'scan' });
    case 'complete':
      return consider({ ...state, incompleteSince: null }, as);
    case 'incomplete': {
      const incompleteSince = state.incompleteSince ?? now;
      const waiting = { ...state, incompleteSince };
      const isLong = now - incompleteSince >= patienceMs && state.heldFor !== found.code;
      if (isLong) return heldAgain(waiting, { code: found.code, detail: null }, 'retry', as);
      return again(waiting, state.heldFor === null ? 'quiet' : 'retry');
    }
    case 'unreadable':
      if (state.heldFor === 'file.unreadable') return again(state, 'retry');
      return heldAgain(state, { code: 'file.unreadable', detail: `(${found.code})` }, 'retry', as);
    case 'fault':
      return again(state, 'retry');
    default:
      return assertNever(found);
  }
}

/** The file is complete: it goes on, alone or with its group, or waits for what keeps it. */
function consider(state: OpenFile, as: Circumstances): FileStep {
  if (as.ofWithdrawn) return step({ ...state, phase: 'comparing' }, { kind: 'compare', late: null });
  const settled: OpenFile = { ...state, phase: 'settled' };
  if (state.file.groupKey !== null)
    return then(released(settled, 'file.group-held'), { kind: 'judge-group' });
  if (as.question !== null)
    return state.heldFor === as.question
      ? step(settled)
      : held(settled, { code: as.question, detail: null }, as);
  // A changing file is shown as changing until it could be copied once: only then it is known to stand still.
  const free = released(settled, 'file.changing');
  if (!as.maySubmit || free.state.phase === 'idle') return free;
  return { state: { ...free.state, phase: 'submitting' }, effects: [...free.effects, { kind: 'submit' }] };
}

/** What changed a file while it was sent may have been recorded already: then the file is in a newer round. */
function submitFailed(
  state: OpenFile,
  why: SubmitFailure,
  { isStale, as }: { readonly isStale: boolean; readonly as: Circumstances },
): FileStep {
  if (why.kind === 'refused')
    return isStale ? step(state) : heldAgain(state, { code: why.code, detail: why.detail }, 'retry', as);
  const spoiled = { ...state, spoiled: state.spoiled + 1 };
  const isChanging = spoiled.spoiled >= SPOILED_LIMIT && state.heldFor !== 'file.changing';
  const told = isChanging ? held(spoiled, { code: 'file.changing', detail: null }, as) : step(spoiled);
  if (isStale || told.state.phase === 'idle') return told;
  const next = again(told.state, 'quiet');
  return { state: next.state, effects: [...told.effects, ...next.effects] };
}

function step(state: FileState, ...effects: readonly FileEffect[]): FileStep {
  return { state, effects };
}

function then(before: FileStep, effect: FileEffect): FileStep {
  return { state: before.state, effects: [...before.effects, effect] };
}

/** The file settles anew: soon, or after the long time if something outside the file keeps it. */
function again(state: OpenFile, until: 'quiet' | 'retry'): FileStep {
  return step({ ...state, phase: 'quiet' }, { kind: 'wait', until });
}

/** Shows why a file is held. What equals a document that was taken back is held for that already. */
function held(
  state: OpenFile,
  { code, detail }: { readonly code: ProblemCode; readonly detail: string | null },
  { ofWithdrawn }: Circumstances,
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

/** Shows that a file is held no longer, unless for the one problem that stays shown. */
function released(state: OpenFile, shown: ProblemCode): FileStep {
  if (state.heldFor === null || state.heldFor === shown) return step(state);
  return step({ ...state, heldFor: null }, { kind: 'release' });
}
