import {
  daysBefore,
  fhirBundle,
  imagingReport,
  insuranceCard,
  labReport,
  requestForm,
  samplePatient,
  type Treatment,
  visitNote,
} from './papers.ts';
import type { Sheet } from './sheet.ts';

export type SampleFile =
  | { readonly name: string; readonly kind: 'pdf'; readonly sheets: readonly Sheet[] }
  | { readonly name: string; readonly kind: 'text'; readonly sheet: Sheet }
  | { readonly name: string; readonly kind: 'json'; readonly json: string };

/** The expected result of a packet that a person sends with `SAMPLE_REQUEST_SPEC`. */
export interface ExpectedResult {
  readonly status: 'completed' | 'waiting';
  readonly verdicts: readonly { readonly code: string; readonly approved: boolean }[];
  readonly issueKeys: readonly string[];
}

/** A sample packet: the documents about one invented patient. The documents become one Task. */
export interface PacketPlan {
  readonly folder: string;
  readonly title: string;
  readonly files: readonly SampleFile[];
  readonly expected: ExpectedResult;
  /** The documents or the data with which a person answers the waiting Task, and the result that is expected after the answer. */
  readonly answer?: {
    readonly files: readonly SampleFile[];
    readonly data: Readonly<Record<string, string>> | null;
    readonly expected: ExpectedResult;
  };
  /**
   * The correction of the packet: `files` replace the documents whose names are in `instead`. `expected` is the expected result of the
   * corrected packet.
   */
  readonly correction?: {
    readonly files: readonly SampleFile[];
    readonly instead: readonly string[];
    readonly expected: ExpectedResult;
  };
}

/** The request_spec for all sample packets. The request_spec has no codes, so the service decides on the codes in the documents. */
export const SAMPLE_REQUEST_SPEC: Readonly<Record<string, unknown>> = {
  required_records: ['insurance-card', 'patient-visit', 'prior-auth-form'],
  required_data: ['member_id'],
  max_age_days: 180,
};

const KNEE_MRI: Treatment = { code: '73721', system: 'CPT', what: 'MRI of the knee without contrast' };
const ADALIMUMAB: Treatment = { code: 'J0135', system: 'HCPCS', what: 'Adalimumab injection' };
const SPINE_MRI: Treatment = { code: '72148', system: 'CPT', what: 'MRI of the lumbar spine' };
const ARTHROSCOPY: Treatment = { code: '29881', system: 'CPT', what: 'Knee arthroscopy' };
const EXERCISES: Treatment = { code: '97110', system: 'CPT', what: 'Therapeutic exercises' };
const BRAIN_MRI: Treatment = { code: '70553', system: 'CPT', what: 'MRI of the brain' };
const SLEEP_STUDY: Treatment = { code: '95810', system: 'CPT', what: 'Sleep study' };

const pdf = (name: string, ...sheets: Sheet[]): SampleFile => ({ name, kind: 'pdf', sheets });
const text = (name: string, sheet: Sheet): SampleFile => ({ name, kind: 'text', sheet });
const approved = (...codes: string[]): ExpectedResult => ({
  status: 'completed',
  verdicts: codes.map((code) => ({ code, approved: true })),
  issueKeys: [],
});
const refused = (code: string, key: string): ExpectedResult => ({
  status: 'completed',
  verdicts: [{ code, approved: false }],
  issueKeys: [key],
});
const waiting = (...issueKeys: string[]): ExpectedResult => ({ status: 'waiting', verdicts: [], issueKeys });

