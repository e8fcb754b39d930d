import {
  type CaseFile,
  type Concern,
  codesFound,
  codesTouched,
  dated,
  joinWords,
  listTypes,
  namesCode,
} from './case-file.ts';
import { normaliseId, normaliseName } from './patient.ts';
import { ageInDays } from './records/dates.ts';
import { findLabelled } from './records/fields.ts';
import { type Finding, textField } from './records/finding.ts';
import { propertyLabel, propertyName } from './records/properties.ts';
import { labelFor, ORDERED_AT_A_VISIT, RECORD_RULES, REQUEST_TYPES } from './records/record-rules.ts';

/** Returns one concern for each missing kind of record and each missing property. Each of these concerns makes the Task wait. */
export function checkMissing(file: CaseFile): Concern[] {
  const types = new Set(file.findings.map((finding) => finding.type));
  const records = file.spec.requiredRecords
    .filter((type) => !types.has(type))
    .map((type) => ({
      key: 'task.medical_record.missing',
      message: `No ${labelFor(type)} was found among the documents. Send this document to continue.`,
      medical_record_type: type,
    }));
  const data = file.spec.requiredData
    .filter((property) => !hasData(file, property))
    .map((property) => ({
      key: 'task.data.missing',
      message: `The ${propertyLabel(property)} is in none of the documents. Send the value as data, or send a document that shows the value.`,
      property,
    }));
  return [...records, ...data].map((issue) => ({ issue, effect: 'waits', codes: 'all' }));
}

/** Returns a concern for each property that the found records of a kind need and lack. The Task waits if request_spec requires the kind. */
export function checkRecordsComplete(file: CaseFile): Concern[] {
  return RECORD_RULES.flatMap((rule) => {
    const records = file.findings.filter((finding) => finding.type === rule.type);
    if (records.length === 0) return [];
    const lacking = rule.requires.filter(
      (property) =>
        !file.data.has(property) && records.every((record) => record.fields[property] === undefined),
    );
    const required = file.spec.requiredRecords.includes(rule.type);
    return lacking.map(
      (property): Concern => ({
        issue: {
          key: 'medical_record.data.missing',
          message: `The ${rule.label} does not show a ${propertyLabel(property)}. Send a copy that shows this value, or send the value as data.`,
          property,
          medical_record_type: rule.type,
        },
        effect: required ? 'waits' : 'remark',
        codes: required ? 'all' : [],
      }),
    );
  });
}

function hasData(file: CaseFile, property: string): boolean {
  const name = propertyName(property);
  if (file.data.has(name)) return true;
  return file.findings.some(
    (finding) =>
      finding.fields[name] !== undefined ||
      finding.pages.some((page) => findLabelled(page, property) !== null),
  );
}

const COMPARED: readonly { readonly property: string; readonly normalise: (value: string) => string }[] = [
  { property: 'patient_name', normalise: normaliseName },
  { property: 'date_of_birth', normalise: (date) => date },
  { property: 'member_id', normalise: normaliseId },
];

/** Returns a concern for each property of the patient (name, date of birth, member id) whose values in the documents or the data differ. */
export function checkConsistent(file: CaseFile): Concern[] {
  return COMPARED.flatMap(({ property, normalise }) => {
    const sources = file.findings.map((finding) => ({ finding, value: textField(finding, property) }));
    const supplied = { finding: null, value: file.data.get(property) ?? null };
    const given = [...sources, supplied].flatMap(({ finding, value }) =>
      value === null ? [] : [{ finding, value }],
    );
    const versions = [...Map.groupBy(given, ({ value }) => normalise(value)).values()];
    if (versions.length < 2) return [];
    const said = versions.map((version) => {
      const findings = version.flatMap(({ finding }) => finding ?? []);
      const places = findings.length > 0 ? [listTypes(findings)] : [];
      if (findings.length < version.length) places.push('the data you sent');
      return `"${version[0]?.value}" in ${joinWords(places)}`;
    });
    const concern: Concern = {
      issue: {
        key: 'task.data.inconsistent',
        message: `The documents do not agree on the ${propertyLabel(property)}: ${joinWords(said)}. Check that all documents belong to the same patient, and send corrected documents.`,
        property,
      },
      effect: 'blocks',
      codes:
        supplied.value === null
          ? codesTouched(
              file,
              given.flatMap(({ finding }) => finding ?? []),
            )
          : 'all',
    };
    return [concern];
  });
}

