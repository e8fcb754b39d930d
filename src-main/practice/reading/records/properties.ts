/** Maps each alternative name of a property to the standard name of the property. */
const ALIASES: Readonly<Record<string, string>> = {
  dob: 'date_of_birth',
  birth_date: 'date_of_birth',
  birthdate: 'date_of_birth',
  name: 'patient_name',
  member_name: 'patient_name',
  member_number: 'member_id',
  insurance_id: 'member_id',
  subscriber_id: 'member_id',
  date_of_service: 'service_date',
  visit_date: 'service_date',
  codes: 'procedure_codes',
  procedure_code: 'procedure_codes',
  cpt_code: 'procedure_codes',
  cpt_codes: 'procedure_codes',
};

/** Returns the standard name of a property: "memberId", "Member ID" and "insurance_id" all become `member_id`. */
export function propertyName(key: string): string {
  const snake = key
    .trim()
    .replace(/([a-z0-9])([A-Z])/g, '$1_$2')
    .replace(/[^A-Za-z0-9]+/g, '_')
    .toLowerCase();
  return Object.hasOwn(ALIASES, snake) ? (ALIASES[snake] ?? snake) : snake;
}

export function propertyLabel(property: string): string {
  return property
    .replaceAll(/[_-]+/g, ' ')
    .trim()
    .replace(/\bid\b/gi, 'ID');
}
