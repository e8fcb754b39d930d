import type { AuditAction } from '../../contract/views/audit.ts';
import { appendView } from '../../core/audit/audit.ts';
import { unrecordedView } from '../../core/audit/unrecorded.ts';
import { systemClock } from '../../core/clock.ts';
import { diskFull } from '../../core/disk-full.ts';
import { codeOf } from '../../core/error-code.ts';
import { actor } from '../../core/installation/actor.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { t } from '../language.ts';
import type { Terminal } from './terminal.ts';

type Viewed = Extract<AuditAction, `${string}.viewed`>;

/**
 * Must be called before a verb prints documents, or what the service read in documents. `subject` is the uuid of the Task or, for a list,
 * the name of the app's verb for the list (`tasks.page`). For a list, `more` contains the filter and the number of rows.
 * @throws PlainError `audit.unwritable`
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
    throw unrecordedView(cause);
  }
}

/**
 * Calls `record`, which writes an audit entry. If the disk is full or read-only, says so in one sentence and returns false: a verb that only
 * shows names, states and decisions then shows these without an entry (docs/decisions/047). @throws the error of `record` for another cause
 */
export function recordIfPossible(terminal: Terminal, record: () => void): boolean {
  try {
    record();
    return true;
  } catch (error) {
    const cause = error instanceof Error && error.cause !== undefined ? error.cause : error;
    if (diskFull(cause) === null) throw error;
    const code = codeOf(cause);
    terminal.err([t('terminal.lookNotAuditRecord', { code })]);
    return false;
  }
}

function append(ledger: Ledger, action: Viewed, subject: string, more: Record<string, unknown>): void {
  const detail = { by: 'command line', ...more };
  appendView(ledger, { at: systemClock.now(), actor: actor(), action, subject, detail });
}
