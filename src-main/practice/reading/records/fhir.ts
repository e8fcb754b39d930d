import { z } from 'zod';
import { findDate } from './dates.ts';
import { extractFields, type Fields } from './fields.ts';
import { classifyText } from './find-in-pages.ts';

const TYPES: Readonly<Record<string, string>> = {
  Patient: 'patient-demographics',
  Coverage: 'insurance-card',
  Encounter: 'patient-visit',
  Condition: 'problem-list',
  ServiceRequest: 'service-request',
  ImagingStudy: 'imaging-report',
  Procedure: 'procedure-note',
  MedicationRequest: 'medication-list',
  MedicationStatement: 'medication-list',
  MedicationAdministration: 'medication-list',
  Consent: 'consent',
};
const IMAGING = /\b(?:imaging|radiology|rad|mri|ct|x-?ray|ultrasound)\b/i;
const REFERRAL = /\brefer/i;
const PROCEDURE_SYSTEM = /\b(?:cpt|hcpcs)\b/i;
const DIAGNOSIS_SYSTEM = /\bicd-?10/i;

/** Returns the kind of record that a FHIR resource becomes, or null. `text` is the text of the notes of the resource. */
export function fhirRecordType(resource: FhirResource, text: string): string | null {
  const about = [resource.code, ...(resource.category ?? []), ...(resource.type ?? [])]
    .map(conceptText)
    .join(' ');
  switch (resource.resourceType) {
    case 'DiagnosticReport':
      return IMAGING.test(about) ? 'imaging-report' : 'lab-report';
    case 'Observation':
      return IMAGING.test(about)
        ? 'imaging-report'
        : /vital|exam|social/i.test(about)
          ? 'supporting-document'
          : 'lab-report';
    case 'ServiceRequest':
      return REFERRAL.test(about) ? 'referral' : 'service-request';
    case 'Claim':
      return resource.use === 'preauthorization' ? 'prior-auth-form' : null;
    case 'DocumentReference':
    case 'Composition':
      return (
        classifyText([resource.title, resource.description, about, text].join('\n')) ?? 'supporting-document'
      );
    default:
      return TYPES[resource.resourceType] ?? null;
  }
}

/** Returns the properties of a FHIR resource. Elements of the resource take precedence over `text`, the notes of the resource. */
export function fhirFields(
  resource: FhirResource,
  text: string,
  patient: FhirResource | null,
  latestYear: number,
): Fields {
  const who = resource.resourceType === 'Patient' ? resource : patient;
  const link = resource.subject ?? resource.patient ?? resource.beneficiary;
  const concepts = [
    resource.code,
    ...(resource.type ?? []),
    ...(resource.reasonCode ?? []),
    ...(resource.item ?? []).map((item) => item.productOrService),
    ...(resource.diagnosis ?? []).map((item) => item.diagnosisCodeableConcept),
  ];
  const isCondition = resource.resourceType === 'Condition';
  const found: Record<string, string | readonly string[] | null | undefined> = {
    patient_name: nameOf(who) ?? link?.display,
    date_of_birth: isoDate(who?.birthDate, latestYear),
    member_id: memberId(resource),
    service_date: isoDate(serviceDate(resource), latestYear),
    valid_until: resource.resourceType === 'Coverage' ? isoDate(resource.period?.end, latestYear) : null,
    provider: [resource.requester, resource.provider, resource.performer?.[0], resource.recorder].find(
      (reference) => reference?.display !== undefined,
    )?.display,
    diagnosis: isCondition ? conceptText(resource.code) : conceptText(resource.reasonCode?.[0]),
    procedure_codes: codesOf(concepts, PROCEDURE_SYSTEM),
    diagnosis_codes: codesOf(concepts, DIAGNOSIS_SYSTEM),
  };
  const fields: Record<string, string | readonly string[]> = { ...extractFields(text, latestYear) };
  for (const [property, value] of Object.entries(found)) {
    if (value !== null && value !== undefined && value.length > 0) fields[property] = value;
  }
  return fields;
}

function nameOf(patient: FhirResource | null): string | null {
  const name = patient?.name?.[0];
  if (name === undefined) return null;
  return name.text ?? [...(name.given ?? []), name.family].filter((part) => part !== undefined).join(' ');
}

