import { assertNever } from '../../contract/assert-never.ts';
import { say } from '../../contract/say.ts';
import type { StationReport } from '../../contract/views/station-report.ts';
import type { ToldState } from '../../contract/views/station-state.ts';
import { systemClock } from '../../core/clock.ts';
import { askDoor } from '../../core/door/ask-door.ts';
import { actor } from '../../core/installation/actor.ts';
import { NOT_UNDERSTOOD } from '../../core/installation/carry-out-requests.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { addRequest, type EngineRequest } from '../../core/ledger/tables/engine-requests.ts';
import { errorOf, PlainError } from '../../core/plain-error.ts';

/* What the verbs of the command line ask the engine that runs beside them. */

/** The maximum wait in milliseconds for an engine that is starting or stopping, and for the end of a request. */
export const PATIENCE_MS = 15_000;

const clock = systemClock;

/**
 * Tells a running engine that this process has committed rows or changed a secret. `task`: a Task whose details the engine is to fetch.
 * Without an answer, nothing is lost: the next engine reads the rows.
 */
export async function tellEngine(dataFolder: string, task: string | null = null): Promise<void> {
  await askDoor(dataFolder, { ask: 'look', task }, { clock });
}

/**
 * Asks the running engine to carry out a request. Returns true once the request has ended, and false if the request is only a row of the
 * ledger so far (I5), which the running or the next engine carries out. @throws PlainError with which the engine refuses the request;
 * `engine.no-answer` if the engine is hung
 */
export async function requestOfEngine(
  dataFolder: string,
  ledger: Ledger,
  request: EngineRequest,
): Promise<boolean> {
  const question = { ask: 'request', actor: actor(), request } as const;
  const reply = await askDoor(dataFolder, question, { clock, readyMs: PATIENCE_MS, endMs: PATIENCE_MS });
  switch (reply.engine) {
    case 'not-running':
    case 'not-ready':
      addRequest(ledger, request, actor(), clock.now());
      // An engine that has started since then may have read the rows before this row was committed.
      await tellEngine(dataFolder);
      return false;
    case 'hung':
      throw noAnswer(reply.taken);
    case 'answered': {
      const { answer } = reply;
      if (answer.say === 'saved') return false;
      if (answer.say !== 'ended') throw errorOf(notUnderstood);
      if (!answer.outcome.ok) throw errorOf(answer.outcome.error);
      return true;
    }
    default:
      return assertNever(reply);
  }
}

/** Asks the running engine to stop. Returns false if no engine runs. @throws PlainError `engine.no-answer` */
export async function askEngineToStop(dataFolder: string): Promise<boolean> {
  const reply = await askDoor(dataFolder, { ask: 'stop' }, { clock, readyMs: PATIENCE_MS });
  // An engine that was asked and is gone before its answer has stopped; an engine that is hung does not end, and the caller waits for the end.
  if (reply.engine === 'hung' && !reply.taken) throw noAnswer(false);
  if (reply.engine === 'not-ready') throw noAnswer(false);
  return reply.engine !== 'not-running';
}

/** The report of a running engine about itself; without a report, the reason why there is none. */
export type EngineState =
  | { readonly state: 'not-running' | 'starting' | 'hung'; readonly report: null }
  | { readonly state: ToldState; readonly report: StationReport };

/** Asks the engine for its state. Never waits longer than five seconds for the engine. @throws PlainError if the engine has another version */
export async function stateOfEngine(dataFolder: string): Promise<EngineState> {
  const reply = await askDoor(dataFolder, { ask: 'state' }, { clock });
  switch (reply.engine) {
    case 'not-running':
      return { state: 'not-running', report: null };
    case 'not-ready':
      return { state: 'starting', report: null };
    case 'hung':
      return { state: 'hung', report: null };
    case 'answered':
      if (reply.answer.say !== 'state') throw errorOf(notUnderstood);
      return { state: reply.answer.report.state, report: reply.answer.report };
    default:
      return assertNever(reply);
  }
}

const { error: notUnderstood } = NOT_UNDERSTOOD;

/** The error for a hung engine. `taken`: the engine may have the request, and may carry the request out later. */
export function noAnswer(taken: boolean): PlainError {
  return new PlainError(
    'engine.no-answer',
    taken ? say('terminal.runningNotAnswerWithin5') : say('terminal.runningNotAnswerWithin'),
    say('terminal.waitMinuteTryAgain'),
  );
}
