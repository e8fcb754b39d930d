import type { Evaluation } from '../../../src-main/practice/reading/evaluation.ts';

/** An evaluation that found nothing, with the differences given. */
export function evaluation(difference: Partial<Evaluation> = {}): Evaluation {
  return {
    status: 'completed',
    issues: [],
    verdicts: [],
    verdictSummaries: [],
    recordsByInput: new Map(),
    category: null,
    name: null,
    interceptions: null,
    produced: [],
    patientKey: null,
    ...difference,
  };
}

/** A reader for tests in which the content does not matter. */
export async function evaluateNothing(): Promise<Evaluation> {
  return evaluation();
}
