import { Buffer } from 'node:buffer';
import { expect, it } from 'vitest';
import { LIMITS } from '../../../../src-main/practice/reading/limits.ts';
import { findInJson } from '../../../../src-main/practice/reading/records/find-in-json.ts';

const find = (value: unknown) => findInJson('one', value, 2026);
const kinds = async (value: unknown): Promise<string[]> =>
  (await find(value)).findings.map((finding) => finding.type);

it('reads a bundle, and gives each resource the patient it points to', async () => {
  const subject = { reference: 'Patient/p1' };
  const coded = (system: string, code: string) => ({ coding: [{ system, code }] });
  const resources = [
    {
      resourceType: 'Patient',
      id: 'p1',
      name: [{ family: 'Doe', given: ['Jane', 'Q'] }],
      birthDate: '1980-02-03',
    },
    {
      resourceType: 'Coverage',
      beneficiary: subject,
      subscriberId: 'M-1',
      period: { start: '2020-01-01', end: '2027-01-01' },
    },
    { resourceType: 'Encounter', subject, period: { start: '2026-01-05T08:00:00Z' } },
    { resourceType: 'Condition', subject, code: coded('http://hl7.org/fhir/sid/icd-10-cm', 'K50.90') },
    {
      resourceType: 'ServiceRequest',
      subject,
      authoredOn: '2026-01-06',
      code: coded('http://www.ama-assn.org/go/cpt', '73721'),
    },
  ];
  const entry = resources.map((resource) => ({ resource }));
  const { findings } = await find({ resourceType: 'Bundle', entry });
  const who = { patient_name: 'Jane Q Doe', date_of_birth: '1980-02-03' };
  expect(findings.map(({ type, fields }) => [type, fields])).toEqual([
    ['patient-demographics', who],
    ['insurance-card', { ...who, member_id: 'M-1', valid_until: '2027-01-01' }],
    ['patient-visit', { ...who, service_date: '2026-01-05' }],
    ['problem-list', { ...who, diagnosis: 'K50.90', diagnosis_codes: ['K50.90'] }],
    ['service-request', { ...who, service_date: '2026-01-06', procedure_codes: ['73721'] }],
  ]);
});

it('keeps two patients of one bundle apart', async () => {
  const patient = (id: string, text: string) => ({ resourceType: 'Patient', id, name: [{ text }] });
  const card = (id: string) => ({ resourceType: 'Coverage', beneficiary: { reference: `Patient/${id}` } });
  const { findings } = await find([
    patient('a', 'Ann Ash'),
    patient('b', 'Bea Birch'),
    card('b'),
    card('a'),
    card('z'),
  ]);
  expect(findings.slice(2).map(({ fields }) => fields['patient_name'])).toEqual([
    'Bea Birch',
    'Ann Ash',
    undefined,
  ]);
});

it('opens no more of a huge value than the limits allow', async () => {
  const huge = Array.from({ length: 3000 }, () => ({ resourceType: 'Coverage', subscriberId: 'M-1' }));
  expect((await find(huge)).findings).toHaveLength(LIMITS.recordsPerFile);
});

it('tells imaging from laboratory reports, and reads attached text', async () => {
  expect(await kinds({ resourceType: 'DiagnosticReport', category: [{ text: 'Radiology' }] })).toEqual([
    'imaging-report',
  ]);
  expect(await kinds({ resourceType: 'DiagnosticReport', code: { text: 'CBC' } })).toEqual(['lab-report']);
  expect(await kinds([{ resourceType: 'Observation', code: { text: 'Hemoglobin' } }])).toEqual([
    'lab-report',
  ]);
  const data = Buffer.from('Discharge Summary\nHospital course: short').toString('base64');
  const content = [{ attachment: { contentType: 'text/plain', data } }];
  expect(await kinds({ resourceType: 'DocumentReference', content })).toEqual(['discharge-summary']);
  expect(await kinds({ resourceType: 'Claim', use: 'preauthorization' })).toEqual(['prior-auth-form']);
  expect(await kinds({ resourceType: 'Organization' })).toEqual([]);
});

it('takes plain properties as data, under one spelling', async () => {
  const { data, findings } = await find({
    'Member ID': ' M-1 ',
    visitDate: '2026-01-05',
    empty: '',
    none: null,
    count: 3,
  });
  expect(findings).toEqual([]);
  expect([...data]).toEqual([
    ['member_id', 'M-1'],
    ['service_date', '2026-01-05'],
    ['count', '3'],
  ]);
});

it('survives malformed and hostile values', async () => {
  let deep: unknown = { resourceType: 'Patient' };
  for (let level = 0; level < 5000; level += 1) deep = [deep];
  const odd = {
    resourceType: 'Patient',
    name: 'Jane',
    birthDate: 7,
    identifier: {},
    text: 'x',
    content: [1],
  };
  expect(await kinds(deep)).toEqual([]);
  expect(await kinds(odd)).toEqual(['patient-demographics']);
  expect(await kinds({ resourceType: 'Bundle', entry: 'none' })).toEqual([]);
  for (const value of [null, 1, 'text', [], {}, { __proto__: null, constructor: 'x' }])
    expect(await kinds(value)).toEqual([]);
});
