import type { Sheet } from './sheet.ts';

type SamplePatient = ReturnType<typeof samplePatient>;

/** Returns an invented patient. `born` is `YYYY-MM-DD`. Any likeness to a real person, plan or clinic is accidental. */
export function samplePatient(given: string, family: string, born: string, memberId: string) {
  return {
    name: `${given} ${family}`,
    given,
    family,
    born,
    memberId,
    plan: 'Larkspur Health Plan',
    clinic: 'Millbrook Family Clinic, 12 Weir Lane, Millbrook, VT 05001',
    doctor: 'Helen Marsh, MD',
  };
}

/** Returns the UTC day `days` days before `now`, as `YYYY-MM-DD`. A negative number gives a later day. */
export function daysBefore(now: Date, days: number): string {
  return new Date(now.getTime() - days * 86_400_000).toISOString().slice(0, 10);
}

function onForm(date: string): string {
  const [year = '', month = '', day = ''] = date.split('-');
  return `${month}/${day}/${year}`;
}

export interface Treatment {
  readonly code: string;
  readonly system: 'CPT' | 'HCPCS';
  readonly what: string;
}

interface Reason {
  readonly diagnosis: string;
  readonly icd10: string;
}

const person = ({ name, born }: SamplePatient) => ({ 'Patient name': name, 'Date of birth': onForm(born) });

/** Returns a request form of the insurance plan. If `memberId` is null, the field "Member ID" is empty. */
export function requestForm(
  patient: SamplePatient,
  date: string,
  treatments: readonly Treatment[],
  reason: Reason,
  memberId: string | null = patient.memberId,
): Sheet {
  return {
    letterhead: patient.plan,
    title: 'Prior Authorization Request Form',
    rows: [
      person(patient),
      { 'Member ID': memberId ?? '', 'Date of request': onForm(date) },
      { 'Provider name': patient.doctor, 'Office phone': '802-555-0143' },
      ...treatments.map(({ system, code, what }) => ({ [`${system} code`]: code, Service: what })),
      { Diagnosis: reason.diagnosis, 'ICD-10': reason.icd10 },
    ],
    parts: {
      'Service requested': `${treatments.map((one) => one.what).join('; ')}. Urgency: standard.`,
      'Prescriber attestation': 'The information given here is true to the best of my knowledge.',
    },
  };
}

export function visitNote(
  patient: SamplePatient,
  date: string,
  treatments: readonly Treatment[],
  reason: Reason,
  story: string,
): Sheet {
  const orders = treatments.map((one) => `${one.what}, ${one.system} ${one.code}`).join('. ');
  return {
    letterhead: patient.clinic,
    title: 'Office Visit Note',
    rows: [person(patient), { 'Date of service': onForm(date), 'Seen by': patient.doctor }],
    parts: {
      'Chief complaint': story,
      Vitals: 'HR 74 bpm, BP 122/78 mmHg, temperature 36.7 C',
      'Physical exam': 'No acute distress. Findings as described above; otherwise unremarkable.',
      Assessment: `Diagnosis: ${reason.diagnosis} (ICD-10 ${reason.icd10})`,
      Plan: `Order ${orders}. Follow up after the result.`,
    },
  };
}

/** Returns the front of an insurance card. If `memberId` is null, the card has no field "Member ID". */
export function insuranceCard(
  patient: SamplePatient,
  validThrough: string,
  memberId: string | null = patient.memberId,
): Sheet {
  return {
    letterhead: patient.plan,
    title: 'Insurance Card',
    rows: [
      { 'Member name': patient.name },
      { 'Date of birth': onForm(patient.born) },
      ...(memberId === null ? [] : [{ 'Member ID': memberId }]),
      { 'Group number': 'LHP-2210', 'Plan type': 'PPO' },
      { RxBIN: '014582', 'Valid through': onForm(validThrough) },
    ],
    parts: { 'Member services': 'Call 1-800-555-0119. Copay: office visit 25, specialist 40.' },
  };
}

export function imagingReport(
  patient: SamplePatient,
  date: string,
  { system, code }: Treatment,
  title: string,
  finding: string,
): Sheet {
  return {
    letterhead: 'Weir Lane Imaging and Sleep Center',
    title,
    rows: [person(patient), { 'Date of study': onForm(date), [`${system} code`]: code }],
    parts: {
      Technique: 'Standard protocol.',
      Findings: finding,
      Impression: 'As described under findings.',
    },
  };
}

export function labReport(patient: SamplePatient, date: string): Sheet {
  return {
    letterhead: 'Millbrook Laboratory',
    title: 'Laboratory Results',
    rows: [
      person(patient),
      { Collected: onForm(date) },
      { Hemoglobin: '13.1 g/dL (reference range 12.0 - 15.5)' },
      { Creatinine: '0.9 mg/dL (reference range 0.6 - 1.2)' },
      { CRP: '6 mg/L (reference range below 5)' },
    ],
    parts: { Remark: 'Slightly raised CRP.' },
  };
}

/** Returns the JSON text of a FHIR R4 bundle with a patient, a coverage, a visit and a diagnosis. */
export function fhirBundle(
  patient: SamplePatient,
  dates: { readonly visit: string; readonly validThrough: string },
  treatment: Treatment,
  reason: Reason,
): string {
  const subject = { reference: 'Patient/sample-patient', display: patient.name };
  const condition = {
    text: reason.diagnosis,
    coding: [{ system: 'http://hl7.org/fhir/sid/icd-10-cm', code: reason.icd10, display: reason.diagnosis }],
  };
  const note =
    `<div xmlns="http://www.w3.org/1999/xhtml"><p>Office visit with ${patient.doctor}.</p>` +
    `<p>Plan: ${treatment.what}, ${treatment.system} ${treatment.code}.</p></div>`;
  const resources = [
    {
      resourceType: 'Patient',
      id: 'sample-patient',
      name: [{ family: patient.family, given: [patient.given] }],
      birthDate: patient.born,
    },
    {
      resourceType: 'Coverage',
      id: 'sample-coverage',
      status: 'active',
      subscriberId: patient.memberId,
      beneficiary: subject,
      payor: [{ display: patient.plan }],
      period: { end: dates.validThrough },
    },
    {
      resourceType: 'Encounter',
      id: 'sample-visit',
      status: 'finished',
      class: { code: 'AMB' },
      subject,
      period: { start: `${dates.visit}T09:30:00Z`, end: `${dates.visit}T10:00:00Z` },
      reasonCode: [condition],
      text: { status: 'generated', div: note },
    },
    {
      resourceType: 'Condition',
      id: 'sample-condition',
      subject,
      code: condition,
      recordedDate: dates.visit,
    },
  ];
  const entry = resources.map((resource) => ({ resource }));
  const bundle = { resourceType: 'Bundle', type: 'collection', entry };
  return `${JSON.stringify(bundle, null, 2)}\n`;
}
