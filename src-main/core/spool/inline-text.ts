import type { Problem } from '../../contract/problem.ts';
import { PlainError } from '../plain-error.ts';
import type { FrozenFile } from './spool.ts';

/**
 * The service may keep text and JSON as items that stand whole in every answer about their Task (docs/service.md 2.2,
 * 4.2). An answer is taken up to 64 MiB (`http-exchange.ts`), and text grows where it is escaped: beyond that the Task
 * could not be followed.
 */
const MOST_BYTES = 48 * 1024 * 1024;

export const TOO_MUCH_TEXT = { code: 'file.too-much-text', detail: null } as const satisfies Problem;

/** Whether these documents, sent together, could hide their Task from us. */
export function isTooMuchText(files: readonly Pick<FrozenFile, 'mediaType' | 'size'>[]): boolean {
  const inline = files.filter(
    ({ mediaType }) => mediaType === 'application/json' || mediaType === 'text/plain',
  );
  return inline.reduce((sum, { size }) => sum + size, 0) > MOST_BYTES;
}

/** For who asks to send them. */
export function tooMuchText(): PlainError {
  return new PlainError(
    TOO_MUCH_TEXT.code,
    'The text and JSON documents are larger than 48 MB together, which is the limit for one Task, so nothing was sent.',
    'Send fewer documents at a time, or split a large document.',
  );
}
