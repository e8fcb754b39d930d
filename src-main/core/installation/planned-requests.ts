import { z } from 'zod';
import { type Failure, failureOf, failureSchema } from '../../contract/result.ts';
import { say } from '../../contract/say.ts';
import { sentFrom } from '../folders/scan/backlog.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import {
  addRequest,
  endRequest,
  openRequests,
  type PlannedRequest,
  type RequestOutcome,
} from '../ledger/tables/engine-requests.ts';
import { backlogAmong } from '../ledger/tables/files.ts';
import { hastenQueued, postponeQueued } from '../ledger/tables/outbox-rows.ts';

export interface Plan {
  readonly seq: number;
  readonly due: number;
  readonly attempt: number | null;
  readonly what: PlannedRequest['what'];
}

const UNDONE: RequestOutcome = {
  ok: false,
  error: failureOf('request.undone', say('folders.personUndidRequest'), say('folders.nothingLeft')),
};
// A row that is to be withdrawn is not sent for this many milliseconds after the undo time. The engine withdraws the row in this time.
const SLACK_MS = 60_000;

/** Returns the planned requests that the engine has not carried out and that no person has undone. */
export function openPlans(ledger: Ledger): Plan[] {
  return openRequests(ledger).flatMap(({ seq, asked }) =>
    asked?.verb === 'later' ? [{ seq, due: asked.due, attempt: asked.attempt, what: asked.what }] : [],
  );
}

/**
 * Returns what is planned for each of the files `ids`: an act on the file itself, or the decision about the backlog of its folder. Leaves
 * out files for which nothing is planned, and files that are to become a part of an answer.
 */
export function plannedActs(ledger: Ledger, ids: readonly number[]): Record<string, 'send' | 'leave-out'> {
  const acts = openPlans(ledger).flatMap(({ what }): [number, 'send' | 'leave-out'][] => {
    if (what.verb === 'decide-file')
      return typeof what.decision === 'string' ? [[what.file, what.decision]] : [];
    if (what.verb !== 'decide-backlog' || what.decision === 'ask') return [];
    const about = { folderId: what.folder, from: sentFrom(what.decision), ids };
    return backlogAmong(ledger, about).map(({ id, goes }) => [id, goes === 1 ? 'send' : 'leave-out']);
  });
  return Object.fromEntries(acts);
}

/**
 * Stores requests that the engine carries out at the time `due`. Skips a request about a file, folder or row that already has a planned
 * request. A queued row that is to be withdrawn is not sent before `due`. Returns the numbers (`seq`) of the stored requests.
 */
export function planRequests(
  ledger: Ledger,
  wanted: readonly Plan['what'][],
  { actor, now, due }: { readonly actor: string; readonly now: number; readonly due: number },
): number[] {
  return ledger.transaction(() => {
    const planned = new Set(openPlans(ledger).map(({ what }) => subjectOf(what)));
    return wanted.flatMap((what) => {
      if (planned.has(subjectOf(what))) return [];
      planned.add(subjectOf(what));
      const attempt =
        what.verb === 'withdraw' ? postponeQueued(ledger, what.submission, due + SLACK_MS) : null;
      return [addRequest(ledger, { verb: 'later', due, attempt, what }, actor, now)];
    });
  });
}

/** Cancels the planned requests whose time has not come, so that their rows are sent as before. Returns the number of canceled requests. */
export function undoPlans(
  ledger: Ledger,
  plans: readonly number[],
  { now, dueTime }: { readonly now: number; readonly dueTime: number },
): number {
  return ledger.transaction(() => {
    const undone = openPlans(ledger).filter(({ seq, due }) => plans.includes(seq) && due > dueTime);
    for (const { seq, attempt, what } of undone) {
      endRequest(ledger, seq, UNDONE, now);
      if (what.verb === 'withdraw' && attempt !== null) hastenQueued(ledger, what.submission, attempt);
    }
    return undone.length;
  });
}

const FAILED_KEY = 'plans.failed';
const failedSchema = z.object({ count: z.int(), newest: z.int(), failure: failureSchema });
/** The planned requests that failed after the undo time and that no person has dismissed. `failure` is that of the request `newest`. */
export type FailedPlans = z.infer<typeof failedSchema>;

export const readFailedPlans = (ledger: Ledger): FailedPlans | null =>
  readState(ledger, FAILED_KEY, failedSchema);

/** Notes that a planned request failed, because nobody waits for its outcome. Must be called in the transaction that ends the request. */
export function noteFailedPlan(ledger: Ledger, seq: number, failure: Failure): void {
  const count = (readFailedPlans(ledger)?.count ?? 0) + 1;
  writeState(ledger, FAILED_KEY, { count, newest: seq, failure } satisfies FailedPlans);
}

/** Ends the notes up to the request `newest`. A request that failed later, which the person has not seen, stays noted. */
export function dismissFailedPlans(ledger: Ledger, newest: number): void {
  if (readFailedPlans(ledger)?.newest === newest) writeState(ledger, FAILED_KEY, null);
}

function subjectOf(what: Plan['what']): string {
  switch (what.verb) {
    case 'decide-backlog':
      return `folder ${what.folder}`;
    case 'decide-offer':
      return `offer ${what.folder}`;
    case 'decide-file':
      return `file ${what.file}`;
    case 'retry':
    case 'withdraw':
      return what.submission;
  }
}
