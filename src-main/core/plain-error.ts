/**
 * An error that a person may read. `message` says what happened and what it means for the documents, `next` what to do;
 * `code` is for machines.
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
