import { describeForCommandLine, describeProblem } from '../../contract/problem.ts';
import type { Failure, Result } from '../../contract/result.ts';
import { diskFull } from '../../core/disk-full.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { judgeFailure } from '../../core/tracking/list-failure.ts';

/** For whom a failure is described. `app`: a person who uses the buttons of the app. `command-line`: a person who types verbs. */
export type Audience = 'app' | 'command-line';

export function describeFailure(error: unknown, audience: Audience = 'app'): Failure {
  const plain = error instanceof PlainError ? error : diskFull(error);
  if (plain !== null) return { code: plain.code, message: plain.message, next: plain.next };
  if (error instanceof ServiceError) {
    const { problem } = judgeFailure(error);
    if (audience === 'command-line') return describeForCommandLine(problem);
    const { code, message, next, detail } = describeProblem(problem);
    return { code, message, next, detail };
  }
  // The message of an unforeseen error may contain a path or a name, so the text names only the kind of the error (I11).
  return {
    code: 'unforeseen',
    message: `Clearfolder had an internal error (${describeError(error)}). The record of what was sent is safe, and nothing is sent twice.`,
    next: 'Try again. If the error returns, report this message to your administrator.',
  };
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
