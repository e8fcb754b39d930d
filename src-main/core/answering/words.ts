/** An identifier such as `insurance-card` or `member_id` as a person reads it. */
export function plainName(identifier: string): string {
  const words = identifier
    .replace(/([a-z0-9])([A-Z])/g, '$1 $2')
    .replace(/[-_./\s]+/g, ' ')
    .trim()
    .toLowerCase();
  return words === ''
    ? 'unknown'
    : words.replace(/\b(id|npi|dob|mrn|icd|cpt)\b/g, (word) => word.toUpperCase());
}
