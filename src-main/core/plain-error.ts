import type { ProblemOfRow } from '../contract/problem.ts';
import type { Failure } from '../contract/result.ts';
import { inWords, type Said, sayProblem, verbatim } from '../contract/say.ts';

/**
 * An error for people. `message` says what happened and what the error means for the documents; `next` says what to do. Both texts contain
 * no secrets but may contain paths, so the texts must not be logged (I11). `code` is stable and may be logged. `said` has the same two
 * texts in every language; `message` and `next` are English.
 */
export class PlainError extends Error {
  readonly code: string;
  readonly next: string;
  readonly said: { readonly message: Said; readonly next: Said };

  constructor(code: string, message: Said, next: Said, options?: ErrorOptions) {
    super(inWords(message, 'en'), options);
    this.name = 'PlainError';
    this.code = code;
    this.next = inWords(next, 'en');
    this.said = { message, next };
  }
}

export const errorOf = ({ code, message, next, said }: Failure) =>
  new PlainError(code, said?.message ?? verbatim(message), said?.next ?? verbatim(next));

/** Returns an error with the code and the texts of a problem. */
export function problemError(problem: ProblemOfRow, next: 'next' | 'command' = 'next'): PlainError {
  const said = sayProblem(problem, next);
  return new PlainError(problem.code, said.message, said.next);
}
