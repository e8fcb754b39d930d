import { issueField, plainName } from '../../../src-main/contract/texts/issue-text.ts';
import type { ReasonView, RecordViewOfTask } from '../../../src-main/contract/views/task.ts';

/** The issues about something that is missing in all documents. No document is evidence for such an issue. */
const NOWHERE: ReadonlySet<string> = new Set(['task.medical_record.missing', 'task.data.missing']);

/**
 * Returns the records of the type that an issue names. If the issue names only a property, returns the records with this property. A record
 * that shows the property is no evidence that a record lacks the property.
 */
export function evidenceOf(
  reason: ReasonView,
  records: readonly RecordViewOfTask[],
): readonly RecordViewOfTask[] {
  if (reason.key === null || NOWHERE.has(reason.key)) return [];
  const type = issueField(reason, 'medical_record_type');
  const property = issueField(reason, 'property');
  if (type !== null) {
    const isLacking = reason.key === 'medical_record.data.missing' && property !== null;
    return records.filter((record) => record.record_type === type && !(isLacking && shows(record, property)));
  }
  if (property === null) return [];
  return records.filter((record) => shows(record, property));
}

function shows({ fields }: RecordViewOfTask, property: string): boolean {
  const wanted = plainName(property);
  return Object.keys(fields ?? {}).some((name) => plainName(name) === wanted);
}
