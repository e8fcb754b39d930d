import { failureOf } from '../../contract/result.ts';
import { say } from '../../contract/say.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import {
  addRequest,
  endRequest,
  openRequests,
  type PlannedRequest,
  type RequestOutcome,
} from '../ledger/tables/engine-requests.ts';
import { hastenQueued, postponeQueued } from '../ledger/tables/outbox-rows.ts';

export interface Plan {
  readonly seq: number;
  readonly due: number;
  readonly attempt: number | null;
  readonly what: PlannedRequest['what'];
}

const UNDONE: RequestOutcome = {
  ok: false,
  error: failureOf('request.undone', say('A person undid the request.'), say('Nothing is left to do.')),
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
 * Stores requests that the engine carries out at the time `due`. Skips a request about a file or row that already has a planned request. A
 * queued row that is to be withdrawn is not sent before `due`. Returns the numbers (`seq`) of the stored requests.
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
export function undoPlans(ledger: Ledger, plans: readonly number[], now: number): number {
  return ledger.transaction(() => {
    const undone = openPlans(ledger).filter(({ seq, due }) => plans.includes(seq) && due > now);
    for (const { seq, attempt, what } of undone) {
      endRequest(ledger, seq, UNDONE, now);
      if (what.verb === 'withdraw' && attempt !== null) hastenQueued(ledger, what.submission, attempt);
    }
    return undone.length;
  });
}

function subjectOf(what: Plan['what']): string {
  return what.verb === 'decide-file' ? `file ${what.file}` : what.submission;
}
