import type { Problem } from '../../contract/problem.ts';
import { say } from '../../contract/say.ts';
import { PlainError } from '../plain-error.ts';
import type { FrozenFile } from './spool.ts';

// The maximum total size, in bytes, of the text and JSON documents of one Task. Responses of the service may contain the escaped text of
// these documents (docs/service.md 2.2, 4.2), and Clearfolder reads responses of at most 64 MiB (`http-exchange.ts`).
const MOST_BYTES = 48 * 1024 * 1024;

export const TOO_MUCH_TEXT = { code: 'file.too-much-text', detail: null } as const satisfies Problem;

/** Whether the text and JSON documents among `files` are together too large for one Task. */
export function isTooMuchText(files: readonly Pick<FrozenFile, 'mediaType' | 'size'>[]): boolean {
  const inline = files.filter(
    ({ mediaType }) => mediaType === 'application/json' || mediaType === 'text/plain',
  );
  return inline.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES;
}

export function tooMuchText(): PlainError {
  return new PlainError(
    TOO_MUCH_TEXT.code,
    say('documents.textJsonDocumentsTask'),
    say('documents.sendFewerDocumentsTime'),
  );
}
