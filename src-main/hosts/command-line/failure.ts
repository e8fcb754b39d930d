import { describeProblem } from '../../contract/problem.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';
import { ServiceError } from '../../core/service/service-failure.ts';
import { judgeFailure } from '../../core/tracking/list-failure.ts';
import type { Terminal } from './terminal.ts';

/** Thrown by a verb for words that were typed wrongly: exit code 2. */
export class UsageError extends Error {}

/** Says what went wrong, in plain words or as JSON, and gives the exit code: 1 failed, 2 wrong usage. */
export function reportFailure(terminal: Terminal, error: unknown): 1 | 2 {
  if (error instanceof UsageError) {
    const usage = {
      code: 'usage',
      message: error.message,
      next: 'Look at: clearfolder --help',
    };
    terminal.err(terminal.json ? JSON.stringify({ error: usage }) : error.message);
    return 2;
  }
  const { code, message, next } = inPlainWords(error);
  if (terminal.json) terminal.err(JSON.stringify({ error: { code, message, next } }));
  else terminal.err(`${message}\nWhat to do: ${next}`);
  return code === 'secrets.bad-choice' ? 2 : 1;
}

/** Any error in the words of a person: what happened, and what to do next. */
export function inPlainWords(error: unknown): { code: string; message: string; next: string } {
  if (error instanceof PlainError) return error;
  if (error instanceof ServiceError) return describeProblem(judgeFailure(error).problem);
  // The message of an unforeseen error may hold a path or a name, so only its kind is shown (I11).
  return {
    code: 'unforeseen',
    message: `Clearfolder met a fault it did not foresee (${describeError(error)}). What was recorded is safe, and nothing is sent twice.`,
    next: 'Try again. If it happens again, report it with the words above.',
  };
}
