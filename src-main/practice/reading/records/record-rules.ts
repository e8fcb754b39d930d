/**
 * A rule that recognizes a kind of record by phrases on a page. Each phrase that is on the page gives its points to the kind of record
 * once. Phrases match whole words and ignore case. A phrase with `TITLE_POINTS` or more is a title. A title on a short separate line gives
 * its points, or twice its points among the first `TITLE_LINES` lines. A title inside a sentence gives one point. The kind with the most
 * points wins if it has at least `THRESHOLD` points.
 */
export interface RecordRule {
  readonly type: string;
  readonly label: string;
  readonly category: string;
  /** The names of the properties without which a record of this kind is incomplete. */
  readonly requires: readonly string[];
  /** Each row has a number of points and the phrases that give this number of points. The separator of the phrases is `; `. */
  readonly phrases: readonly (readonly [points: number, phrases: string])[];
}

export const THRESHOLD = 4;
export const TITLE_POINTS = 4;
export const TITLE_LINES = 6;
export const TITLE_LENGTH = 70;

/**
 * If a document has the same points for two kinds of record, the earlier rule wins. If a Task has several kinds of record, the kind whose
 * rule comes first gives the Task its name and category.
 */
export const RECORD_RULES: readonly RecordRule[] = [
  {
    type: 'prior-auth-form',
    label: 'prior authorization form',
    category: 'prior-authorization',
    requires: ['patient_name'],
    phrases: [
      [5, 'prior auth form'],
      [4, 'prior authorization; prior authorisation; preauthorization request'],
      [3, 'authorization form; authorization request; fax completed form to'],
      [2, 'medication requested; service requested; procedure requested; requested procedure'],
      [2, 'physician information; member information; provider information; prescriber attestation'],
      [2, 'prescriber signature; covermymeds'],
      [1, 'patient information; requesting provider; duration of therapy; prescription drug list'],
      [1, 'urgency'],
    ],
  },
  {
    type: 'insurance-card',
    label: 'insurance card',
    category: 'coverage',
    requires: ['member_id'],
    phrases: [
      [5, 'insurance card; member identification card; health plan card'],
      [4, 'insurance information'],
      [3, 'rxbin'],
      [2, 'group number; group no; rxpcn; rxgrp; payer id; copay; member services'],
      [1, 'member id; subscriber; plan type; valid through; effective date'],
    ],
  },
  {
    type: 'discharge-summary',
    label: 'discharge summary',
    category: 'hospital-stay',
    requires: ['service_date'],
    phrases: [
      [6, 'discharge summary'],
      [3, 'hospital course'],
      [2, 'discharge date; admission date; discharge medications; discharge instructions'],
      [2, 'condition at discharge; discharge diagnosis'],
    ],
  },
  {
    type: 'patient-visit',
    label: 'patient visit note',
    category: 'clinical-visit',
    requires: ['service_date'],
    phrases: [
      [5, 'progress note; patient visit; clinic note; clinical note; clinical notes; soap note'],
      [5, 'history and physical; visit note'],
      [4, 'office visit; visit summary; consultation note; encounter note'],
      [3, 'reason for visit; chief complaint; history of present illness; review of systems'],
      [3, 'physical exam; physical examination'],
      [2, 'hpi; subjective; vitals; vital signs; assessment; interval events'],
      [1, 'general appearance; plan'],
    ],
  },
  {
    type: 'imaging-report',
    label: 'imaging report',
    category: 'imaging',
    requires: ['service_date'],
    phrases: [
      [5, 'imaging results; imaging report; radiology report; radiology result; mri report'],
      [5, 'ct report; x-ray report; ultrasound report; electroencephalogram results'],
      [5, 'sleep study report'],
      [3, 'egd findings; colonoscopy findings; eeg findings; mri brain'],
      [2, 'radiologist; technique; findings; impression'],
      [1, 'eeg; mri; comparison; contrast'],
    ],
  },
  {
    type: 'lab-report',
    label: 'lab report',
    category: 'laboratory',
    requires: ['service_date'],
    phrases: [
      [5, 'lab results; lab report; laboratory results; laboratory report; pathology report'],
      [3, 'specimen received; reference range'],
      [2, 'specimen collected; hemoglobin; creatinine; mg/dl; ferritin; flow cytometry'],
      [2, 'bone marrow biopsy; microscopic description; immunohistochemistry'],
      [1, 'glucose; platelet; platelet count; neutrophils; sodium; g/dl; meq/l; ng/ml'],
    ],
  },
  {
    type: 'referral',
    label: 'referral',
    category: 'referral',
    requires: ['patient_name'],
    phrases: [
      [5, 'referral form; referral letter; referral request; referral order'],
      [4, 'reason for referral'],
      [3, 'thank you for seeing'],
      [2, 'referred to; referring provider'],
    ],
  },
  {
    type: 'service-request',
    label: 'order for a service',
    category: 'order',
    requires: [],
    phrases: [
      [5, 'imaging order; physician order'],
      [4, 'order form'],
      [2, 'ordering provider; order date'],
    ],
  },
  {
    type: 'procedure-note',
    label: 'procedure note',
    category: 'procedure',
    requires: ['service_date'],
    phrases: [
      [6, 'operative report; operative note; procedure note'],
      [3, 'preoperative diagnosis; postoperative diagnosis; estimated blood loss'],
      [2, 'anesthesia'],
    ],
  },
  {
    type: 'medication-list',
    label: 'medication list',
    category: 'medication',
    requires: [],
    phrases: [
      [5, 'medication list'],
      [4, 'current medications; active medications; medication reconciliation'],
      [2, 'refills'],
      [1, 'sig; dosage'],
    ],
  },
  {
    type: 'consent',
    label: 'consent form',
    category: 'consent',
    requires: [],
    phrases: [
      [5, 'consent form; informed consent; consent to treatment; consent for treatment'],
      [4, 'hipaa authorization'],
      [3, 'i hereby authorize; i consent'],
    ],
  },
  {
    type: 'problem-list',
    label: 'list of diagnoses',
    category: 'clinical-visit',
    requires: [],
    phrases: [
      [5, 'problem list; list of diagnoses'],
      [4, 'active problems'],
    ],
  },
  {
    type: 'patient-demographics',
    label: 'patient details',
    category: 'registration',
    requires: [],
    phrases: [
      [6, 'face sheet; patient demographics'],
      [5, 'patient registration'],
      [2, 'emergency contact'],
    ],
  },
  /** The kind of a text that identifies a patient or contains a code, but matches no other rule. */
  {
    type: 'supporting-document',
    label: 'supporting document',
    category: 'other',
    requires: [],
    phrases: [],
  },
];

/** The kinds of record that a doctor orders at a visit. A record of these kinds must not have a date before the first visit. */
export const ORDERED_AT_A_VISIT: readonly string[] = [
  'prior-auth-form',
  'service-request',
  'referral',
  'imaging-report',
];

/** The kinds of record in which a code requests a service. Such a code does not prove that the service took place. */
export const REQUEST_TYPES: readonly string[] = ['prior-auth-form', 'service-request', 'referral'];

const LABELS = new Map(RECORD_RULES.map((rule) => [rule.type, rule.label]));

export function labelFor(type: string): string {
  return LABELS.get(type) ?? type.replaceAll('-', ' ');
}
