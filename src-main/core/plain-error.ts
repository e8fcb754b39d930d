/**
 * A failure told to a person. `message` says what happened and what it means for their documents, `next` what to do.
 * Neither ever holds a secret; `code` is stable and may be logged, the words may hold paths and may not (I11).
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
