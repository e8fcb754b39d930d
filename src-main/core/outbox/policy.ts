import { assertNever } from '../../contract/assert-never.ts';
import { otherOrganisation, type Problem, type ProblemCode } from '../../contract/problem.ts';
import type { MessageLane } from '../ledger/tables/outbox-rows.ts';
import { type Failure, isBlocked, unsaidStatus } from '../service/service-failure.ts';
import { fieldName } from './field-names.ts';

/** `slow` is for problems that only a person or an administrator can solve. */
export type Pace = 'usual' | 'slow';

/** What happens after a failed call (docs/architecture.md 5). One decision per failure; no other file looks at statuses. */
export type Decision =
  /** Proven not received: sent again after a backoff of at least `minimumMs`. */
  | { do: 'try-again'; problem: Problem; pace: Pace; minimumMs: number }
  /** Perhaps received: the service is asked before anything is sent again. */
  | { do: 'confirm'; problem: Problem; minimumMs: number }
  /** Refused for good, proven not taken: a person decides. */
  | { do: 'reject'; problem: Problem }
  /** Not taken; this lane waits, the others go on. */
  | { do: 'pause-lane'; problem: Problem; minimumMs: number }
  /** Not taken; all lanes wait until the credentials change (null) or the time has passed. */
  | { do: 'pause-all'; problem: Problem; forMs: number | null }
  /** Not taken; the frozen copies must be checked. */
  | { do: 'check-copies'; problem: Problem }
  /** The service knows no such Task. */
  | { do: 'missing'; problem: Problem }
  /** The Task was superseded (docs/service.md 7): another Task takes its documents. */
  | { do: 'redirect'; taskUuid: string; problem: Problem }
  /** 409 of the other shape: only the Task tells "not waiting" from "all duplicates" (docs/service.md 7). */
  | { do: 'look-at-task'; problem: Problem };

export type DecisionOf<Kind extends Decision['do']> = Extract<Decision, { do: Kind }>;

/** Each look at a response that is too large fetches 64 MiB, and the next response is rarely smaller. */
const TOO_LARGE_AGAIN_MS = 3_600_000;

type Refusal = Extract<Failure, { kind: 'refused' }>;

const problem = (code: ProblemCode, detail: string | null = null): Problem => ({ code, detail });

/** What to do after `POST /task/create` failed. */
export function decideCreate(
  failure: Failure,
): Exclude<Decision, { do: 'missing' | 'redirect' | 'look-at-task' }> {
  if (failure.kind === 'frozen') return { do: 'reject', problem: problem('service.refused', failure.detail) };
  // The service says that it made a Task, and not which Task. If the service then denies the create, a person decides (see reconcile.ts).
  if (failure.kind === 'unreadable' && failure.saysTask === true)
    return perhaps(problem('service.unaccounted'), 0);
  const status = unsaidStatus(failure);
  if (status !== null)
    return perhaps(unsaid(status), failure.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0);
  if (failure.kind !== 'refused') return decideUnanswered(failure);
  // For a create, a 404 of the service can only be about the address. The documents are not at fault.
  if (isWrongAddress(failure.status)) return wrongAddress(failure);
  if (failure.status === 400) return { do: 'reject', problem: problem('service.task-type', failure.detail) };
  // The client reports this status only if the service accepts the sign-in.
  if (isBlocked(failure)) return { do: 'reject', problem: problem('service.blocked') };
  return decideRefusal(failure);
}

/** What to do after `GET /task/get` failed. The request changes nothing, so repeats are free. */
export function decideLookUp(failure: Failure): DecisionOf<'try-again' | 'pause-all' | 'missing'> {
  // The service never gives these for a GET, so they prove nothing.
  if (failure.kind === 'frozen' || failure.kind === 'source-changed' || failure.kind === 'called-off')
    return unasked(null, 'usual');
  if (failure.kind === 'unknown') return unasked(failure.cause, 'usual');
  if (failure.kind === 'unreadable') {
    return failure.tooLarge
      ? unasked(failure.cause, 'slow', TOO_LARGE_AGAIN_MS)
      : unasked(failure.cause, 'usual');
  }
  if (failure.kind !== 'refused') return decideUnsent(failure);
  const { status } = failure;
  if (status === 404) {
    // docs/service.md 7 gives this 404 a body. A 404 without a body comes from a device in between and proves nothing.
    return failure.detail === null
      ? wrongAddress(failure)
      : { do: 'missing', problem: problem('service.no-task', failure.detail) };
  }
  if (status === 401) return signInRefused(failure);
  const minimumMs = failure.retryAfterMs ?? 0;
  const isTransient = status < 400 || status === 408 || status === 429 || status >= 500;
  if (isTransient) return unasked(`status ${status}`, 'usual', minimumMs);
  return unasked(refusalDetail(failure), 'slow', minimumMs);
}

