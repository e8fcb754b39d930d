import { findDiagnosisCodes, findProcedureCodes } from './codes.ts';
import { findDate } from './dates.ts';

/** The properties of a record. A property that the record does not contain is absent. Dates are `YYYY-MM-DD`. */
export interface Fields {
  readonly [property: string]: string | readonly string[];
}

// Matches the name of a person: two to six words that begin with a letter. A text that does not match is usually the next label.
const NAME =
  /^(?:(?:dr|mr|mrs|ms)\.? )?\p{L}[\p{L}.'’-]*(?:,? \p{L}[\p{L}.'’-]*){1,5}(?:, ?(?:MD|DO|NP|PA|RN|PhD))?/u;
// How many years after `latestYear` a two-digit year may be. An expiry date may be in the future; a date of birth may not.
const AHEAD: Readonly<Record<string, number>> = { service_date: 1, valid_until: 50 };
const NOT_A_NAME =
  /\b(?:dea|npi|tin|specialty|information|required|date|birth|phone|name|address|due to|number|id)\b/i;

/** Reads labeled properties and codes from a text. A two-digit year is at most `latestYear` plus the years in `AHEAD`. */
export function extractFields(text: string, latestYear: number): Fields {
  const fields: Record<string, string | readonly string[]> = {};
  for (const { property, kind, labels } of FIELD_LABELS) {
    const value = firstValue(text, labels, (place) => {
      switch (kind) {
        case 'name':
          return pick(place, asName);
        case 'date':
          return pick(place, (value) => findDate(value.slice(0, 40), latestYear + (AHEAD[property] ?? 0)));
        case 'identifier':
          return pick(place, asIdentifier);
        case 'text':
          return asText(place.value);
      }
    });
    if (value !== null) fields[property] = value;
  }
  const procedures = findProcedureCodes(text);
  if (procedures.length > 0) fields['procedure_codes'] = procedures;
  const diagnoses = findDiagnosisCodes(text);
  if (diagnoses.length > 0) fields['diagnosis_codes'] = diagnoses;
  return fields;
}

/** Returns the value after a label with the name of the property, such as "Auth number:" for `auth_number`; null without such a label. */
export function findLabelled(text: string, property: string): string | null {
  const spelled = property.replace(/[^a-zA-Z0-9]+/g, ' ').trim();
  if (spelled === '') return null;
  const label = new RegExp(String.raw`\b${spelled.replaceAll(' ', '[ _-]?')}\b(?=\s*[:#])`, 'i');
  return firstValue(text, [label], (place) => asText(place.value));
}

// The surroundings of a label in a text whose columns are separated by two spaces. `value` is the rest of the cell that contains the label.
// `column` is the index of this cell in its line. `below` has the cells of the next line.
interface Place {
  readonly value: string;
  readonly column: number;
  readonly below: readonly string[];
}

// Limits against malicious texts: the number of matches of a label to try, and the characters to search before and after a match.
const TRIES = 200;
const LINE_ROOM = 600;

function firstValue(
  text: string,
  labels: readonly RegExp[],
  read: (place: Place) => string | null,
): string | null {
  for (const label of labels) {
    let tries = 0;
    for (const match of text.matchAll(new RegExp(label.source, `${label.flags}g`))) {
      const value = read(placeOf(text, match.index, match.index + match[0].length));
      if (value !== null) return value;
      tries += 1;
      if (tries >= TRIES) break;
    }
  }
  return null;
}

function placeOf(text: string, from: number, to: number): Place {
  const before = text.slice(Math.max(0, from - LINE_ROOM), from);
  const [own = '', next = ''] = text.slice(to, to + LINE_ROOM).split('\n', 2);
  const value = own.replace(/^\s*(?:\(s\))?\s*#?\s*(?:[:=]|[-–] )?[\s_]*/, '');
  return {
    value: (value.split('  ')[0] ?? '').trim(),
    column:
      before
        .slice(before.lastIndexOf('\n') + 1)
        .trimStart()
        .split('  ').length - 1,
    below: next.trim().split('  '),
  };
}

// The value is in the cell of the label. If this cell has no value, the value is in the next line: in the same column or the only cell.
function pick(place: Place, read: (value: string) => string | null): string | null {
  if (place.value !== '' && !startsWithLabel(place.value)) return read(place.value);
  const below = place.below.length === 1 ? place.below[0] : place.below[place.column];
  return below === undefined || startsWithLabel(below) ? null : read(below);
}

const startsWithLabel = (value: string): boolean =>
  /^\*? ?[\p{L}][\p{L}\d ()#'’/-]{0,40}:/u.test(value) || value.startsWith('*');

function asName(value: string): string | null {
  const name = NAME.exec(value)?.[0].trim() ?? null;
  return name === null || NOT_A_NAME.test(name) ? null : name;
}

function asIdentifier(value: string): string | null {
  const id = /^[A-Z0-9][A-Z0-9-]{2,29}(?![\w-])/i.exec(value)?.[0] ?? null;
  return id !== null && /\d/.test(id) ? id.toUpperCase() : null;
}

function asText(value: string): string | null {
  const text = value.replace(/_{2,}/g, ' ').trim();
  return /[\p{L}\d]/u.test(text) && !startsWithLabel(text) ? text.slice(0, 120) : null;
}

/** The usual labels of a property. The value follows the label. An earlier label takes precedence over a later label. */
export interface FieldLabels {
  readonly property: string;
  readonly kind: 'name' | 'date' | 'identifier' | 'text';
  readonly labels: readonly RegExp[];
}

const BEGINS_A_DATE = String.raw`(?=\s+(?:\d{1,4}[/.-]\d|\d{1,2}(?:st|nd|rd|th)? [A-Za-z]{3}|[A-Za-z]{3,9}\.? \d))`;
// Matches words such as "visit on" before the date of a completed service. Words before the date of a planned service do not match.
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
