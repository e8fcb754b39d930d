import { issueField } from '../../../contract/texts/issue-text.ts';
import type { PatientConflict, PatientProperty } from '../../../contract/views/patient.ts';
import type { DataItem, MedicalRecord, TaskDetails } from '../../service/schemas.ts';
import { sameDay, sameMemberId, sameName } from './same-patient.ts';

type Fields = Readonly<Record<string, unknown>>;

/** The properties of a patient, with the names of fields that can only mean them. The contract names no fields (docs/service.md 2.3). */
const PROPERTIES: readonly {
  readonly property: PatientProperty;
  readonly names: readonly string[];
  same(one: string, other: string): boolean;
}[] = [
  { property: 'name', names: ['patientname', 'patientfullname'], same: sameName },
  {
    property: 'birth_date',
    names: ['dateofbirth', 'dob', 'birthdate', 'patientdateofbirth', 'patientdob', 'patientbirthdate'],
    same: sameDay,
  },
  {
    property: 'member_id',
    names: ['memberid', 'membernumber', 'patientmemberid', 'insurancememberid'],
    same: sameMemberId,
  },
];

interface Reading {
  readonly item: string;
  readonly value: string;
}

/**
 * Returns what the documents of a Task disagree on about the patient: the readings of the service (docs/service.md 2.3, 2.4) that cannot
 * mean the same, and the issues `task.data.inconsistent` about the patient (2.5). All values come from one payload (I6).
 */
export function patientConflicts(details: TaskDetails): PatientConflict[] {
  return PROPERTIES.flatMap(({ property, names, same }) => {
    const readings = details.data_items.flatMap((item) => readingsIn(item, property, names));
    const versions: Reading[][] = [];
    for (const reading of readings) {
      const known = versions.find(([first]) => first !== undefined && same(first.value, reading.value));
      if (known === undefined) versions.push([reading]);
      else known.push(reading);
    }
    const said = saidOf(details, names);
    const differ = versions.length > 1;
    // If each document was read and all readings mean the same, the issue is about the spelling, and stays among the other issues.
    if (!differ && (said === null || isRead(details, readings))) return [];
    const shown = versions.map(versionOf).toSorted((a, b) => b.items.length - a.items.length);
    return [{ property, versions: differ ? shown : [], said }];
  });
}

function isRead({ data_items }: TaskDetails, readings: readonly Reading[]): boolean {
  const inputs = data_items.filter(({ group, tag }) => group === 'inputs' && tag !== 'request-spec');
  return inputs.length > 0 && inputs.every(({ uuid }) => readings.some(({ item }) => item === uuid));
}

function versionOf(readings: readonly Reading[]): PatientConflict['versions'][number] {
  return { value: readings[0]?.value ?? '', items: [...new Set(readings.map(({ item }) => item))] };
}

function saidOf({ issues }: TaskDetails, names: readonly string[]): string | null {
  const issue = issues.find(
    (one) =>
      one.key === 'task.data.inconsistent' && names.includes(plainKey(issueField(one, 'property') ?? '')),
  );
  return issue?.message ?? null;
}

function readingsIn(item: DataItem, property: PatientProperty, names: readonly string[]): Reading[] {
  // A copy has the records of its original (docs/service.md 2.2).
  const original = typeof item['alias'] === 'string' ? item['alias'].split('/')[1] : undefined;
  const values = fieldsIn(item).flatMap((fields) => valuesIn(fields, property, names));
  return [...new Set(values)].map((value) => ({ item: original ?? item.uuid, value }));
}

function fieldsIn(item: DataItem): Fields[] {
  if (item.data_type === 'json' && item.group === 'inputs' && item.tag !== 'request-spec')
    return 'data' in item && isObject(item.data) ? [item.data] : [];
  if (item.data_type !== 'file' || !('medical_records' in item) || !Array.isArray(item.medical_records))
    return [];
  const records: readonly MedicalRecord[] = item.medical_records;
  return records.flatMap(({ fields, sections }) =>
    [fields, ...sections.map((section) => section.fields)].filter((one) => one != null),
  );
}

function valuesIn(fields: Fields, property: PatientProperty, names: readonly string[]): string[] {
  const whole = Object.entries(fields).flatMap(([key, value]) =>
    names.includes(plainKey(key)) && typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
  );
  if (property !== 'name' || whole.length > 0) return whole;
  const part = (name: string) => Object.entries(fields).find(([key]) => plainKey(key) === name)?.[1];
  const [given, family] = [part('patientfirstname'), part('patientlastname')];
  return typeof given === 'string' && typeof family === 'string' ? [`${given} ${family}`] : [];
}

const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '');

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
