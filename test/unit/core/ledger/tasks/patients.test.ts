import { expect, test } from 'vitest';
import type { PatientProperty } from '../../../../../src-main/contract/views/patient.ts';
import { patientConflicts } from '../../../../../src-main/core/ledger/tasks/patients.ts';
import { taskDetails } from '../../../../support/task-details.ts';

const AT = '2031-02-28T10:00:00Z';
const ID = (number: number) => `00000000-0000-4000-8000-00000000000${number}`;

const file = (number: number, fields: object, more: object = {}) => ({
  uuid: ID(number),
  group: 'inputs',
  tag: 'upload',
  created: AT,
  data_type: 'file',
  medical_records: [{ record_type: 'patient-visit', sections: [{ start: 1, content: '', fields }], fields }],
  ...more,
});
const conflictsOf = (items: readonly object[], issues: readonly object[] = []) =>
  patientConflicts(taskDetails(AT, { uuid: ID(9), data_items: items, issues }));

const FIELDS: Record<PatientProperty, string> = {
  name: 'patient_name',
  birth_date: 'date_of_birth',
  member_id: 'member_id',
};

test.each<[PatientProperty, string, string, 'same' | 'differs']>([
  ['name', 'Ada Fenwick', 'ADA FENWICK', 'same'],
  ['name', 'Tomás Iglesias', 'Tomas Iglesias', 'same'],
  ['name', 'Fenwick, Ada M.', 'Ada Fenwick', 'same'],
  ['name', 'Mrs. Ada Fenwick', 'A. Fenwick', 'same'],
  ['name', 'Jürgen Müller', 'Juergen Mueller', 'same'],
  ['name', 'Jon Smyth', 'John Smith', 'same'],
  ['name', 'O’Brien, Søren', "Soren O'Brien", 'same'],
  ['name', 'Mac Donald Ann', 'Ann MacDonald', 'same'],
  ['name', 'María José García López', 'Garcia Lopez, Maria', 'same'],
  ['name', '山田 太郎', 'Taro Yamada', 'same'],
  ['name', 'Lindqvist Greta', 'Greta Lindqvsit', 'same'],
  ['name', '—', 'Ada Fenwick', 'same'],
  ['name', 'Ada Fenwick', 'Ruth Okafor', 'differs'],
  ['name', 'John Smith', 'Jane Smith', 'differs'],
  ['name', 'Ada Fenwick', 'Ada Halloran', 'differs'],
  ['name', 'J. Smith', 'Kate Smith', 'differs'],
  ['birth_date', '1974-03-12', '03/12/1974', 'same'],
  ['birth_date', '1974-03-12', '12.3.1974', 'same'],
  ['birth_date', '1974-03-12', 'March 12, 1974', 'same'],
  ['birth_date', '1974-03-12', '12 de marzo de 1974', 'same'],
  ['birth_date', '1974-03-12', '12-MAR-74', 'same'],
  ['birth_date', '1974-03-12T00:00:00Z', '19740312', 'same'],
  ['birth_date', '03/04/1974', '04/03/1974', 'same'],
  ['birth_date', '1974-03-12', 'not readable', 'same'],
  ['birth_date', '1974-03-12', '1974', 'same'],
  ['birth_date', '1981-01-20', '1981-10-02', 'differs'],
  ['birth_date', '1974-03-12', 'March 12, 1947', 'differs'],
  ['member_id', 'LHP-481516', 'lhp 481516', 'same'],
  ['member_id', 'LHP-481516', '481516', 'same'],
  ['member_id', 'LHP-481516', 'LHP481516-01', 'same'],
  ['member_id', '0008675309', '8675309', 'same'],
  ['member_id', 'LHP-1O8I08', 'LHP-108108', 'same'],
  ['member_id', 'XXXXX1516', 'LHP-230042', 'same'],
  ['member_id', 'LHP-481516', 'LHP-230042', 'differs'],
])('%s: "%s" and "%s": %s', (property, one, other, expected) => {
  const found = conflictsOf([file(1, { [FIELDS[property]]: one }), file(2, { [FIELDS[property]]: other })]);
  expect(found).toEqual(
    expected === 'same'
      ? []
      : [
          {
            property,
            said: null,
            versions: [
              { value: one, items: [ID(1)] },
              { value: other, items: [ID(2)] },
            ],
          },
        ],
  );
});

test('a conflict names each document once, also a copy by its original, and data that a person typed', () => {
  const found = conflictsOf([
    file(1, { patientName: 'Ada Fenwick' }),
    file(3, { patientName: 'Ada Fenwick' }, { group: 'documents', alias: `${ID(9)}/${ID(1)}` }),
    file(2, { patient_first_name: 'Ruth', patient_last_name: 'Okafor', subscriber_name: 'Ken Okafor' }),
    { ...file(4, {}), data_type: 'json', data: { patient_name: 'Ada Fenwick' } },
    { ...file(5, {}), data_type: 'json', tag: 'request-spec', data: { patient_name: 'Nobody' } },
  ]);
  expect(found[0]?.versions).toEqual([
    { value: 'Ada Fenwick', items: [ID(1), ID(4)] },
    { value: 'Ruth Okafor', items: [ID(2)] },
  ]);
});

const issue = (property: string, key = 'task.data.inconsistent') => ({
  key,
  message: 'They differ.',
  property,
});

test('the word of the service counts for properties of a patient, unless all readings mean the same', () => {
  expect(conflictsOf([], [issue('date_of_birth')])).toEqual([
    { property: 'birth_date', versions: [], said: 'They differ.' },
  ]);
  expect(conflictsOf([], [issue('diagnosis'), issue('member_id', 'task.data.missing')])).toEqual([]);
  const spelled = [file(1, { member_id: 'LHP-1' }), file(2, { member_id: 'lhp 1' })];
  expect(conflictsOf(spelled, [issue('member_id')])).toEqual([]);
  expect(conflictsOf([...spelled, file(3, {})], [issue('member_id')])).toHaveLength(1);
});

test('member IDs differ only within one insurer, or if documents without an insurer do not agree on the patient', () => {
  const ada = { patient_name: 'Ada Fenwick', date_of_birth: '1974-03-12' };
  const lakeside = { ...ada, member_id: 'LHP-481516', payer_name: 'Lakeside Health Plan' };
  const other = { ...ada, member_id: 'NW-999000' };
  const northwest = { ...other, insurance_company: 'Northwest Mutual' };
  expect(conflictsOf([file(1, lakeside), file(2, northwest)], [issue('member_id')])).toEqual([]);
  expect(conflictsOf([file(1, lakeside), file(2, other)])).toEqual([]);
  const same = conflictsOf([file(1, lakeside), file(2, { ...other, insurer: 'LAKESIDE health plan' })]);
  expect(same.map(({ property }) => property)).toEqual(['member_id']);
  const unborn = conflictsOf([file(1, lakeside), file(2, { ...other, date_of_birth: '' })]);
  expect(unborn.map(({ property }) => property)).toEqual(['member_id']);
});
