import { say } from '../../contract/say.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendView } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';

/**
 * Must be called before a verb prints patient data. `subject` is the uuid of the Task or, for a list, the name of the app's verb for the
 * list (`tasks.page`). For a list, `more` contains the filter and the number of rows. @throws PlainError `audit.unwritable`
 */
export function recordView(
  ledger: Ledger,
  action: Extract<AuditAction, `${string}.viewed`>,
  subject: string,
  more: Record<string, unknown> = {},
): void {
  const detail = { by: 'command line', ...more };
  try {
    appendView(ledger, { at: systemClock.now(), actor: actor(), action, subject, detail });
  } catch (cause) {
    throw new PlainError(
      'audit.unwritable',
      say(
        'Clearfolder could not write the audit record ({code}), so it shows nothing. No document is affected.',
        { code: describeError(cause) },
      ),
      say('Check that the disk has free space and that you may write to the data folder, then try again.'),
      { cause },
    );
  }
}
