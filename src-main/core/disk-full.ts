import { say } from '../contract/say.ts';
import { codeOf } from './error-code.ts';
import { PlainError } from './plain-error.ts';

/** The system's error codes for a disk that accepts no more data. */
const DISK_FAULTS: ReadonlySet<string> = new Set(['ENOSPC', 'EDQUOT', 'EROFS', 'EFBIG']);
const FAULTS: ReadonlySet<string> = new Set([...DISK_FAULTS, 'SQLITE_FULL', 'SQLITE_READONLY']);

/** The error of a failed write to the spool. The disk of the spool is the cause, and not the file that is being copied into the spool. */
export class DiskFault extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('the disk did not keep what was written', { cause });
    this.code = codeOf(cause);
  }
}

export function asDiskFault(error: unknown): never {
  throw error instanceof Error && 'code' in error ? new DiskFault(error) : error;
}

/** The error of a failed write into a shared folder. The disk of the folder is full or read-only, and not the disk of this computer. */
export class FolderFault extends Error {
  readonly code: string;

  constructor(cause: unknown) {
    super('the folder did not keep what was written', { cause });
    this.code = codeOf(cause);
  }
}

/** Throws the error of a write into a shared folder, as `FolderFault` if the disk of the folder takes no more data. */
export function asFolderFault(error: unknown): never {
  throw DISK_FAULTS.has(codeOf(error)) ? new FolderFault(error) : error;
}

export function isDiskFault(error: unknown): boolean {
  return error instanceof DiskFault || (!(error instanceof FolderFault) && DISK_FAULTS.has(codeOf(error)));
}

/** Returns the error for a person whose action failed because a disk is full or read-only; null for other errors. */
export function diskFull(error: unknown): PlainError | null {
  const code = codeOf(error);
  if (error instanceof FolderFault || (!FAULTS.has(code) && !isDiskFault(error))) return null;
  return new PlainError(
    'disk.full',
    say('ledger.diskFullRead', {
      code,
    }),
    say('ledger.freeSomeSpaceDisk'),
    { cause: error },
  );
}
