import type { Problem } from '../../contract/problem.ts';
import { describeError } from '../log/describe-error.ts';
import { backoffMs } from './backoff.ts';
import type { Line, OutboxContext } from './context.ts';

const LEAST_WAIT_MS = 5_000;
const LEDGER_WAIT_MS = 30_000;
const FAILURES = 5;

/**
 * Handles an exception of a delivery: the row gets a problem and a backoff, and the other rows continue (I8). If the ledger cannot be
 * written, the problem stays in memory and the row is delayed.
 */
export function createFaults(context: OutboxContext) {
  const unsettled = new Map<string, { line: Line; problem: Problem }>();

  function settle(line: Line, id: string, problem: Problem): void {
    const now = context.clock.now();
    const at = now + backoffMs(context.random, FAILURES, { minimumMs: LEAST_WAIT_MS });
    // The request may have been sent. A restart of the quarantine only makes the quarantine longer.
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
    settleRest(isHeldBack: (id: string) => boolean): void {
      for (const [id, { line, problem }] of unsettled) if (!isHeldBack(id)) settle(line, id, problem);
    },
  };
}
