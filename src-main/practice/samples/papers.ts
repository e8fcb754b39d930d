import { onForm, type SamplePatient } from './patient.ts';
import type { Sheet } from './sheet.ts';

/** A treatment somebody asks for. */
export interface Treatment {
  readonly code: string;
  readonly system: 'CPT' | 'HCPCS';
  readonly what: string;
}

interface Reason {
  readonly diagnosis: string;
  readonly icd10: string;
}

/** The plan's request form. `memberId` null leaves that line empty, as busy people do. */
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
      [
        ['Patient name', patient.name],
        ['Date of birth', onForm(patient.born)],
      ],
      [
        ['Member ID', memberId ?? ''],
        ['Date of request', onForm(date)],
      ],
      [
        ['Provider name', patient.doctor],
        ['Office phone', '802-555-0143'],
      ],
      ...treatments.map((treatment): [string, string][] => [
        [`${treatment.system} code`, treatment.code],
        ['Service', treatment.what],
      ]),
      [
        ['Diagnosis', reason.diagnosis],
        ['ICD-10', reason.icd10],
      ],
    ],
    parts: [
      {
        heading: 'Service requested',
        text: `${treatments.map((one) => one.what).join('; ')}. Urgency: standard.`,
      },
      {
        heading: 'Prescriber attestation',
        text: 'The information given here is true to the best of my knowledge.',
      },
    ],
  };
}

/** The note of the visit at which the treatment was ordered. */
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
    rows: [
      [
        ['Patient name', patient.name],
        ['Date of birth', onForm(patient.born)],
      ],
      [
        ['Date of service', onForm(date)],
        ['Seen by', patient.doctor],
      ],
    ],
    parts: [
      { heading: 'Chief complaint', text: story },
      { heading: 'Vitals', text: 'HR 74 bpm, BP 122/78 mmHg, temperature 36.7 C' },
      {
        heading: 'Physical exam',
        text: 'No acute distress. Findings as described above; otherwise unremarkable.',
      },
      { heading: 'Assessment', text: `Diagnosis: ${reason.diagnosis} (ICD-10 ${reason.icd10})` },
      { heading: 'Plan', text: `Order ${orders}. Follow up after the result.` },
    ],
  };
}

/** The front of the plan's card. `memberId` null is a card photographed with a thumb on it. */
export function insuranceCard(
  patient: SamplePatient,
  validThrough: string,
  memberId: string | null = patient.memberId,
): Sheet {
  return {
    letterhead: patient.plan,
    title: 'Insurance Card',
    rows: [
      [['Member name', patient.name]],
      [['Date of birth', onForm(patient.born)]],
      ...(memberId === null ? [] : [[['Member ID', memberId] as const]]),
      [
        ['Group number', 'LHP-2210'],
        ['Plan type', 'PPO'],
      ],
      [
        ['RxBIN', '014582'],
        ['Valid through', onForm(validThrough)],
      ],
    ],
    parts: [
      { heading: 'Member services', text: 'Call 1-800-555-0119. Copay: office visit 25, specialist 40.' },
    ],
  };
}

/** A report of a test that was made, as the imaging centre sends it. */
export function imagingReport(
  patient: SamplePatient,
  date: string,
  treatment: Treatment,
  title: string,
  finding: string,
): Sheet {
  return {
    letterhead: 'Weir Lane Imaging and Sleep Centre',
    title,
    rows: [
      [
        ['Patient name', patient.name],
        ['Date of birth', onForm(patient.born)],
      ],
      [
        ['Date of study', onForm(date)],
        [`${treatment.system} code`, treatment.code],
      ],
    ],
    parts: [
      { heading: 'Technique', text: 'Standard protocol.' },
      { heading: 'Findings', text: finding },
      { heading: 'Impression', text: 'As described under findings.' },
    ],
  };
}

/** Blood results. */
export function labReport(patient: SamplePatient, date: string): Sheet {
  return {
    letterhead: 'Millbrook Laboratory',
    title: 'Laboratory Results',
    rows: [
      [
        ['Patient name', patient.name],
        ['Date of birth', onForm(patient.born)],
      ],
      [['Collected', onForm(date)]],
      [['Hemoglobin', '13.1 g/dL (reference range 12.0 - 15.5)']],
      [['Creatinine', '0.9 mg/dL (reference range 0.6 - 1.2)']],
      [['CRP', '6 mg/L (reference range below 5)']],
    ],
    parts: [{ heading: 'Remark', text: 'Slightly raised CRP.' }],
  };
}
