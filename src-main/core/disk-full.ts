import { codeOf } from './error-code.ts';
import { PlainError } from './plain-error.ts';

/** What the system says of a disk that takes nothing more: of a copy that fails so, not the source is the trouble. */
const DISK_FAULTS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);
const FAULTS: ReadonlySet<string> = new Set([...DISK_FAULTS, 'SQLITE_FULL', 'SQLITE_READONLY']);

/** The disk of this computer did not keep what was written there: whatever its code, no source is the trouble. */
export class DiskFault extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('the disk did not keep what was written', { cause });
    this.code = codeOf(cause);
  }
}

/** Gives what the system said of a write to the disk of this computer as a fault of that; other errors are as they were. */
export function asDiskFault(error: unknown): never {
  throw error instanceof Error && 'code' in error ? new DiskFault(error) : error;
}

/** Whether a copy failed because of the disk that it was to be written to. */
export function isDiskFault(error: unknown): boolean {
  return error instanceof DiskFault || DISK_FAULTS.has(codeOf(error));
}

/** What a person is told whose act failed because nothing more can be written; null for every other failure. */
export function diskFull(error: unknown): PlainError | null {
  const code = codeOf(error);
  if (!FAULTS.has(code) && !isDiskFault(error)) return null;
  return new PlainError(
    'disk.full',
    `The disk is full or read-only (${code}), so this action was not completed. Nothing was sent.`,
    'Free some space on the disk of this computer, or ask your IT department to check the disk. Then refresh the list and repeat the action for the remaining items.',
    { cause: error },
  );
}
