/**
 * A failure for a person to read. `message` says what happened and what the failure means for the documents; `next` says what to do.
 * Neither text contains a secret. `code` is stable and may be logged. The texts may contain paths and may not be logged (I11).
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