function memberId(resource: FhirResource): string | undefined {
  if (resource.resourceType === 'Coverage') {
    return resource.subscriberId ?? resource.memberId ?? resource.identifier?.[0]?.value;
  }
  return resource.identifier?.find((one) => /\bmember\b|\bMB\b/i.test(conceptText(one.type)))?.value;
}

function serviceDate(resource: FhirResource): string | undefined {
  // The period of a Coverage and the dates of a Patient are not dates of a service.
  if (resource.resourceType === 'Coverage' || resource.resourceType === 'Patient') return undefined;
  return (
    resource.effectiveDateTime ??
    resource.effectivePeriod?.start ??
    resource.performedDateTime ??
    resource.performedPeriod?.start ??
    resource.period?.start ??
    resource.started ??
    resource.authoredOn ??
    resource.occurrenceDateTime ??
    resource.recordedDate ??
    resource.onsetDateTime ??
    resource.dateTime ??
    resource.date ??
    resource.created ??
    resource.issued
  );
}

const isoDate = (value: string | undefined, latestYear: number): string | null =>
  value === undefined ? null : findDate(value, latestYear);

function codesOf(concepts: readonly (FhirConcept | undefined)[], system: RegExp): string[] {
  const codings = concepts.flatMap((concept) => concept?.coding ?? []);
  const codes = codings
    .filter((coding) => system.test(coding.system ?? ''))
    .map((coding) => coding.code ?? '');
  return [...new Set(codes.filter((code) => code !== ''))];
}

function conceptText(concept: FhirConcept | undefined): string {
  if (concept === undefined) return '';
  const codings = (concept.coding ?? []).map((coding) => coding.display ?? coding.code ?? '');
  return concept.text ?? codings.join(' ');
}

/** Makes an element of a FHIR R4 resource optional. A malformed element counts as absent. */
const part = <Schema extends z.ZodType>(schema: Schema) => schema.optional().catch(undefined);
const text = part(z.string());
const Coding = z.object({ system: text, code: text, display: text });
const Concept = z.object({ text, coding: part(z.array(Coding)) });
const Reference = z.object({ reference: text, display: text });
const Period = z.object({ start: text, end: text });
const HumanName = z.object({ text, family: text, given: part(z.array(z.string())) });
const Identifier = z.object({ value: text, type: part(Concept) });
const Attachment = z.object({ contentType: text, data: text, title: text });

const concept = part(Concept);
const concepts = part(z.union([z.array(Concept), Concept.transform((one) => [one])]));
const reference = part(Reference);
const references = part(z.array(Reference));
const period = part(Period);

export const FhirResource = z.object({
  resourceType: z.string(),
  id: text,
  name: part(z.array(HumanName)),
  birthDate: text,
  identifier: part(z.array(Identifier)),
  code: concept,
  category: concepts,
  type: concepts,
  reasonCode: concepts,
  medicationCodeableConcept: concept,
  subject: reference,
  patient: reference,
  beneficiary: reference,
  requester: reference,
  performer: references,
  provider: reference,
  recorder: reference,
  subscriberId: text,
  memberId: text,
  period,
  effectiveDateTime: text,
  effectivePeriod: period,
  authoredOn: text,
  occurrenceDateTime: text,
  performedDateTime: text,
  performedPeriod: period,
  recordedDate: text,
  onsetDateTime: text,
  created: text,
  date: text,
  issued: text,
  dateTime: text,
  started: text,
  conclusion: text,
  title: text,
  use: text,
  description: text,
  text: part(z.object({ div: text })),
  content: part(z.array(z.object({ attachment: part(Attachment) }))),
  presentedForm: part(z.array(Attachment)),
  item: part(z.array(z.object({ productOrService: concept }))),
  diagnosis: part(z.array(z.object({ diagnosisCodeableConcept: concept }))),
});

export type FhirResource = z.infer<typeof FhirResource>;
export type FhirConcept = z.infer<typeof Concept>;

/** A FHIR Bundle. `FhirResource` parses each entry later, so that one malformed entry does not make a large Bundle fail. */
export const FhirBundle = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.unknown()).catch([]),
});
