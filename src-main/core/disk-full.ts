import { codeOf } from './error-code.ts';
import { PlainError } from './plain-error.ts';

/** What the system says of a disk that takes nothing more: of a copy that fails so, not the source is the trouble. */
export const DISK_FAULTS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);
const FAULTS: ReadonlySet<string> = new Set([...DISK_FAULTS, 'SQLITE_FULL', 'SQLITE_READONLY']);

/** What a person is told whose act failed because nothing more can be written; null for every other failure. */
export function diskFull(error: unknown): PlainError | null {
  const code = codeOf(error);
  if (!FAULTS.has(code)) return null;
  return new PlainError(
    'disk.full',
    `The disk is full or cannot be written to (${code}), so this was not done, or not all of it. Nothing was sent.`,
    'Free some space on the disk of this computer, look at the list again, then do what is left.',
    { cause: error },
  );
}
