import { assertNever } from '../../contract/assert-never.ts';
import { otherOrganisation, type Problem, type ProblemCode } from '../../contract/problem.ts';
import { detailOf } from '../../contract/texts/detail.ts';
import type { MessageLane } from '../ledger/tables/outbox-rows.ts';
import { type Failure, isBlocked, unsaidStatus } from '../service/service-failure.ts';

/** The speed of the backoff. `slow`: the backoff after a problem that a person or an administrator must solve. */
export type Pace = 'usual' | 'slow';

/** The next step after a failed call (docs/architecture.md 5). Only this file decides the next step from a failure. */
export type Decision =
  /** The request certainly changed nothing at the service. The request is repeated after a backoff of at least `minimumMs` milliseconds. */
  | { do: 'try-again'; problem: Problem; pace: Pace; minimumMs: number }
  /**
   * The service may have received the request. A look-up comes before any repeat, after at least `minimumMs` milliseconds. `pause`: the
   * problem for which the lane of the request also pauses.
   */
  | { do: 'confirm'; problem: Problem; minimumMs: number; pause?: Problem }
  /** The service certainly did not accept the request, and a repeat would fail too. A person decides. */
  | { do: 'reject'; problem: Problem }
  /**
   * The service did not accept the request. Only the lane of the request pauses, for at least `minimumMs` milliseconds. `othersFirst`: the
   * row also gets a backoff, because the cause may be the row, and other rows then test the lane.
   */
  | { do: 'pause-lane'; problem: Problem; minimumMs: number; othersFirst?: true }
  /** The service did not accept the request. All lanes pause for `forMs` milliseconds; null: until the credentials change or a person asks. */
  | { do: 'pause-all'; problem: Problem; forMs: number | null }
  /** A spool copy could not be read or has another size, so no complete request was sent. The copies must be checked. */
  | { do: 'check-copies'; problem: Problem }
  /** A look-up got the response that the service has no such Task. */
  | { do: 'missing'; problem: Problem }
  /** A newer Task replaced the frozen Task of the answer (docs/service.md 7). The answer goes to the Task `taskUuid`. */
  | { do: 'redirect'; taskUuid: string; problem: Problem }
  /** A 409 that names no newer Task. A look-up must show whether the Task was not waiting or has all documents (docs/service.md 7). */
  | { do: 'look-at-task'; problem: Problem };

export type DecisionOf<Kind extends Decision['do']> = Extract<Decision, { do: Kind }>;

// The milliseconds before the repeat of a look-up whose response was too large. Each repeat downloads up to 64 MiB, and the next response
// is rarely smaller.
const TOO_LARGE_AGAIN_MS = 3_600_000;

type Refusal = Extract<Failure, { kind: 'refused' }>;

const problem = (code: ProblemCode, detail: string | null = null): Problem => ({ code, detail });

export function decideCreate(
  failure: Failure,
): Exclude<Decision, { do: 'missing' | 'redirect' | 'look-at-task' }> {
  if (failure.kind === 'frozen') return { do: 'reject', problem: problem('service.refused', failure.detail) };
  // The named Task may belong to another create. If a look-up then gets a 404, a person decides (`reconcile.ts`).
  if (failure.kind === 'unreadable' && failure.saysTask === true)
    return perhaps(problem('service.unaccounted'), 0);
  const status = unsaidStatus(failure);
  if (status !== null)
    return perhaps(unsaid(status), failure.kind === 'refused' ? (failure.retryAfterMs ?? 0) : 0);
  if (failure.kind !== 'refused') return decideUnanswered(failure);
  if (isWrongAddress(failure.status)) return wrongAddress(failure);
  if (failure.status === 400) return { do: 'reject', problem: problem('service.task-type', failure.detail) };
  // The client returns such a failure only after a smaller request with the same token succeeded, so only this create is blocked.
  if (isBlocked(failure)) return { do: 'reject', problem: problem('service.blocked') };
  return decideRefusal(failure);
}

