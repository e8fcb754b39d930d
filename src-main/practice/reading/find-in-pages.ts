import { setImmediate as nextTurn } from 'node:timers/promises';
import { classifyPages } from './classify.ts';
import { hasWords } from './document.ts';
import { extractFields, type Fields } from './fields.ts';
import type { Finding } from './finding.ts';
import { LIMITS } from './limits.ts';

/** Finds the medical records in the pages of one document. Ranges that say nothing medical give no record. */
export async function findInPages(
  inputUuid: string,
  pages: readonly string[],
  latestYear: number,
): Promise<Finding[]> {
  const findings: Finding[] = [];
  for (const range of classifyPages(pages).slice(0, LIMITS.recordsPerFile)) {
    await nextTurn();
    const text = range.pages.join('\n');
    if (!hasWords(text)) continue;
    const fields = extractFields(text, latestYear);
    const type = range.type ?? (isAboutAPatient(fields) ? 'supporting-document' : null);
    if (type !== null) findings.push({ inputUuid, type, start: range.start, pages: range.pages, fields });
  }
  return findings;
}

function isAboutAPatient(fields: Fields): boolean {
  if (fields['procedure_codes'] !== undefined || fields['diagnosis_codes'] !== undefined) return true;
  const identity = ['patient_name', 'date_of_birth', 'member_id'].filter((key) => fields[key] !== undefined);
  return identity.length >= 2;
}
