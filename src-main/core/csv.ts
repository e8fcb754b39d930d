import { stringify } from 'csv-stringify/sync';

/** The first character of a CSV file. Without the byte order mark, some spreadsheet programs show accented letters wrong. */
export const BYTE_ORDER_MARK = '\ufeff';

export type Cell = string | number | null;

/**
 * Returns rows as CSV text with CRLF line ends. All texts are quoted, because some spreadsheet programs end a cell at a semicolon. A
 * leading apostrophe keeps spreadsheet programs from running a text as a formula, and from changing an identifier such as 00123 into a
 * number.
 */
export function csvLines(rows: readonly (readonly Cell[])[]): string {
  return stringify(
    rows.map((row) => row.map((cell) => (typeof cell === 'string' ? asText(cell) : cell))),
    { record_delimiter: '\r\n', quoted_string: true },
  );
}

// Matches the place before a formula. Some programs skip spaces before a formula, and some run a formula in a later line of a cell.
const FORMULA = /(?<=^|[\r\n])(?=[^\S\r\n]*[=+\-@＝＋－＠])/g;
const CONTROL = /^[\t\r\n]/;
const DIGITS = /^(0\d+|\d{12,})$/;

function asText(text: string): string {
  const safe = text.replaceAll(FORMULA, "'");
  return CONTROL.test(safe) || DIGITS.test(safe) ? `'${safe}` : safe;
}
