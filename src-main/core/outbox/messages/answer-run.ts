import type { Problem } from '../../../contract/problem.ts';
import type { MessageProgress, MessageRow } from '../../ledger/tables/outbox-rows.ts';
import type { Job } from '../context.ts';

/** One answer on its way: what is known of it changes from step to step, and is durable before each request. */
export interface AnswerRun {
  readonly row: MessageRow;
  readonly data: Readonly<Record<string, unknown>> | null;
  readonly job: Job;
  progress: MessageProgress;
  sending: boolean;
  /** What the person should know although all is well. */
  note: Problem | null;
}

/** The requests of an answer that change something. */
export type AnswerWrite = 'send-data' | 'resume' | 'upload';
