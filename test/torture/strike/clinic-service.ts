import type { EvaluateTask, Evaluation } from '../../../src-main/practice/reading/evaluation.ts';
import { type PracticeService, startPractice } from '../../../src-main/practice/service.ts';

const BARE: Evaluation = {
  status: 'completed',
  issues: [],
  verdicts: [],
  verdictSummaries: [],
  recordsByInput: new Map(),
  category: null,
  name: 'As the service calls it',
  interceptions: null,
  produced: [],
  patientKey: null,
};

/** A Task with `needs` waits until it has a second document and data; every other one is completed. */
const evaluate: EvaluateTask = async (inputs, requestSpec) => {
  const needs = typeof requestSpec === 'object' && requestSpec !== null && 'needs' in requestSpec;
  if (!needs) return BARE;
  const files = inputs.filter((input) => input.kind === 'file').length;
  const data = inputs.filter((input) => input.kind === 'json' && input.tag !== 'request-spec').length;
  if (files > 1 && data > 0) return BARE;
  const issues = [
    { key: 'task.data.missing', message: 'The member id is missing.', property: 'member_id' },
    {
      key: 'task.medical_record.missing',
      message: 'The card is missing.',
      medical_record_type: 'insurance-card',
    },
  ];
  return { ...BARE, status: 'waiting', issues };
};

/** The practice service with rules that need no reading, on a place of its own. */
export function startClinicService(dataDir: string): Promise<PracticeService> {
  return startPractice({ dataDir, evaluate, pace: { startMs: 0, processMs: 0 } });
}
