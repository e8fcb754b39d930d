import { type CaseFile, type Concern, codesTouched, dated, joinWords, listTypes } from './case-file.ts';
import { ageInDays } from './dates.ts';
import { type Finding, textField } from './finding.ts';
import { normaliseId, normaliseName } from './identity.ts';
import { propertyLabel } from './properties.ts';
import { labelFor, ORDERED_AT_A_VISIT } from './record-types.ts';

const COMPARED: readonly { readonly property: string; readonly normalise: (value: string) => string }[] = [
  { property: 'patient_name', normalise: normaliseName },
  { property: 'date_of_birth', normalise: (date) => date },
  { property: 'member_id', normalise: normaliseId },
];

/** Documents that do not agree on whom they are about. */
export function checkConsistent(file: CaseFile): Concern[] {
  return COMPARED.flatMap(({ property, normalise }) => {
    const versions = new Map<string, { shown: string; findings: Finding[]; supplied: boolean }>();
    const add = (value: string): { shown: string; findings: Finding[]; supplied: boolean } => {
      const key = normalise(value);
      const version = versions.get(key) ?? { shown: value, findings: [], supplied: false };
      versions.set(key, version);
      return version;
    };
    for (const finding of file.findings) {
      const value = textField(finding, property);
      if (value !== null) add(value).findings.push(finding);
    }
    const supplied = file.data.get(property);
    if (supplied !== undefined) add(supplied).supplied = true;
    if (versions.size < 2) return [];
    const all = [...versions.values()];
    const said = all.map(({ shown, findings, supplied: asData }) => {
      const places = [findings.length > 0 ? listTypes(findings) : '', asData ? 'the data you sent' : ''];
      return `"${shown}" in ${joinWords(places.filter((place) => place !== ''))}`;
    });
    const concern: Concern = {
      issue: {
        key: 'task.data.inconsistent',
        message: `The documents do not agree on the ${propertyLabel(property)}: ${joinWords(said)}. Check that all of them belong to the same patient and send a corrected packet.`,
        property,
      },
      effect: 'blocks',
      codes: all.some((version) => version.supplied)
        ? 'all'
        : codesTouched(
            file,
            all.flatMap((version) => version.findings),
          ),
    };
    return [concern];
  });
}

/** Kinds whose newest record is older than allowed, and insurance cards past their last day. */
export function checkAge(file: CaseFile): Concern[] {
  const concerns: Concern[] = [];
  const limit = file.spec.maxAgeDays;
  for (const type of new Set(file.findings.map((finding) => finding.type))) {
    const ofType = file.findings.filter((finding) => finding.type === type);
    const newest = dated(ofType).toSorted((a, b) => b.date.localeCompare(a.date))[0];
    const age = newest === undefined ? 0 : ageInDays(newest.date, file.now);
    if (limit !== null && newest !== undefined && age > limit) {
      const text = `The ${labelFor(type)} is from ${newest.date}, ${age} days ago; at most ${limit} days are allowed. Send a newer one.`;
      concerns.push(expired(file, type, text, [newest.finding]));
    }
    const ends = ofType.map((finding) => textField(finding, 'valid_until'));
    const last = ends.includes(null) ? null : (ends.toSorted().at(-1) ?? null);
    // Valid through a day means until that day ends, wherever the clinic is.
    if (last !== null && ageInDays(last, file.now) > 1) {
      const text = `The ${labelFor(type)} was valid until ${last}. Send the current one.`;
      concerns.push(expired(file, type, text, ofType));
    }
  }
  return concerns;
}

/** Requests and imaging dated before the first visit, where they must have been ordered. */
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
