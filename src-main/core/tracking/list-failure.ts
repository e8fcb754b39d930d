import { otherOrganisation, type Problem } from '../../contract/problem.ts';
import { ServiceError } from '../service/service-failure.ts';

export interface LookFailure {
  readonly problem: Problem;
  /** The minimum wait in milliseconds that the service demanded; 0 if the service demanded no wait. */
  readonly waitMs: number;
  /** Whether a retry is useless until the credentials change. */
  readonly needsCredentials: boolean;
  /** Whether the failure concerns every request, and not one Task. */
  readonly general: boolean;
}

/** Returns what follows from the error of a request that only reads. Rethrows an error that is not a ServiceError. */
export function judgeFailure(error: unknown): LookFailure {
  if (!(error instanceof ServiceError)) throw error;
  const { failure } = error;
  const of = (code: Problem['code'], detail: string | null, more: Partial<LookFailure> = {}) => {
    const usual = { waitMs: 0, needsCredentials: false, general: false };
    return { problem: { code, detail }, ...usual, ...more };
  };
  switch (failure.kind) {
    case 'not-sent':
      return of(failure.obstacle ?? 'tracking.unreachable', failure.cause, { general: true });
    case 'unknown':
      return of('tracking.unreachable', failure.cause);
    case 'unreadable':
      return of(failure.tooLarge ? 'tracking.answer-too-large' : 'tracking.unreadable', null);
    case 'no-secret':
      return of('auth.no-secret', null, { general: true, needsCredentials: true });
    case 'auth-refused':
      return of('auth.refused', failure.detail, { general: true, needsCredentials: true });
    case 'token-refused': {
      const { status, detail, retryAfterMs } = failure;
      return of('auth.token-refused', detail ?? String(status), { waitMs: retryAfterMs ?? 0 });
    }
    case 'other-organisation': {
      const { code, detail } = otherOrganisation(failure);
      return of(code, detail, { general: true, needsCredentials: true });
    }
    case 'auth-wait': {
      const code = failure.obstacle ?? 'auth.wait';
      return of(code, failure.cause, { general: true, waitMs: failure.retryAfterMs });
    }
    case 'refused': {
      const { status, detail } = failure;
      const waitMs = failure.retryAfterMs ?? 0;
      if (status === 429) return of('tracking.busy', detail, { waitMs, general: true });
      if (status >= 500) return of('tracking.fault', String(status), { waitMs, general: waitMs > 0 });
      if (status === 404) return of('tracking.not-found', detail);
      return of('tracking.refused', detail, { waitMs });
    }
    case 'frozen':
    case 'source-changed':
    case 'called-off':
      return of('tracking.refused', null);
  }
}

/** Whether the service itself denies the Task. A gateway's 404 lacks the body that docs/service.md 7 defines. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.failure.kind !== 'refused') return false;
  return error.failure.status === 404 && error.failure.detail !== null;
}
