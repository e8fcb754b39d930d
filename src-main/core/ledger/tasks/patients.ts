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

/** The names of fields that name the insurer of the member ID beside them. */
const INSURERS = [
  'insurer',
  'insurername',
  'insurance',
  'insurancename',
  'insurancecompany',
  'insuranceprovider',
  'insurancecarrier',
  'carrier',
  'payer',
  'payername',
  'payor',
  'payorname',
  'healthplan',
  'healthplanname',
];

interface Reading {
  readonly item: string;
  readonly value: string;
  /** The insurer of a member ID; null for another property, or if the service read no insurer beside the member ID. */
  readonly insurer: string | null;
}

/**
 * Returns what the documents of a Task disagree on about the patient: the readings of the service (docs/service.md 2.3, 2.4) that cannot
 * mean the same, and the issues `task.data.inconsistent` about the patient (2.5). All values come from one payload (I6).
 */
export function patientConflicts(details: TaskDetails): PatientConflict[] {
  const isOnePatient = compareDocuments(details);
  return PROPERTIES.flatMap(({ property, names, same }) => {
    const readings = readingsOf(details, property, names);
    const differing = versionsIn(readings, same);
    const versions = property === 'member_id' ? withoutOtherInsurances(differing, isOnePatient) : differing;
    if (differing.length > 1 && versions.length === 0) return [];
    const said = saidOf(details, names);
    const differ = versions.length > 1;
    // If each document was read and all readings mean the same, the issue is about the spelling, and stays among the other issues.
    if (!differ && (said === null || isRead(details, readings))) return [];
    const shown = versions.map(versionOf).toSorted((a, b) => b.items.length - a.items.length);
    return [{ property, versions: differ ? shown : [], said }];
  });
}

type IsOnePatient = (item: string, other: string) => boolean;

/** Returns whether two documents, given by their data items, agree on the name and the birth date of the patient. */
function compareDocuments(details: TaskDetails): IsOnePatient {
  const identity = PROPERTIES.filter(({ property }) => property !== 'member_id').map(
    ({ property, names, same }) => ({ readings: readingsOf(details, property, names), same }),
  );
  return (item, other) =>
    identity.every(({ readings, same }) => {
      const [ones, others] = [item, other].map((uuid) => readings.filter((one) => one.item === uuid));
      const pairs = (ones ?? []).flatMap((one) => (others ?? []).map((two) => same(one.value, two.value)));
      return pairs.length > 0 && pairs.every((isSame) => isSame);
    });
}

/**
 * Leaves out the member IDs that may differ because a patient has two insurances. Two different member IDs stay if both name the same
 * insurer. If an insurer is unknown, the IDs stay if their documents are not of one patient by name and birth date (`isOnePatient`).
 */
function withoutOtherInsurances(versions: Reading[][], isOnePatient: IsOnePatient): Reading[][] {
  const tells = (one: Reading, other: Reading) =>
    one.insurer !== null && other.insurer !== null
      ? sameName(one.insurer, other.insurer)
      : !isOnePatient(one.item, other.item);
  return versions.filter((version) =>
    versions.some(
      (other) => other !== version && version.some((one) => other.some((reading) => tells(one, reading))),
    ),
  );
}

function versionsIn(
  readings: readonly Reading[],
  same: (one: string, other: string) => boolean,
): Reading[][] {
  const versions: Reading[][] = [];
  for (const reading of readings) {
    const known = versions.find(([first]) => first !== undefined && same(first.value, reading.value));
    if (known === undefined) versions.push([reading]);
    else known.push(reading);
  }
  return versions;
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

function readingsOf({ data_items: items }: TaskDetails, property: PatientProperty, names: readonly string[]) {
  return items.flatMap((item) => readingsIn(item, property, names));
}

function readingsIn(item: DataItem, property: PatientProperty, names: readonly string[]): Reading[] {
  // A copy has the records of its original (docs/service.md 2.2).
  const original = typeof item['alias'] === 'string' ? item['alias'].split('/')[1] : undefined;
  const read = fieldsIn(item).flatMap((fields) => {
    const insurer = property === 'member_id' ? (textsIn(fields, INSURERS)[0] ?? null) : null;
    return valuesIn(fields, property, names).map((value) => ({
      item: original ?? item.uuid,
      value,
      insurer,
    }));
  });
  return [...new Map(read.map((reading) => [`${reading.insurer}\n${reading.value}`, reading])).values()];
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
  const whole = textsIn(fields, names);
  if (property !== 'name' || whole.length > 0) return whole;
  const part = (name: string) => Object.entries(fields).find(([key]) => plainKey(key) === name)?.[1];
  const [given, family] = [part('patientfirstname'), part('patientlastname')];
  return typeof given === 'string' && typeof family === 'string' ? [`${given} ${family}`] : [];
}

function textsIn(fields: Fields, names: readonly string[]): string[] {
  return Object.entries(fields).flatMap(([key, value]) =>
    names.includes(plainKey(key)) && typeof value === 'string' && value.trim() !== '' ? [value.trim()] : [],
  );
}

const plainKey = (key: string) => key.toLowerCase().replace(/[^a-z]/g, '');

const isObject = (value: unknown): value is Fields =>
  typeof value === 'object' && value !== null && !Array.isArray(value);