/** Returns a concern for each kind of record whose newest record is too old for request_spec, or whose records have all expired. */
export function checkAge(file: CaseFile): Concern[] {
  const concerns: Concern[] = [];
  const limit = file.spec.maxAgeDays;
  for (const type of new Set(file.findings.map((finding) => finding.type))) {
    const ofType = file.findings.filter((finding) => finding.type === type);
    const newest = dated(ofType).toSorted((a, b) => b.date.localeCompare(a.date))[0];
    const age = newest === undefined ? 0 : ageInDays(newest.date, file.now);
    if (limit !== null && newest !== undefined && age > limit) {
      const text = `The ${labelFor(type)} is from ${newest.date}, ${age} days ago; at most ${limit} days are allowed. Send a newer document.`;
      concerns.push(expired(file, type, text, [newest.finding]));
    }
    const ends = ofType.map((finding) => textField(finding, 'valid_until'));
    const last = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
    // "Valid until" includes the whole day. The time zone of the day is unknown, so the check allows one more day.
    if (last !== null && ageInDays(last, file.now) > 1) {
      const text = `The ${labelFor(type)} was valid until ${last}. Send the current document.`;
      concerns.push(expired(file, type, text, ofType));
    }
  }
  return concerns;
}

/** Returns a concern for each record that a visit must order (a request or an imaging report) and whose date is before the first visit. */
export function checkSequence(file: CaseFile): Concern[] {
  const visits = dated(file.findings.filter((finding) => finding.type === 'patient-visit'));
  const first = visits.map((visit) => visit.date).toSorted()[0];
  if (first === undefined) return [];
  const early = dated(file.findings).filter(
    ({ finding, date }) => ORDERED_AT_A_VISIT.includes(finding.type) && date < first,
  );
  return early.map(
    ({ finding, date }): Concern => ({
      issue: {
        key: 'task.medical_record.incorrect_sequence',
        message: `The ${labelFor(finding.type)} is dated ${date}, before the first patient visit on ${first} at which it should have been ordered. Check the dates, or send the earlier visit note.`,
        medical_record_type: finding.type,
      },
      effect: 'blocks',
      codes: codesTouched(file, [finding]),
    }),
  );
}

function expired(file: CaseFile, type: string, message: string, findings: readonly Finding[]): Concern {
  return {
    issue: { key: 'task.medical_record.expired', message, medical_record_type: type },
    effect: 'blocks',
    codes: codesTouched(file, findings),
  };
}

/** Returns concerns about codes that no document contains, about codes that only requests contain, and about a missing diagnosis. */
export function checkCodes(file: CaseFile): Concern[] {
  const supplied = codesFound([], file.data);
  const hasDiagnosis =
    file.data.has('diagnosis') ||
    file.data.has('diagnosis_codes') ||
    file.findings.some(
      ({ fields }) => fields['diagnosis_codes'] !== undefined || fields['diagnosis'] !== undefined,
    );
  return file.codes.flatMap((code) => {
    const naming = file.findings.filter((finding) => namesCode(finding, code));
    const concerns: Concern[] = [];
    if (naming.length === 0 && !supplied.includes(code)) {
      concerns.push({
        issue: {
          key: 'task.logic.fail',
          message: `The requested code ${code} is in none of the documents. Send a document that names the code, or correct the request.`,
          code,
        },
        effect: 'blocks',
        codes: [code],
      });
    } else if (naming.length > 0 && naming.every((finding) => REQUEST_TYPES.includes(finding.type))) {
      concerns.push(
        warning(code, `Only ${listTypes(naming)} names the code ${code}; no visit note or report does.`),
      );
    }
    if (!hasDiagnosis) concerns.push(warning(code, `No document gives a diagnosis for the code ${code}.`));
    return concerns;
  });
}

const warning = (code: string, message: string): Concern => ({
  issue: { key: 'task.logic.warning', message, code },
  effect: 'warns',
  codes: [code],
});
