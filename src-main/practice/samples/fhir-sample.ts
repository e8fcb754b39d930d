import type { Treatment } from './papers.ts';
import type { SamplePatient } from './patient.ts';

/** A FHIR R4 bundle, as a hospital system exports one: patient, coverage, visit and diagnosis. */
export function fhirBundle(
  patient: SamplePatient,
  dates: { readonly visit: string; readonly validThrough: string },
  treatment: Treatment,
  reason: { readonly diagnosis: string; readonly icd10: string },
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
  const bundle = {
    resourceType: 'Bundle',
    type: 'collection',
    entry: resources.map((resource) => ({ resource })),
  };
  return `${JSON.stringify(bundle, null, 2)}\n`;
}
