import type { AuditAction } from '../../contract/views/audit.ts';
import { appendView } from '../../core/audit/audit.ts';
import { systemClock } from '../../core/clock.ts';
import { actor } from '../../core/installation/actor.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { describeError } from '../../core/log/describe-error.ts';
import { PlainError } from '../../core/plain-error.ts';

/**
 * Records in the audit that this account views patient data at the command line. A verb calls this function before it shows the data. Lists
 * have the names of the app; `more` holds the filter of a list and the number of shown rows.
 *
 * @throws PlainError `audit.unwritable`
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
      `Clearfolder could not write the audit record (${describeError(cause)}), so it shows nothing. No document is affected.`,
      'Check that the disk has free space and that you may write to the data folder, then try again.',
      { cause },
    );
  }
}
