import { say } from '../../contract/say.ts';
import { describeError } from '../log/describe-error.ts';
import { PlainError } from '../plain-error.ts';

/** Returns the error for a person who sees nothing, because the audit could not record the look (docs/decisions/047). */
export function unrecordedView(cause: unknown): PlainError {
  return new PlainError(
    'audit.unwritable',
    say('terminal.cannotWriteAuditRecord', { code: describeError(cause) }),
    say('terminal.checkDiskFreeSpace'),
    { cause },
  );
}
