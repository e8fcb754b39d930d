import { say } from '../../contract/say.ts';
import { describeError } from '../log/describe-error.ts';
import { PlainError } from '../plain-error.ts';

/** Returns the error for a person who sees nothing, because the audit could not record the look (docs/decisions/047). */
export function unrecordedView(cause: unknown): PlainError {
  return new PlainError(
    'audit.unwritable',
    say(
      'Clearfolder could not write the audit record ({code}), so it shows nothing. No document is affected.',
      { code: describeError(cause) },
    ),
    say('Check that the disk has free space and that you may write to the data folder, then try again.'),
    { cause },
  );
}
