import { type CaseFile, type Concern, codesFound } from './case-file.ts';
import { type Decision, decide } from './decide.ts';
import type { EvaluateTask, Evaluation } from './evaluation.ts';
import { type Gathered, gather } from './gather.ts';
import { produceItems, toMedicalRecords, toStructuredData } from './outputs.ts';
import { identifyPatient, type Patient } from './patient.ts';
import { RECORD_RULES } from './records/record-rules.ts';
import { parseRequestSpec, type RequestSpec } from './request-spec.ts';

/**
 * Reads the inputs of a Task and decides on the codes by `requestSpec` (docs/architecture.md 11; issue keys of docs/service.md 2.5). The
 * content of a document never causes an error. Rejects only if `bytes` of an input rejects.
 */
export const evaluateTask: EvaluateTask = async (inputs, requestSpec, now) => {
  const { spec, complaints } = parseRequestSpec(requestSpec);
  const gathered = await gather(inputs, now.getUTCFullYear());
  const { findings, recordings, data } = gathered;
  const remarks = [...complaints.map(complaint), ...gathered.remarks];
  const patient = identifyPatient(gathered);
  const codes = spec.codes.length > 0 ? spec.codes : codesFound(findings, data);
  const outcome = conclude({ spec, findings, data, codes, now }, gathered, remarks);
  const main = RECORD_RULES.find((rule) => findings.some((finding) => finding.type === rule.type));
  return {
    status: outcome.status,
    issues: outcome.issues,
    verdicts: outcome.verdicts,
    verdictSummaries: outcome.verdictSummaries,
    recordsByInput: toMedicalRecords(findings, recordings),
    category: main?.category ?? null,
    name: main === undefined ? null : taskName(patient, main.label),
    interceptions: findings.length === 0 ? null : { structured_data: toStructuredData(findings) },
    produced: produceItems(findings, patient, outcome),
    patientKey: patient.key,
  };
};

type Outcome = Omit<Decision, 'status'> & Pick<Evaluation, 'status'>;

function conclude(file: CaseFile, gathered: Gathered, remarks: readonly Concern[]): Outcome {
  if (gathered.unreadable.length > 0) return stopped('failed', [...gathered.unreadable, ...remarks]);
  const nothingYet = gathered.documents === 0 && asksForSomething(file.spec);
  if (file.findings.length === 0 && !nothingYet) return stopped('invalid', [...remarks, nothingRelevant]);
  return decide(file, remarks);
}

function stopped(status: 'failed' | 'invalid', concerns: readonly Concern[]): Outcome {
  const issues = concerns.map((concern) => concern.issue);
  return { status, issues, verdicts: [], verdictSummaries: [], needs: [] };
}

const asksForSomething = (spec: RequestSpec): boolean =>
  spec.requiredRecords.length + spec.requiredData.length > 0;

const complaint = (message: string): Concern => ({
  issue: { key: 'task.llm.other', message },
  effect: 'remark',
  codes: [],
});

const nothingRelevant = complaint(
  'None of the documents says anything about a patient or a treatment, so there is nothing to decide. Check that the right files were sent.',
);

function taskName(patient: Patient, label: string): string {
  const what = `${label.charAt(0).toUpperCase()}${label.slice(1)}`;
  return patient.name === null ? what : `${patient.name}: ${label}`;
}
