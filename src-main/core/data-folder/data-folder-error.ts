import { PlainError } from '../plain-error.ts';

export type DataFolderCode = 'data.unwritable' | 'data.network' | 'data.damaged' | 'data.bad-environment';

/** Why the data folder cannot be used; nothing was sent and nothing replaced. */
export class DataFolderError extends PlainError {
  override name = 'DataFolderError';

  constructor(code: DataFolderCode, message: string, next: string, options?: ErrorOptions) {
    super(code, message, next, options);
  }
}