export function decideLookUp(failure: Failure): DecisionOf<'try-again' | 'pause-all' | 'missing'> {
  // A look-up sends no documents and changes nothing, so a look-up cannot fail in these ways. Such a failure would prove nothing.
  if (failure.kind === 'frozen' || failure.kind === 'source-changed' || failure.kind === 'called-off')
    return unasked(null, 'usual');
  if (failure.kind === 'unknown') return unasked(failure.cause, 'usual');
  if (failure.kind === 'unreadable') {
    return failure.tooLarge
      ? unasked(failure.cause, 'slow', TOO_LARGE_AGAIN_MS)
      : unasked(failure.cause, 'usual');
  }
  if (failure.kind === 'token-refused')
    return again(tokenRefused(failure), 'usual', failure.retryAfterMs ?? 0);
  if (failure.kind !== 'refused') return decideUnsent(failure);
  const { status } = failure;
  if (status === 404) {
    // A 404 of the service has a body (docs/service.md 7). A 404 without a body comes from a proxy and proves nothing.
    return failure.detail === null
      ? wrongAddress(failure)
      : { do: 'missing', problem: problem('service.no-task', failure.detail) };
  }
  const minimumMs = failure.retryAfterMs ?? 0;
  const isTransient = status < 400 || status === 408 || status === 429 || status >= 500;
  if (isTransient) return unasked(detailOf('detail.status', { status: String(status) }), 'usual', minimumMs);
  return unasked(refusalDetail(failure), 'slow', minimumMs);
}

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

type TokenRefused = Extract<Failure, { kind: 'token-refused' }>;

// The service has not refused the api_secret, so only the lane of the request waits.
function decideTokenRefused(failure: TokenRefused): DecisionOf<'confirm' | 'pause-lane'> {
  const minimumMs = failure.retryAfterMs ?? 0;
  const pause = tokenRefused(failure);
  return failure.perhaps
    ? { ...perhaps(problem('service.no-answer'), minimumMs), pause }
    : { do: 'pause-lane', problem: pause, minimumMs, othersFirst: true };
}

function tokenRefused({ status, detail }: TokenRefused): Problem {
  return problem('auth.token-refused', detail ?? String(status));
}

type Unsent = Extract<
  Failure,
  { kind: 'not-sent' | 'no-secret' | 'auth-refused' | 'other-organisation' | 'auth-wait' }
>;

function decideUnanswered(
  failure: Exclude<Failure, { kind: 'refused' | 'frozen' }>,
): DecisionOf<'try-again' | 'confirm' | 'pause-lane' | 'pause-all' | 'check-copies'> {
  switch (failure.kind) {
    case 'unknown':
      return perhaps(problem('service.no-answer'), 0);
    case 'unreadable':
      return perhaps(problem(failure.tooLarge ? 'service.answer-too-large' : 'service.unreadable'), 0);
    case 'source-changed':
      return { do: 'check-copies', problem: problem('spool.missing') };
    case 'called-off':
      // While the client waited for a token, another station may have taken the lease and sent the same documents.
      return perhaps(problem('station.perhaps'), 0);
    case 'token-refused':
      return decideTokenRefused(failure);
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

function decideRefusal(failure: Refusal): DecisionOf<'try-again' | 'confirm' | 'reject' | 'pause-lane'> {
  const { status } = failure;
  const minimumMs = failure.retryAfterMs ?? 0;
  // The service sends no failure below 400. A response such as the redirect of a proxy proves nothing.
  if (status < 400) return perhaps(problem('service.unreadable'), minimumMs);
  if (status >= 500) return perhaps(serviceFault(failure), minimumMs);
  switch (status) {
    case 407:
      // The proxy demands a sign-in, so the service received nothing.
      return again(
        problem('service.unreachable', failure.detail ?? detailOf('detail.status', { status: '407' })),
        'slow',
        minimumMs,
      );
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
  return fields || failure.detail || detailOf('detail.statusSentence', { status: String(failure.status) });
}

/** The names that people see for the request fields of docs/service.md 4. */
const NAMES: Readonly<Record<string, string>> = {
  task_type: 'task type',
  uploads: 'document',
  request_spec: 'request details',
  external_id: 'reference',
  name: 'name',
  callback_template: 'address the service calls',
  cleared: 'follow-up',
  new_data_item: 'data',
  should_resume: 'resume',
  event: 'event',
  extra_data: 'event data',
};

const PLACES: ReadonlySet<string> = new Set(['body', 'query', 'path', 'header']);

/** Returns the readable name of a field of a 422 response: `body.request_spec.codes.0` becomes "request details, codes 1". */
export function fieldName(path: string): string {
  const [first = '', ...others] = path.split('.');
  const [field, ...inside] = PLACES.has(first) ? others : [first, ...others];
  if (field === undefined || field === '') return 'request';
  const plain = inside.map((part) => part.replaceAll('_', ' '));
  return [NAMES[field] ?? field.replaceAll('_', ' '), ...plain].reduce((text, part) =>
    /^\d+$/.test(part) ? `${text} ${Number(part) + 1}` : `${text}, ${part}`,
  );
}
