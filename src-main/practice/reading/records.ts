import type { MedicalRecord } from './evaluation.ts';
import { type Finding, type Recording, textField } from './finding.ts';
import { LIMITS } from './limits.ts';

/**
 * Puts findings and recordings into the shape of docs/service.md 2.3 and 2.4, by input; ids count through the whole Task. The one
 * section of a recording counts seconds, and has no content.
 */
export function toMedicalRecords(
  findings: readonly Finding[],
  recordings: readonly Recording[],
): Map<string, MedicalRecord[]> {
  const byInput = new Map<string, MedicalRecord[]>();
  findings.forEach((finding, index) => {
    const records = byInput.get(finding.inputUuid) ?? [];
    byInput.set(finding.inputUuid, records);
    records.push(toRecord(finding, index + 1));
  });
  recordings.forEach(({ inputUuid, seconds }, index) => {
    byInput.set(inputUuid, [
      {
        id: findings.length + index + 1,
        record_type: 'supporting-document',
        sections: [{ start: 0, length: seconds, content: '' }],
        timestamp: null,
        fields: null,
      },
    ]);
  });
  return byInput;
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

/** `structured_data` of the Task: per file, which page belongs to which kind of record, and what was read there. */
export function toStructuredData(findings: readonly Finding[]): Record<string, unknown>[] {
  const byInput = new Map<string, Record<string, unknown>[]>();
  for (const finding of findings) {
    const pages = byInput.get(finding.inputUuid) ?? [];
    byInput.set(finding.inputUuid, pages);
    finding.pages.forEach((_, offset) => {
      pages.push({ page: finding.start + offset, record_type: finding.type, fields: finding.fields });
    });
  }
  return [...byInput].map(([data_item, pages]) => ({ data_item, pages }));
}
