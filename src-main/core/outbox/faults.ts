import type { Problem } from '../../contract/problem.ts';
import { describeError } from '../log/describe-error.ts';
import { backoffMs } from './backoff.ts';
import type { Line, OutboxContext } from './context.ts';

const LEAST_WAIT_MS = 5_000;
const LEDGER_WAIT_MS = 30_000;
const FAILURES = 5;

/**
 * Settles a row whose handling threw an exception: the row gets the problem and a backoff, and other rows go on (I8). While the ledger
 * cannot be written, the problems stay in memory and their rows are held back.
 */
export function createFaults(context: OutboxContext) {
  const unsettled = new Map<string, { line: Line; problem: Problem }>();

  function settle(line: Line, id: string, problem: Problem): void {
    const now = context.clock.now();
    const at = now + backoffMs(context.random, FAILURES, { minimumMs: LEAST_WAIT_MS });
    // The request may have been sent. Beginning the quarantine anew can only lengthen the quarantine.
    context.quarantine.begin(id);
    const table = line === 'message' ? context.messages : context.submissions;
    try {
      table.fault(id, problem, at, now);
      unsettled.delete(id);
    } catch (error) {
      context.log('engine.fault', { where: 'outbox.ledger', error: describeError(error) });
      unsettled.set(id, { line, problem });
      context.holdBack(id, LEDGER_WAIT_MS);
    }
  }

  return {
    handle(line: Line, id: string, error: unknown): void {
      const name = describeError(error);
      context.log('engine.fault', { where: `outbox.${line}`, error: name });
      settle(line, id, { code: 'engine.fault', detail: name });
    },
    /** Tries again to store the problems that could not be stored. */
    settleRest(isHeldBack: (id: string) => boolean): void {
      for (const [id, { line, problem }] of unsettled) if (!isHeldBack(id)) settle(line, id, problem);
    },
  };
}
