import type { NetworkProblemCode } from '../../contract/problem.ts';

/**
 * A failed call. The kind says what the failure proves (docs/architecture.md 5, I2):
 * - `not-sent`: the service received nothing (name look-up, connection refused, TLS, connect time-out).
 * - `unknown`: the service may or may not have received the request (reset, idle time-out, abort, a body cut short).
 * - `refused`: the service answered with an error status. `detail`, `fields`: the text or the wrong fields that the response names.
 * `retryAfterMs` is null if the service named no delay.
 * - `frozen`: the Task is frozen. `currentTaskUuid` is the newer Task that the 409 names (docs/service.md 7).
 * - `unreadable`: a 2xx response that violates docs/service.md 2, or a 409 with an unknown body, so the outcome is unknown. `saysTask` is
 * true if the response still names a Task, so that a create may have succeeded. `tooLarge` is true if the response exceeds the size limit.
 * - `no-secret`: no api_secret is set for this environment.
 * - `auth-refused`: the service refused the api_secret (400, 401 or 403 on the token exchange). Nothing is sent until the api_secret
 * changes or a person asks to check again.
 * - `token-refused`: the service refused the token of the call (401 or 403), but has not refused the api_secret. `perhaps` is true if the
 * response lacks the body of docs/service.md 7 and the call changes something: the service may have received the call.
 * - `other-organisation`: the api_secret belongs to another organization than the ledger (I12), and nothing was sent. `secret` and `record`
 * are the names of the organization of the api_secret and of the organization of the ledger; null for an unknown name.
 * - `auth-wait`: the client has no token that is known to be valid, for example after a 429 on the token exchange. The service did not
 * accept the call.
 * - `source-changed`: the spool file is not the recorded file, and no complete request was sent.
 * - `called-off`: the caller withdrew the call before its start (`CallOptions.mayStart`), and nothing was sent.
 *
 * `obstacle` names a failure that prevents every connection until a person corrects the cause.
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
  | {
      kind: 'token-refused';
      status: number;
      detail: string | null;
      retryAfterMs: number | null;
      perhaps: boolean;
    }
  | { kind: 'other-organisation'; secret: string | null; record: string | null }
  | { kind: 'auth-wait'; retryAfterMs: number; cause: string; obstacle?: NetworkProblemCode }
  | { kind: 'source-changed'; cause: string }
  | { kind: 'called-off' };

/**
 * Whether the status is 401 or 403 and the response lacks the body that docs/service.md 7 defines. A gateway or firewall wrote such a
 * response, perhaps in place of the response of the service. The service may therefore have received a create, and the token may be valid.
 */
export function isBlocked(failure: Failure): boolean {
  return (
    failure.kind === 'refused' &&
    (failure.status === 401 || failure.status === 403) &&
    failure.detail === null
  );
}

/**
 * Returns the status of a refusal (4xx) that lacks the body of docs/service.md 7, because a gateway may have written the refusal. Otherwise
 * null, also for 401 and 403 (`isBlocked`), 407 (only proxies send 407), 408, and 429 (docs/service.md 7 defines no body).
 */
export function unsaidStatus(failure: Failure): number | null {
  if (failure.kind === 'unreadable') return failure.status >= 400 ? failure.status : null;
  if (failure.kind !== 'refused' || failure.detail !== null || failure.fields.length > 0) return null;
  const { status } = failure;
  const isRefusal = status >= 400 && status < 500 && ![401, 403, 407, 408, 429].includes(status);
  return isRefusal ? status : null;
}

/** The error with which calls of the service client fail. The error contains no header, body, URL or file name (I9, I11). */
export class ServiceError extends Error {
  readonly failure: Failure;

  constructor(failure: Failure) {
    super(`service call failed: ${failure.kind}`);
    this.name = 'ServiceError';
    this.failure = failure;
  }
}