/** Returns the sample packets, all of invented patients. The dates are relative to `now`, so that no document becomes too old. */
export function packetPlans(now: Date): PacketPlan[] {
  const ago = (days: number): string => daysBefore(now, days);
  const validThrough = ago(-300);
  const ada = samplePatient('Ada', 'Fenwick', '1974-03-12', 'LHP-481516');
  const knee = { diagnosis: 'Tear of the medial meniscus', icd10: 'S83.241A' };
  const tomas = samplePatient('Tomás', 'Iglesias', '1988-11-02', 'LHP-230042');
  const crohn = { diagnosis: 'Crohn’s disease', icd10: 'K50.90' };
  const ruth = samplePatient('Ruth', 'Okafor', '1959-07-30', 'LHP-108108');
  const back = { diagnosis: 'Low back pain with sciatica', icd10: 'M54.42' };
  const milan = samplePatient('Milan', 'Dvorak', '1981-01-20', 'LHP-660733');
  const ines = samplePatient('Ines', 'Halloran', '1995-05-06', 'LHP-915201');
  const shoulder = { diagnosis: 'Frozen shoulder', icd10: 'M75.02' };
  const joon = samplePatient('Joon', 'Park', '2001-09-17', 'LHP-377412');
  const migraine = { diagnosis: 'Migraine with aura', icd10: 'G43.109' };
  const greta = samplePatient('Greta', 'Lindqvist', '1967-12-24', 'LHP-550921');
  const owen = samplePatient('Owen', 'Tremblay', '1979-08-08', 'LHP-704118');
  const nora = samplePatient('Nora', 'Whitaker', '1990-06-14', 'LHP-226914');
  const norman = samplePatient('Norman', 'Whitlock', '1952-11-25', 'LHP-839060');
  return [
    {
      folder: '01 Fenwick knee MRI',
      title: 'A complete packet: form, visit note, lab results and insurance card',
      files: [
        pdf('request form.pdf', requestForm(ada, ago(6), [KNEE_MRI], knee)),
        pdf(
          'visit note and labs.pdf',
          visitNote(ada, ago(9), [KNEE_MRI], knee, 'Knee pain after a fall, locking.'),
          labReport(ada, ago(8)),
        ),
        text('insurance card.txt', insuranceCard(ada, validThrough)),
      ],
      expected: approved(KNEE_MRI.code),
    },
    {
      folder: '02 Iglesias adalimumab',
      title: 'The same from a hospital system: FHIR data and a form',
      files: [
        pdf('request form.pdf', requestForm(tomas, ago(3), [ADALIMUMAB], crohn)),
        {
          name: 'export.json',
          kind: 'json',
          json: fhirBundle(tomas, { visit: ago(5), validThrough }, ADALIMUMAB, crohn),
        },
      ],
      expected: approved(ADALIMUMAB.code),
    },
    {
      folder: '03 Okafor spine MRI',
      title: 'The visit note is more than a year old',
      files: [
        pdf('request form.pdf', requestForm(ruth, ago(4), [SPINE_MRI], back)),
        pdf('visit note.pdf', visitNote(ruth, ago(400), [SPINE_MRI], back, 'Back pain for six weeks.')),
        pdf('insurance card.pdf', insuranceCard(ruth, validThrough)),
      ],
      expected: refused(SPINE_MRI.code, 'task.medical_record.expired'),
    },
    {
      folder: '04 Dvorak arthroscopy',
      title: 'The card shows another date of birth than the other documents',
      files: [
        pdf('request form.pdf', requestForm(milan, ago(7), [ARTHROSCOPY], knee)),
        pdf('visit note.pdf', visitNote(milan, ago(12), [ARTHROSCOPY], knee, 'Knee locks on stairs.')),
        text('insurance card.txt', insuranceCard({ ...milan, born: '1981-10-02' }, validThrough)),
      ],
      expected: refused(ARTHROSCOPY.code, 'task.data.inconsistent'),
    },
    {
      folder: '05 Halloran physiotherapy',
      title: 'The insurance card was forgotten',
      files: [
        pdf('request form.pdf', requestForm(ines, ago(2), [EXERCISES], shoulder)),
        text(
          'visit note.txt',
          visitNote(ines, ago(5), [EXERCISES], shoulder, 'Stiff shoulder since spring.'),
        ),
      ],
      expected: waiting('task.medical_record.missing'),
      answer: {
        files: [pdf('Halloran insurance card.pdf', insuranceCard(ines, validThrough))],
        data: null,
        expected: approved(EXERCISES.code),
      },
    },
    {
      folder: '06 Park brain MRI',
      title: 'The member ID is on none of the documents',
      files: [
        pdf('request form.pdf', requestForm(joon, ago(1), [BRAIN_MRI], migraine, null)),
        pdf(
          'visit note.pdf',
          visitNote(joon, ago(1), [BRAIN_MRI], migraine, 'Headache with visual disturbance.'),
        ),
        pdf('insurance card.pdf', insuranceCard(joon, validThrough, null)),
      ],
      expected: waiting('task.data.missing', 'medical_record.data.missing'),
      answer: { files: [], data: { member_id: joon.memberId }, expected: approved(BRAIN_MRI.code) },
    },
    {
      folder: '07 Lindqvist two requests',
      title: 'One scan with everything; two codes, one of them resting on an old report',
      files: [
        pdf(
          'scan 0007 [all pages].pdf',
          requestForm(greta, ago(10), [KNEE_MRI, SLEEP_STUDY], knee),
          visitNote(greta, ago(15), [KNEE_MRI], knee, 'Knee pain; also tired during the day.'),
          imagingReport(greta, ago(420), SLEEP_STUDY, 'Sleep Study Report', 'Mild apnoea.'),
          insuranceCard(greta, validThrough),
        ),
      ],
      expected: {
        status: 'completed',
        verdicts: [
          { code: KNEE_MRI.code, approved: true },
          { code: SLEEP_STUDY.code, approved: false },
        ],
        issueKeys: ['task.medical_record.expired', 'task.medical_record.incorrect_sequence'],
      },
    },
    {
      folder: '08 Tremblay spine MRI',
      title: 'The request was written before the visit that it rests on',
      files: [
        pdf('request form.pdf', requestForm(owen, ago(30), [SPINE_MRI], back)),
        pdf('visit note.pdf', visitNote(owen, ago(10), [SPINE_MRI], back, 'Back pain, numb left foot.')),
        text('insurance card.txt', insuranceCard(owen, validThrough)),
      ],
      expected: refused(SPINE_MRI.code, 'task.medical_record.incorrect_sequence'),
    },
    {
      folder: '09 Whitaker knee MRI',
      title: 'The insurance card is the card of another patient',
      files: [
        pdf('request form.pdf', requestForm(nora, ago(3), [KNEE_MRI], knee)),
        pdf('visit note.pdf', visitNote(nora, ago(6), [KNEE_MRI], knee, 'Knee pain while running.')),
        pdf('insurance card.pdf', insuranceCard(norman, validThrough)),
      ],
      expected: {
        ...refused(KNEE_MRI.code, 'task.data.inconsistent'),
        issueKeys: ['task.data.inconsistent', 'task.data.inconsistent', 'task.data.inconsistent'],
      },
      correction: {
        files: [pdf('Whitaker insurance card.pdf', insuranceCard(nora, validThrough))],
        instead: ['insurance card.pdf'],
        expected: approved(KNEE_MRI.code),
      },
    },
  ];
}
