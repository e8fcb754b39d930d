import type { CaseFile, Concern } from './case-file.ts';
import { findLabelled } from './fields.ts';
import { propertyLabel, propertyName } from './properties.ts';
import { RECORD_RULES } from './record-rules.ts';
import { labelFor } from './record-types.ts';

/**
 * Required records and data that are nowhere in the Task: it waits for them (docs/service.md 3, processing ->
 * waiting).
 */
export function checkMissing(file: CaseFile): Concern[] {
  const types = new Set(file.findings.map((finding) => finding.type));
  const records = file.spec.requiredRecords
    .filter((type) => !types.has(type))
    .map(
      (type): Concern => ({
        issue: {
          key: 'task.medical_record.missing',
          message: `No ${labelFor(type)} was found among the documents. Send one to continue.`,
          medical_record_type: type,
        },
        effect: 'waits',
        codes: 'all',
      }),
    );
  const data = file.spec.requiredData
    .filter((property) => !hasData(file, property))
    .map(
      (property): Concern => ({
        issue: {
          key: 'task.data.missing',
          message: `The ${propertyLabel(property)} is in none of the documents. Send it as data, or a document that shows it.`,
          property,
        },
        effect: 'waits',
        codes: 'all',
      }),
    );
  return [...records, ...data];
}

/**
 * Kinds of record that are there but lack what makes them useful. A kind that was required holds the Task up; any other is only
 * remarked on. One record that has the property, or the property sent as data, is enough for its kind.
 */
export function checkRecordsComplete(file: CaseFile): Concern[] {
  return RECORD_RULES.flatMap((rule) => {
    const records = file.findings.filter((finding) => finding.type === rule.type);
    if (records.length === 0) return [];
    const lacking = rule.requires.filter(
      (property) =>
        !file.data.has(property) && records.every((record) => record.fields[property] === undefined),
    );
    const required = file.spec.requiredRecords.includes(rule.type);
    return lacking.map(
      (property): Concern => ({
        issue: {
          key: 'medical_record.data.missing',
          message: `The ${rule.label} does not show a ${propertyLabel(property)}. Send a copy that shows it, or send it as data.`,
          property,
          medical_record_type: rule.type,
        },
        effect: required ? 'waits' : 'remark',
        codes: required ? 'all' : [],
      }),
    );
  });
}

function hasData(file: CaseFile, property: string): boolean {
  const name = propertyName(property);
  if (file.data.has(name)) return true;
  return file.findings.some(
    (finding) =>
      finding.fields[name] !== undefined ||
      finding.pages.some((page) => findLabelled(page, property) !== null),
  );
}
