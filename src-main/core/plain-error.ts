import type { Failure } from '../contract/result.ts';

/**
 * An error for people. `message` says what happened and what this means for the documents; `next` says what to do. Both texts contain no
 * secrets but may contain paths, so the texts must not be logged (I11). `code` is stable and may be logged.
 */
export class PlainError extends Error {
  readonly code: string;
  readonly next: string;

  constructor(code: string, message: string, next: string, options?: ErrorOptions) {
    super(message, options);
    this.name = 'PlainError';
    this.code = code;
    this.next = next;
  }
}

export const errorOf = ({ code, message, next }: Failure) => new PlainError(code, message, next);
