import { z } from 'zod';

/** The parts of FHIR R4 resources that the reader looks at. Every part is optional and a malformed one reads as absent. */
const text = z.string().optional().catch(undefined);
const Coding = z.object({ system: text, code: text, display: text });
const Concept = z.object({ text, coding: z.array(Coding).optional().catch(undefined) });
const Reference = z.object({ reference: text, display: text });
const Period = z.object({ start: text, end: text });
const HumanName = z.object({ text, family: text, given: z.array(z.string()).optional().catch(undefined) });
const Identifier = z.object({ value: text, type: Concept.optional().catch(undefined) });
const Attachment = z.object({ contentType: text, data: text, title: text });

const concept = Concept.optional().catch(undefined);
const concepts = z
  .union([z.array(Concept), Concept.transform((one) => [one])])
  .optional()
  .catch(undefined);
const reference = Reference.optional().catch(undefined);
const references = z.array(Reference).optional().catch(undefined);
const period = Period.optional().catch(undefined);

export const FhirResource = z.object({
  resourceType: z.string(),
  id: text,
  name: z.array(HumanName).optional().catch(undefined),
  birthDate: text,
  identifier: z.array(Identifier).optional().catch(undefined),
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
  text: z.object({ div: text }).optional().catch(undefined),
  content: z
    .array(z.object({ attachment: Attachment.optional().catch(undefined) }))
    .optional()
    .catch(undefined),
  presentedForm: z.array(Attachment).optional().catch(undefined),
  item: z
    .array(z.object({ productOrService: concept }))
    .optional()
    .catch(undefined),
  diagnosis: z
    .array(z.object({ diagnosisCodeableConcept: concept }))
    .optional()
    .catch(undefined),
});

export type FhirResource = z.infer<typeof FhirResource>;
export type FhirConcept = z.infer<typeof Concept>;

/** Entries are looked at one by one, so that a bundle may be large. */
export const FhirBundle = z.object({
  resourceType: z.literal('Bundle'),
  entry: z.array(z.unknown()).catch([]),
});
