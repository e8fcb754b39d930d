import type { NetworkProblemCode } from '../../contract/problem.ts';

/**
 * Everything that can come of a call instead of its answer. The kinds tell the outbox what the failure proves
 * (docs/architecture.md 5, I2):
 *
 * - `not-sent`     nothing reached the service (name look-up, connection refused, TLS, connect time-out).
 * - `unknown`      the request may or may not have been received (reset, idle time-out, abort, a body cut short).
 * - `refused`      the service answered with an error status. `retryAfterMs` is null where it named no delay.
 * - `frozen`       409 with `current_task_uuid` (docs/service.md 7).
 * - `unreadable`   a 2xx answer that is not what docs/service.md 2 promises: the outcome is unknown. `saysTask` is true
 *                  where it is about some Task all the same: a create that was answered so has made one, perhaps.
 *                  `tooLarge` where it is more than is read.
 * - `no-secret`    no api_secret is set for this environment.
 * - `auth-refused` the api_secret was refused (403 on exchange, or the token stopped working and so did the secret);
 *                  nothing is sent until the secret changes.
 * - `other-organisation` the api_secret is of another organisation than the record of what was sent (I12); nothing of the call
 *                  was sent. The names are those of the two organisations.
 * - `auth-wait`    the token could not be had now (429 or a fault on exchange); nothing of the call itself was sent.
 * - `source-changed` the file to be sent is not the one that was frozen; nothing complete was sent.
 * - `called-off`   whoever asked for the call no longer wanted it when its turn came (`CallOptions.mayStart`); nothing was sent.
 *
 * `obstacle` says what keeps every connection from being made until somebody mends it.
 */
export type Failure =
  | { kind: 'not-sent'; cause: string; obstacle?: NetworkProblemCode }
  | { kind: 'unknown'; cause: string }
  | {
      kind: 'refused';
      status: number;
      detail: string | null;
      fields: readonly { path: string; message: string }[];
      retryAfterMs: number | null;
    }
  | { kind: 'frozen'; currentTaskUuid: string; detail: string }
  | { kind: 'unreadable'; status: number; cause: string; saysTask?: true; tooLarge?: true }
  | { kind: 'no-secret' }
  | { kind: 'auth-refused'; status: number; detail: string | null }
  | { kind: 'other-organisation'; secret: string; record: string | null }
  | { kind: 'auth-wait'; retryAfterMs: number; cause: string; obstacle?: NetworkProblemCode }
  | { kind: 'source-changed'; cause: string }
  | { kind: 'called-off' };

/**
 * A refusal for want of rights that is not in the words of the service (docs/service.md 7). Something in between
 * wrote it, perhaps in the place of the answer of the service: it proves neither that a create did not arrive nor
 * that the sign-in is bad.
 */
export function isBlocked(failure: Failure): boolean {
  return (
    failure.kind === 'refused' &&
    (failure.status === 401 || failure.status === 403) &&
    failure.detail === null
  );
}

/**
 * The status of a refusal without the words that docs/service.md 7 gives it, or null: something in between may have
 * written it in the place of the answer. Not a 407, which only a proxy gives, nor a 429, whose words are not shown;
 * for 401 and 403 see `isBlocked`.
 */
export function unsaidStatus(failure: Failure): number | null {
  if (failure.kind === 'unreadable') return failure.status >= 400 ? failure.status : null;
  if (failure.kind !== 'refused' || failure.detail !== null || failure.fields.length > 0) return null;
  const { status } = failure;
  const isRefusal = status >= 400 && status < 500 && ![401, 403, 407, 408, 429].includes(status);
  return isRefusal ? status : null;
}

/** Thrown by every call of the service client. Carries no header, body, URL or file name (I9, I11). */
export class ServiceError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`service call failed: ${failure.kind}`);
    this.name = 'ServiceError';
    this.failure = failure;
  }
}
