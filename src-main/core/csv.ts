import { stringify } from 'csv-stringify/sync';

/** Spreadsheet programs need the byte order mark to read accented names. It comes first in a file. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Cell = string | number | null;

/**
 * Returns rows as CSV with CRLF. All texts are quoted, because some spreadsheet programs take a semicolon for the end of a cell. A leading
 * apostrophe keeps spreadsheet programs from running a text as a formula, and from changing digits that are no quantity, such as 00123.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asText(cell) : cell))),
    { record_delimiter: '\r\n', quoted_string: true },
  );
}

// Programs differ in what they skip before a formula, and in whether they take a later line of a cell for a cell.
const FORMULA = /(?<=^|[\r\n])(?=[^\S\r\n]*[=+\-@＝＋－＠])/g;
const CONTROL = /^[\t\r\n]/;
const DIGITS = /^(0\d+|\d{12,})$/;

function asText(text: string): string {
  const safe = text.replaceAll(FORMULA, "'");
  return CONTROL.test(safe) || DIGITS.test(safe) ? `'${safe}` : safe;
}
