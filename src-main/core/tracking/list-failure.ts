import { otherOrganisation, type Problem } from '../../contract/problem.ts';
import { ServiceError } from '../service/service-failure.ts';

/** The consequences of a failed request for tracking. */
export interface LookFailure {
  readonly problem: Problem;
  /** The least wait that the service named. */
  readonly waitMs: number;
  /** True if a retry is useless until the credentials change. */
  readonly needsCredentials: boolean;
  /** True if the failure concerns every request, not one Task. */
  readonly general: boolean;
}

/** Judges an error of a reading call (docs/architecture.md 6). Rethrows an error that is not a ServiceError. */
export function judgeFailure(error: unknown): LookFailure {
  if (!(error instanceof ServiceError)) throw error;
  const { failure } = error;
  const plain = (problem: Problem, more: Partial<LookFailure> = {}): LookFailure => ({
    problem,
    waitMs: 0,
    needsCredentials: false,
    general: false,
    ...more,
  });
  switch (failure.kind) {
    case 'not-sent':
      return plain(
        { code: failure.obstacle ?? 'tracking.unreachable', detail: failure.cause },
        { general: true },
      );
    case 'unknown':
      return plain({ code: 'tracking.unreachable', detail: failure.cause });
    case 'unreadable':
      return plain({
        code: failure.tooLarge ? 'tracking.answer-too-large' : 'tracking.unreadable',
        detail: null,
      });
    case 'no-secret':
      return plain({ code: 'auth.no-secret', detail: null }, { general: true, needsCredentials: true });
    case 'auth-refused':
      return plain(
        { code: 'auth.refused', detail: failure.detail },
        { general: true, needsCredentials: true },
      );
    case 'other-organisation':
      return plain(otherOrganisation(failure), { general: true, needsCredentials: true });
    case 'auth-wait':
      return plain(
        { code: failure.obstacle ?? 'auth.wait', detail: failure.cause },
        { general: true, waitMs: failure.retryAfterMs },
      );
    case 'refused': {
      const waitMs = failure.retryAfterMs ?? 0;
      if (failure.status === 429)
        return plain({ code: 'tracking.busy', detail: failure.detail }, { waitMs, general: true });
      if (failure.status >= 500)
        return plain(
          { code: 'tracking.fault', detail: String(failure.status) },
          { waitMs, general: waitMs > 0 },
        );
      if (failure.status === 404) return plain({ code: 'tracking.not-found', detail: failure.detail });
      return plain({ code: 'tracking.refused', detail: failure.detail }, { waitMs });
    }
    case 'frozen':
    case 'source-changed':
    case 'called-off':
      return plain({ code: 'tracking.refused', detail: null });
  }
}

/** True if the service itself denies the Task; a gateway's 404 lacks the service's problem body. */
export function isNotFound(error: unknown): boolean {
  if (!(error instanceof ServiceError) || error.failure.kind !== 'refused') return false;
  return error.failure.status === 404 && error.failure.detail !== null;
}