/** What to do after an upload, update or log_event failed. */
export function decideMessage(lane: MessageLane, failure: Failure): Decision {
  if (failure.kind === 'frozen') {
    return lane === 'answers'
      ? { do: 'redirect', taskUuid: failure.currentTaskUuid, problem: problem('answer.frozen') }
      : { do: 'reject', problem: problem('answer.frozen', failure.detail) };
  }
  if (failure.kind !== 'refused') return decideUnanswered(failure);
  if (failure.status === 409 && lane === 'answers') {
    return { do: 'look-at-task', problem: problem('answer.not-waiting', failure.detail) };
  }
  if (failure.status === 404) {
    return failure.detail === null
      ? wrongAddress(failure)
      : { do: 'reject', problem: problem('service.no-task', failure.detail) };
  }
  if (isWrongAddress(failure.status)) return wrongAddress(failure);
  return decideRefusal(failure);
}

type Unsent = Extract<
  Failure,
  { kind: 'not-sent' | 'no-secret' | 'auth-refused' | 'other-organisation' | 'auth-wait' }
>;

function decideUnanswered(
  failure: Exclude<Failure, { kind: 'refused' | 'frozen' }>,
): DecisionOf<'try-again' | 'confirm' | 'pause-all' | 'check-copies'> {
  switch (failure.kind) {
    case 'unknown':
      return perhaps(problem('service.no-answer'), 0);
    case 'unreadable':
      return perhaps(problem(failure.tooLarge ? 'service.answer-too-large' : 'service.unreadable'), 0);
    case 'source-changed':
      return { do: 'check-copies', problem: problem('spool.missing') };
    case 'called-off':
      // While the token or the connection took long, another station took the folder over, and may have sent the same documents.
      return perhaps(problem('station.perhaps'), 0);
    default:
      return decideUnsent(failure);
  }
}

function decideUnsent(failure: Unsent): DecisionOf<'try-again' | 'pause-all'> {
  switch (failure.kind) {
    case 'not-sent':
      return again(problem(failure.obstacle ?? 'service.unreachable', failure.cause), 'usual', 0);
    case 'no-secret':
      return { do: 'pause-all', problem: problem('auth.no-secret'), forMs: null };
    case 'auth-refused':
      return { do: 'pause-all', problem: problem('auth.refused', failure.detail), forMs: null };
    case 'other-organisation':
      return { do: 'pause-all', problem: otherOrganisation(failure), forMs: null };
    case 'auth-wait':
      return {
        do: 'pause-all',
        problem: problem(failure.obstacle ?? 'auth.wait', failure.cause),
        forMs: failure.retryAfterMs,
      };
    default:
      return assertNever(failure);
  }
}

function decideRefusal(
  failure: Refusal,
): DecisionOf<'try-again' | 'confirm' | 'reject' | 'pause-lane' | 'pause-all'> {
  const { status } = failure;
  const minimumMs = failure.retryAfterMs ?? 0;
  // Clients never see 1xx or a followed redirect, so the response is not from the service and proves nothing.
  if (status < 400) return perhaps(problem('service.unreadable'), minimumMs);
  if (status >= 500) return perhaps(serviceFault(failure), minimumMs);
  switch (status) {
    case 401:
      return signInRefused(failure);
    case 407:
      // A proxy wants a sign-in, so nothing has reached the service.
      return again(problem('service.unreachable', failure.detail ?? 'status 407'), 'slow', minimumMs);
    case 408:
      return perhaps(problem('service.no-answer'), minimumMs);
    case 413:
      return { do: 'reject', problem: problem('service.too-large', failure.detail) };
    case 422:
      return { do: 'reject', problem: problem('service.invalid', refusalDetail(failure)) };
    case 429:
      return { do: 'pause-lane', problem: problem('service.busy', failure.detail), minimumMs };
    default:
      return { do: 'reject', problem: problem('service.refused', refusalDetail(failure)) };
  }
}

function again(what: Problem, pace: Pace, minimumMs: number): DecisionOf<'try-again'> {
  return { do: 'try-again', problem: what, pace, minimumMs };
}

function unasked(detail: string | null, pace: Pace, minimumMs = 0): DecisionOf<'try-again'> {
  return again(problem('answer.unasked', detail), pace, minimumMs);
}

function perhaps(what: Problem, minimumMs: number): DecisionOf<'confirm'> {
  return { do: 'confirm', problem: what, minimumMs };
}

function signInRefused(failure: Refusal): DecisionOf<'pause-all'> {
  return { do: 'pause-all', problem: problem('auth.refused', failure.detail), forMs: null };
}

/** The problem of a refusal that proves nothing, before and after the service was asked. */
function unsaid(status: number): Problem {
  if (status === 413) return problem('service.too-large');
  return problem(isWrongAddress(status) ? 'service.no-such-address' : 'service.unsaid', String(status));
}

function isWrongAddress(status: number): boolean {
  return status === 404 || status === 405 || status === 410 || status === 421;
}

function wrongAddress(failure: Refusal): DecisionOf<'try-again'> {
  return again(problem('service.not-found', failure.detail), 'slow', failure.retryAfterMs ?? 0);
}

function serviceFault(failure: Refusal): Problem {
  return problem(
    'service.fault',
    failure.detail === null ? String(failure.status) : `${failure.status}: ${failure.detail}`,
  );
}

function refusalDetail(failure: Refusal): string {
  const fields = failure.fields.map(({ path, message }) => `${fieldName(path)}: ${message}`).join('; ');
  return fields || failure.detail || `Status ${failure.status}.`;
}
