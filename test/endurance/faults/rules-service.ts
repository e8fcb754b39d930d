import { z } from 'zod';
import type { EvaluateTask, Evaluation } from '../../../src-main/practice/reading/evaluation.ts';
import { type PracticeService, startPractice } from '../../../src-main/practice/service.ts';
import { startFaultService } from '../../support/fault-service.ts';
import { routes } from '../../support/routes.ts';

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

const VERDICT = { code: '73721', approved: true, issues: [] };
const specSchema = z.object({
  needs: z.boolean().default(false),
  patient: z.string().nullable().default(null),
});

/**
 * A Task with `needs` waits until it has a second document and data; every other one is completed. A newer one of the same
 * `patient` freezes the older one that waits.
 */
const evaluate: EvaluateTask = async (inputs, requestSpec) => {
  const { needs, patient } = specSchema.parse(requestSpec);
  const whole = { ...BARE, patientKey: patient, verdicts: patient === null ? [] : [VERDICT] };
  if (!needs) return whole;
  const files = inputs.filter((input) => input.kind === 'file').length;
  const data = inputs.filter((input) => input.kind === 'json' && input.tag !== 'request-spec').length;
  if (files > 1 && data > 0) return whole;
  const issues = [
    { key: 'task.data.missing', message: 'The member id is missing.', property: 'member_id' },
    {
      key: 'task.medical_record.missing',
      message: 'The card is missing.',
      medical_record_type: 'insurance-card',
    },
  ];
  return { ...whole, status: 'waiting', issues, verdicts: [] };
};

/** The service's minute is real time, in which a station that jumps over waits signs in for hours. */
const NO_LIMIT = { attempts: 100_000, windowSeconds: 60 };

/** The practice service with rules that read no documents. */
export function startRulesService(dataDir: string): Promise<PracticeService> {
  return startPractice({
    dataDir,
    evaluate,
    pace: { startMs: 0, processMs: 0 },
    exchangeLimit: NO_LIMIT,
  });
}

/** The same service, but the first answer of all is refused; a retry is taken. */
export async function startRefusingService(dataDir: string): Promise<PracticeService> {
  const service = await startRulesService(dataDir);
  const door = await startFaultService({ upstream: service.baseUrl });
  const body = { detail: [{ loc: ['body', 'uploads'], msg: 'Not today', type: 'value_error' }] };
  door.faults.on(routes.upload, { kind: 'status', status: 422, body }, { times: 1 });
  const close = async (): Promise<void> => {
    await door.close();
    await service.close();
  };
  return { ...service, baseUrl: door.baseUrl, close };
}
