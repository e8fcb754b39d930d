import { type Said, say } from '../../contract/say.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendView } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { diskFull } from '../../core/disk-full.ts';
import { codeOf } from '../../core/error-code.ts';
import { actor } from '../../core/installation/actor.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';

type Viewed = Extract<AuditAction, `${string}.viewed`>;

/**
 * Must be called before a verb prints patient data. `subject` is the uuid of the Task or, for a list, the name of the app's verb for the
 * list (`tasks.page`). For a list, `more` contains the filter and the number of rows. @throws PlainError `audit.unwritable`
 */
export function recordView(
  ledger: Ledger,
  action: Viewed,
  subject: string,
  more: Record<string, unknown> = {},
): void {
  try {
    append(ledger, action, subject, more);
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

/**
 * Does the same for a list with names of files and without contents. Returns null, or a sentence for people if the disk is full or
 * read-only: the verb then prints the list and the sentence (docs/decisions/047). @throws PlainError `audit.unwritable` for another error
 */
export function recordNames(
  ledger: Ledger,
  subject: string,
  more: Record<string, unknown> = {},
): Said | null {
  try {
    recordView(ledger, 'list.viewed', subject, more);
    return null;
  } catch (error) {
    const cause = error instanceof PlainError ? error.cause : null;
    if (diskFull(cause) === null) throw error;
    return say(
      'This look at the list is not in the audit record, because the disk is full or read-only ({code}).',
      { code: codeOf(cause) },
    );
  }
}

function append(ledger: Ledger, action: Viewed, subject: string, more: Record<string, unknown>): void {
  const detail = { by: 'command line', ...more };
  appendView(ledger, { at: systemClock.now(), actor: actor(), action, subject, detail });
}
