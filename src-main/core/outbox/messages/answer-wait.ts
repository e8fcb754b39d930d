import type { Problem } from '../../../contract/problem.ts';
import type { MessageProgress } from '../../ledger/tables/outbox-rows.ts';
import { backoffMs } from '../backoff.ts';
import type { OutboxContext } from '../context.ts';
import type { AnswerRun } from './answer-run.ts';
import { postponeMessage } from './message-outcome.ts';

/** Takes the answer up again after a backoff that grows. */
export function postpone(context: OutboxContext, run: AnswerRun, problem: Problem | null): void {
  const failures = run.row.failures + 1;
  const wait = backoffMs(context.random, failures);
  postponeMessage(context, run.row, run.progress, { wait, failures, problem });
}

/** Takes it up again when the next look counts for the quarantine. */
export function waitOut(
  context: OutboxContext,
  run: AnswerRun,
  progress: MessageProgress,
  problem: Problem,
): void {
  const { random, quarantine } = context;
  const wait = quarantine.spacingMs + Math.round((random() * quarantine.spacingMs) / 10);
  postponeMessage(context, run.row, progress, { wait, failures: 0, problem });
}
