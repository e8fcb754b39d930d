import { type Ending, lastIndexOf, type Reader } from './reader.ts';

const EOF_MARK = '%%EOF';
/** The maximum length of what other programs leave behind the end of a PDF, such as NULs up to the end of a block. */
const BEHIND = 8 * 1024 * 1024;
const BLANK = /^[\0\s]+/;
const COMMENT = /^%(?!PDF-)[^\r\n]*[\r\n]+[\0\s]*/;
/** The beginning of an object, of a cross-reference or of another PDF, which a writer has not finished yet. */
const REVISION = /^(\d+\s+\d+\s+obj\b|xref\b|trailer\b|startxref\b|endstream\b|endobj\b|%PDF-)/;
/** The same, cut off within its first word. */
const CUT =
  /^(\d+(\s+(\d+(\s+(ob?)?)?)?)?|xre?|st(a(r(t(x(r(ef?)?)?)?)?)?)?|tr(a(i(l(er?)?)?)?)?|%P(D(F-?)?)?)$/;

/**
 * A linearized PDF has the length that its `/L` names. Other PDFs end with `%%EOF`. Bytes behind the last `%%EOF` that begin another
 * revision are a revision that a writer has not finished; NULs, blanks or a web page behind `%%EOF` are not a part of the document.
 */
export async function endOfPdf(reader: Reader): Promise<Ending> {
  const head = (await reader.at(0, 2048)).toString('latin1');
  const length = /\/Linearized\b/.test(head) ? /\/L\s+(\d{1,15})\b/.exec(head)?.[1] : undefined;
  if (Number(length ?? 0) > reader.size) return 'unfinished';
  const last = await lastIndexOf(reader, EOF_MARK, BEHIND);
  if (last === null) return 'unfinished';
  let behind = (await reader.at(last + EOF_MARK.length, 2048)).toString('latin1').replace(BLANK, '');
  while (COMMENT.test(behind)) behind = behind.replace(COMMENT, '');
  return REVISION.test(behind) || CUT.test(behind) ? 'unfinished' : 'whole';
}
