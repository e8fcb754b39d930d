import type { Evaluation, Issue, MedicalRecord, ProducedItem } from './evaluation.ts';
import { LIMITS } from './limits.ts';
import type { Patient } from './patient.ts';
import { type Finding, type Recording, textField } from './records/finding.ts';

export interface Outcome extends Pick<Evaluation, 'status' | 'issues' | 'verdicts' | 'verdictSummaries'> {
  /** The issues that make the Task wait. An answer can resolve these issues. The list is empty unless the Task waits. */
  readonly needs: readonly Issue[];
}

export function produceItems(
  findings: readonly Finding[],
  patient: Patient,
  outcome: Outcome,
): ProducedItem[] {
  return [
    ...(findings.length > 0 ? [extracted(findings, patient)] : []),
    report(outcome),
    { group: 'outputs', tag: 'summary', name: 'Summary', content: { kind: 'text', data: summary(outcome) } },
    ...(outcome.status === 'waiting' ? [missing(outcome.needs)] : []),
  ];
}

function extracted(findings: readonly Finding[], patient: Patient): ProducedItem {
  const records = findings.map(({ inputUuid, type, start, pages, fields }) => ({
    data_item: inputUuid,
    record_type: type,
    start,
    length: pages.length,
    fields,
  }));
  const who = { name: patient.name, date_of_birth: patient.dateOfBirth, member_id: patient.memberId };
  return {
    group: 'extracted',
    tag: 'medical-records',
    name: 'Extracted records',
    content: { kind: 'json', data: { patient: who, records } },
  };
}

function report(outcome: Outcome): ProducedItem {
  const codes = outcome.verdicts.map((verdict, at) => ({
    code: verdict.code,
    approved: verdict.approved,
    conclusion: outcome.verdictSummaries[at]?.conclusion ?? '',
    reasons: verdict.issues.map((index) => outcome.issues[index]),
  }));
  const data = { status: outcome.status, codes, issues: outcome.issues };
  return { group: 'outputs', tag: 'verdict-report', name: 'Verdict report', content: { kind: 'json', data } };
}

function summary(outcome: Outcome): string {
  const messages = outcome.issues.map((issue) => issue.message);
  switch (outcome.status) {
    case 'completed': {
      const conclusions = outcome.verdictSummaries.map((one) => one.conclusion);
      return (conclusions.length > 0 ? conclusions : messages).join('\n');
    }
    case 'waiting':
      return [
        'More is needed before this can be decided:',
        ...outcome.needs.map((need) => `- ${need.message}`),
      ].join('\n');
    case 'invalid':
    case 'failed':
      return messages.join('\n');
  }
}

function missing(needs: readonly Issue[]): ProducedItem {
  const data = {
    records: needs.flatMap((need) =>
      need.key === 'task.medical_record.missing' ? [need.medical_record_type] : [],
    ),
    data: [...new Set(needs.flatMap((need) => need.property ?? []))],
    messages: needs.map((need) => need.message),
  };
  return { group: 'outputs', tag: 'missing-items', name: 'Missing items', content: { kind: 'json', data } };
}

/** Converts records and recordings into MedicalRecords by input uuid (docs/service.md 2.3, 2.4). Each id is unique within the Task. */
export function toMedicalRecords(
  findings: readonly Finding[],
  recordings: readonly Recording[],
): Map<string, MedicalRecord[]> {
  const records = [...findings, ...recordings].map((one, index) => ({
    inputUuid: one.inputUuid,
    record: 'pages' in one ? toRecord(one, index + 1) : recordingRecord(one, index + 1),
  }));
  const byInput = Map.groupBy(records, ({ inputUuid }) => inputUuid);
  return new Map([...byInput].map(([uuid, own]) => [uuid, own.map(({ record }) => record)]));
}

function recordingRecord({ seconds }: Recording, id: number): MedicalRecord {
  const sections = [{ start: 0, length: seconds, content: '' }];
  return { id, record_type: 'supporting-document', sections, timestamp: null, fields: null };
}

function toRecord(finding: Finding, id: number): MedicalRecord {
  const date = textField(finding, 'service_date');
  const content = finding.pages.join('\n\n').slice(0, LIMITS.charactersPerFile);
  return {
    id,
    record_type: finding.type,
    sections: [{ start: finding.start, length: finding.pages.length, content, fields: finding.fields }],
    timestamp: date === null ? null : `${date}T00:00:00.000Z`,
    fields: finding.fields,
  };
}

export function toStructuredData(findings: readonly Finding[]): Record<string, unknown>[] {
  const byInput = Map.groupBy(findings, ({ inputUuid }) => inputUuid);
  return [...byInput].map(([data_item, own]) => ({
    data_item,
    pages: own.flatMap(({ start, type, fields, pages }) =>
      pages.map((_, offset) => ({ page: start + offset, record_type: type, fields })),
    ),
  }));
}
