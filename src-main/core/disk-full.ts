import { codeOf } from './error-code.ts';
import { SPOOL_FAULTS } from './intake/spool.ts';
import { PlainError } from './plain-error.ts';

const FAULTS: ReadonlySet<string> = new Set([...SPOOL_FAULTS, 'SQLITE_FULL', 'SQLITE_READONLY']);

/** What a person is told whose act failed because nothing more can be written; null for every other failure. */
export function diskFull(error: unknown): PlainError | null {
  const code = codeOf(error);
  if (!FAULTS.has(code)) return null;
  return new PlainError(
    'disk.full',
    `The disk is full or cannot be written to (${code}), so this was not done. Nothing was sent or changed.`,
    'Free some space on the disk of this computer, then try again.',
    { cause: error },
  );
}
