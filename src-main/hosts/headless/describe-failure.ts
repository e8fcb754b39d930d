import type { Failure, Result } from '../../contract/result.ts';
import { say } from '../../contract/say.ts';
import { systemClock } from '../../core/clock.ts';
import { diskFull } from '../../core/disk-full.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError, problemError } from '../../core/plain-error.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { judgeFailure } from '../../core/tracking/list-failure.ts';

type Described = Failure & { readonly said: NonNullable<Failure['said']> };

/** For whom a failure is described. `app`: a person who uses the buttons of the app. `command-line`: a person who types verbs. */
export type Audience = 'app' | 'command-line';

export function describeFailure(error: unknown, audience: Audience = 'app'): Described {
  const { code, message, next, said } = plainErrorOf(error, audience);
  return { code, message, next, said };
}

function plainErrorOf(error: unknown, audience: Audience): PlainError {
  const plain = error instanceof PlainError ? error : diskFull(error);
  if (plain !== null) return plain;
  if (error instanceof ServiceError) {
    const judged = judgeFailure(error);
    const known = problemError(judged.problem, audience === 'app' ? 'next' : 'command');
    return judged.problem.code === 'auth.wait' && judged.waitMs >= TOLD_FROM_MS
      ? withTime(known, judged.waitMs)
      : known;
  }
  // The message of an unforeseen error may contain a path or a name, so the text names only the kind of the error (I11).
  return new PlainError(
    'unforeseen',
    say('app.internalError', { code: describeError(error) }),
    say('app.tryAgainErrorReturns'),
  );
}

// A shorter wait is over before a person has read the time.
const TOLD_FROM_MS = 10_000;

function withTime({ code, said }: PlainError, waitMs: number): PlainError {
  const time = { time: new Date(systemClock.now() + waitMs).toISOString() };
  return new PlainError(code, said.message, say('documents.nextSignPossible', { next: said.next, time }));
}

/** Returns the value or the described error of `work`. `about` may replace the error before the description. Never rejects. */
export async function resultOf<T>(
  work: () => Promise<T>,
  about: (error: unknown) => unknown = (error) => error,
): Promise<Result<T>> {
  try {
    return { ok: true, value: await work() };
  } catch (error) {
    return { ok: false, error: describeFailure(about(error)) };
  }
}
