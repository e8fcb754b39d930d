import type { CaseFile } from './case-file.ts';
import { textField } from './records/finding.ts';

/** Returns the first and the last word of a name without case and accents, so that "DOE, Jane A." and "Jane Doe" give the same text. */
export function normaliseName(name: string): string {
  const plain = name
    .normalize('NFD')
    .replace(/\p{M}/gu, '')
    .toLowerCase()
    .replace(/\b(?:mr|mrs|ms|dr|jr|sr|ii|iii|iv|md|do)\b\.?/g, ' ');
  const [family, given] = plain.split(',', 2);
  const ordered = given === undefined || given.trim() === '' ? plain : `${given} ${family}`;
  const parts = ordered
    .replace(/['’]/g, '')
    .split(/[^\p{L}\p{N}]+/u)
    .filter((part) => part.length > 1);
  return [parts[0], parts.length > 1 ? parts.at(-1) : undefined]
    .filter((part) => part !== undefined)
    .join(' ');
}

export function normaliseId(id: string): string {
  return id.toUpperCase().replace(/[^A-Z0-9]/g, '');
}

/** The patient of a Task. Each property has its most frequent value in the records and the data. In a tie, the first value counts. */
export interface Patient {
  readonly name: string | null;
  readonly dateOfBirth: string | null;
  readonly memberId: string | null;
  /** The key by which the service recognizes the patient: name and date of birth, or else the member id; null if the Task has neither. */
  readonly key: string | null;
}

export function identifyPatient(file: Pick<CaseFile, 'findings' | 'data'>): Patient {
  const values = (property: string): string[] => [
    ...file.findings.flatMap((finding) => textField(finding, property) ?? []),
    ...(file.data.has(property) ? [file.data.get(property) ?? ''] : []),
  ];
  const name = mostFrequent(values('patient_name'), normaliseName);
  const dateOfBirth = mostFrequent(values('date_of_birth'), (date) => date);
  const memberId = mostFrequent(values('member_id'), normaliseId);
  const key =
    name !== null && dateOfBirth !== null
      ? `${normaliseName(name)}|${dateOfBirth}`
      : memberId !== null
        ? `member|${normaliseId(memberId)}`
        : null;
  return { name, dateOfBirth, memberId, key };
}

function mostFrequent(values: readonly string[], normalise: (value: string) => string): string | null {
  const groups = [...Map.groupBy(values, normalise).values()];
  return groups.toSorted((a, b) => b.length - a.length)[0]?.[0] ?? null;
}
