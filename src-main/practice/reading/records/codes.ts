// Regular expressions of procedure codes. `CODE` matches a CPT code (five digits, or four digits and F, T or U) or an HCPCS code (a letter
// and four digits). `NOT_LONGER` matches where a code ends. A modifier such as the "-RT" of 73721-RT may follow a code.
const NOT_LONGER = String.raw`(?![\w%]|\.\d|-(?!(?:\d\d|[A-Z]{2})\b))`;
const CODE = String.raw`(?:\d{5}|\d{4}[FTU]|[A-V]\d{4})`;
const PROCEDURE = new RegExp(String.raw`(?<![\w.$-])${CODE}${NOT_LONGER}`, 'g');
const PROCEDURE_AT_START = new RegExp(String.raw`^(?:[-*•●]\s*)?${CODE}${NOT_LONGER}`);
const SPEAKS_OF_CODES =
  /\b(?:CPT|HCPCS|(?:procedure|service|billing|requested) codes?|procedures?(?: requested)?(?=\s*:))\b/i;

/** Matches a text that ends with a label, such as "zip code". Five digits after such a label are not a procedure code. */
const OTHER_LABEL =
  /\b(?:zip(?: code)?|(?:member|patient|group|policy|tax|claim) (?:id|no|number)|phone|fax|tel|npi|mrn|box|account|group)[.:#]*\s*#?$/i;
const STATE =
  /(?:, ?[A-Z]{2}|\b(?:A[KLRZ]|C[AOT]|D[CE]|FL|GA|I[ADL]|K[SY]|LA|M[ADINOST]|N[CDEHJMVY]|OH|PA|RI|S[CD]|T[NX]|UT|V[AT]|W[AIVY])),?\s*$/;

const DIAGNOSIS = /(?<![\w.-])[A-TV-Z]\d[\dA-Z](?:\.[\dA-Z]{1,4})?(?![\w.-]*\w)/g;
const SPEAKS_OF_DIAGNOSES = /\bICD(?:-?10)?\b|\bdiagnos[ei]s\b|\bdx\b|\bindication\b|\bassessment\b/i;

/**
 * Returns the procedure codes in a text. A number counts as a code on a line after words such as CPT, or at the start of a line under a
 * heading with such words. Other numbers do not count, because zip codes have five digits too.
 */
export function findProcedureCodes(text: string): string[] {
  const found = new Set<string>();
  let underHeading = false;
  for (const line of text.split('\n')) {
    const words = SPEAKS_OF_CODES.exec(line);
    if (words !== null) {
      const codes = codesIn(line.slice(words.index));
      for (const code of codes) found.add(code);
      underHeading = codes.length === 0;
    } else if (underHeading && PROCEDURE_AT_START.test(line.trim())) {
      const code = codesIn(line)[0];
      if (code !== undefined) found.add(code);
    } else if (line.trim() !== '') underHeading = false;
  }
  return [...found];
}

/** Whether the text contains the code as a separate word that is not another kind of number, such as a zip code. */
export function mentionsCode(text: string, code: string): boolean {
  const wanted = code.trim();
  if (wanted === '') return false;
  for (let at = text.indexOf(wanted); at >= 0; at = text.indexOf(wanted, at + 1)) {
    const after = text.slice(at + wanted.length, at + wanted.length + 4);
    const whole = !/[\w.$-]/.test(text.charAt(at - 1)) && new RegExp(`^${NOT_LONGER}`).test(after);
    if (whole && !isOtherNumber(text, at)) return true;
  }
  return false;
}

/** Returns the ICD-10 codes on a line that mentions a diagnosis and on the next line. A code without a point needs "ICD" on its line. */
export function findDiagnosisCodes(text: string): string[] {
  const found = new Set<string>();
  let near = false;
  for (const line of text.split('\n')) {
    const speaks = SPEAKS_OF_DIAGNOSES.test(line);
    if (speaks || near) {
      for (const [code] of line.matchAll(DIAGNOSIS))
        if (code.includes('.') || /\bICD/i.test(line)) found.add(code);
    }
    near = speaks;
  }
  return [...found];
}

function codesIn(text: string): string[] {
  return [...text.matchAll(PROCEDURE)]
    .filter((match) => !isOtherNumber(text, match.index))
    .map((match) => match[0]);
}

function isOtherNumber(text: string, at: number): boolean {
  const before = text.slice(Math.max(0, at - 24), at);
  return OTHER_LABEL.test(before) || STATE.test(before);
}
