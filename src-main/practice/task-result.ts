import { z } from 'zod';
import type { Evaluation } from './reading/evaluation.ts';

const TaskResult = z.object({
  issues: z.array(z.looseObject({ key: z.string(), message: z.string() })),
  verdicts: z.array(z.object({ code: z.string(), approved: z.boolean(), issues: z.array(z.number()) })),
  verdict_summaries: z.array(z.object({ code: z.string(), conclusion: z.string() })),
  interceptions: z.record(z.string(), z.array(z.unknown())).nullable(),
});

/** The properties of TaskDetails that the processing of a Task produces. `verdicts[].issues` has indexes of the array `issues`. */
export type TaskResult = z.infer<typeof TaskResult>;

const NONE: TaskResult = { issues: [], verdicts: [], verdict_summaries: [], interceptions: null };

export function readResult(stored: string | null): TaskResult {
  return stored === null ? NONE : TaskResult.parse(JSON.parse(stored));
}

export function writeResult(evaluation: Evaluation): string {
  const result = {
    issues: evaluation.issues,
    verdicts: evaluation.verdicts,
    verdict_summaries: evaluation.verdictSummaries,
    interceptions: evaluation.interceptions,
  };
  return JSON.stringify(result);
}
