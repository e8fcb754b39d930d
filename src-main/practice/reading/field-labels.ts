/** How the labels of each property are written on paper, best first. Data for `fields.ts`; the value follows the label. */
export interface FieldLabels {
  readonly property: string;
  readonly kind: 'name' | 'date' | 'identifier' | 'text';
  readonly labels: readonly RegExp[];
}

const BEGINS_A_DATE = String.raw`(?=\s+(?:\d{1,4}[/.-]\d|\d{1,2}(?:st|nd|rd|th)? [A-Za-z]{3}|[A-Za-z]{3,9}\.? \d))`;
/** A date that a sentence gives to what was done: "Office visit on 2026-10-02". What is planned, or was done before, is another date. */
const DONE_ON = new RegExp(
  String.raw`(?<!\b(?:next|follow-?\s?up|return|scheduled|planned|upcoming|last|previous|prior|earlier)(?:\s+[a-z]{1,20})?\s+)` +
    String.raw`\b(?:visit|encounter|consultation|seen|examined|evaluated|exam(?:ination)?|performed|collected|discharged)` +
    String.raw`(?:\s+[\p{L}.]{1,20}){0,4}?\s+(?:on|of|dated)${BEGINS_A_DATE}`,
  'iu',
);

export const FIELD_LABELS: readonly FieldLabels[] = [
  {
    property: 'patient_name',
    kind: 'name',
    labels: [
      /\b(?:patient|member)(?:['’]s)?(?: full)? name\b/i,
      /\bname of (?:the )?(?:patient|member)\b/i,
      /(?<=^|\n| {2})patient(?=\s*:)/i,
      /(?<=^|\n) ?(?:full )?name(?=\s*:)/i,
    ],
  },
  {
    property: 'date_of_birth',
    kind: 'date',
    labels: [/\bdate of birth\b/i, /\bbirth ?date\b/i, /\bD\.?O\.?B\b\.?/i],
  },
  {
    property: 'member_id',
    kind: 'identifier',
    labels: [
      /\bmember(?:ship)? (?:id(?:entification)?|no|number|#)/i,
      /\b(?:insurance|subscriber|beneficiary|medicaid|medicare|cigna|aetna|health plan) (?:id(?:entification)?|no|number|#)/i,
    ],
  },
  {
    property: 'service_date',
    kind: 'date',
    labels: [
      /\bdate of (?:service|visit|encounter|exam(?:ination)?|study|procedure|request|referral|collection|order|consent)\b/i,
      /\b(?:service|visit|encounter|exam|study|procedure|request|referral|order|discharge|appointment) date\b/i,
      /\bDOS\b/,
      /\b(?:specimen )?collect(?:ed|ion date)(?: on)?\b/i,
      /\b(?:pathology|lab(?:oratory)?|imaging|radiology) report(?: date)?(?=:? *\d)/i,
      /\b(?:date signed|signed on|report(?:ed)? (?:date|on)|date reported)\b/i,
      /(?<=^|\n| {2})date(?=\s*:)/i,
      DONE_ON,
    ],
  },
  {
    property: 'valid_until',
    kind: 'date',
    labels: [
      /\bvalid (?:through|thru|until|to)\b/i,
      /\b(?:expires|expiration date|expiry date|coverage ends?)\b/i,
    ],
  },
  {
    property: 'provider',
    kind: 'name',
    labels: [
      /\b(?:physician|provider|prescriber|practitioner|surgeon|radiologist)(?:['’]s)? name\b/i,
      /\b(?:(?:ordering|referring|requesting|rendering|attending|treating) )(?:physician|provider|practitioner)\b/i,
      /(?<=^|\n| {2})(?:provider|physician|clinician|seen by|radiologist|signed by)(?=\s*:)/i,
    ],
  },
  {
    property: 'diagnosis',
    kind: 'text',
    labels: [
      /\b(?:primary )?diagnosis(?: related to use)?(?=\s*:)/i,
      /\bassessment(?=\s*:)/i,
      /\bindication(?=\s*:)/i,
    ],
  },
];
