import { type CaseFile, type Concern, codesFound, listTypes, namesCode } from './case-file.ts';
import { REQUEST_TYPES } from './record-types.ts';

/** The checks of each code by itself: is it named anywhere, by more than the request, and is there a diagnosis. */
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
          message: `The requested code ${code} is in none of the documents. Send a document that names it, or correct the request.`,
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
