import { z } from 'zod';
import { readState, writeState } from '../ledger/db/station-state.ts';
import { describeError } from '../log/describe-error.ts';
import { LONGEST_BACKOFF_MS } from './backoff.ts';
import type { OutboxContext } from './context.ts';
import { rejectSubmission } from './creates/submission-outcome.ts';
import { rejectMessage } from './messages/message-outcome.ts';

const CLEAN_END = 'outbox.clean-end';

/**
 * Recovers the rows of the previous run. Rows in *sending* become unconfirmed (I2). A queued row without its spool copies is rejected. An
 * unconfirmed row without its spool copies stays, because the service may have its documents. After a crash each copy is also hashed, but
 * only right before the copy is sent, so that a full spool does not delay the start.
 */
export async function recover(context: OutboxContext): Promise<void> {
  const { ledger, clock, submissions, messages, lanes, clockNote } = context;
  const clean = readState(ledger, CLEAN_END, z.boolean()) !== false;
  ledger.transaction(() => {
    const now = clock.now();
    const setBackBy = clockNote.setBackBy(now);
    if (setBackBy < 0) {
      submissions.shift(setBackBy, now);
      messages.shift(setBackBy, now);
      // The change in memory may come before the commit: if the transaction fails, the outbox does not start.
      lanes.shift(setBackBy)();
    }
    clockNote.write(now);
    // Older versions may have planned waits while the wall clock was ahead.
    submissions.recover(now, LONGEST_BACKOFF_MS);
    messages.recover(now, LONGEST_BACKOFF_MS);
    lanes.recover();
    writeState(ledger, CLEAN_END, false);
  });
  if (!clean) for (const id of [...submissions.openIds(), ...messages.openIds()]) context.suspects.add(id);
  await eachAlone(context, submissions.openIds(), async (id) => {
    if (submissions.get(id)?.state !== 'queued') return;
    if (await context.copies.present(submissions.files(id))) return;
    rejectSubmission(context, id, { code: 'spool.missing', detail: null });
  });
  await eachAlone(context, messages.openIds(), async (id) => {
    const row = messages.get(id);
    if (row?.state !== 'queued' || row.progress.filesSent === true) return;
    if (await context.copies.present(messages.files(id))) return;
    rejectMessage({ context, row, progress: row.progress }, { code: 'spool.missing', detail: null });
  });
}

/**
 * Records a clean end, so that the next start trusts the spool copies, unless a copy must still be hashed. Call this function when no
 * request runs. Never throws, because the next start treats a missing record as a crash.
 */
export function markCleanEnd({ ledger, submissions, messages, suspects, log }: OutboxContext): void {
  try {
    const open = [...submissions.openIds(), ...messages.openIds()];
    if (!open.some((id) => suspects.has(id))) writeState(ledger, CLEAN_END, true);
  } catch (error) {
    log('engine.fault', { where: 'outbox.end', error: describeError(error) });
  }
}

/** An error of one row does not stop the others (I8). */
async function eachAlone(
  context: OutboxContext,
  ids: readonly string[],
  work: (id: string) => Promise<void>,
): Promise<void> {
  for (const id of ids) {
    try {
      await work(id);
    } catch (error) {
      context.log('engine.fault', { where: 'outbox.recovery', error: describeError(error) });
    }
  }
}
