import { Buffer } from 'node:buffer';
import PDFDocument from 'pdfkit';
import { expect, it } from 'vitest';
import { readPdf } from '../../../../src-main/practice/reading/files/read-input.ts';
import { LIMITS } from '../../../../src-main/practice/reading/limits.ts';
import { hostilePdfs, SPOILT } from '../../../endurance/hostile/files/hostile-pdfs.ts';
import { seededRandom } from '../../../support/random.ts';

const printed = async (
  draw: (pdf: PDFKit.PDFDocument) => void,
  options: PDFKit.PDFDocumentOptions = {},
): Promise<Uint8Array> => {
  const pdf = new PDFDocument(options);
  const chunks: Buffer[] = [];
  pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
  const ended = new Promise((resolve) => pdf.on('end', resolve));
  draw(pdf);
  pdf.end();
  await ended;
  return Buffer.concat(chunks);
};

/** Two pages, the second not where the table says: pdf.js looks for it ahead of time, and nobody hears what that gives. */
const lostPage = (): Uint8Array =>
  Buffer.from(
    `%PDF-1.4
%âãÏÓ
1 0 obj
<< /Type /Catalog /Pages 2 0 R >>
endobj
2 0 obj
<< /Type /Pages /Kids [4 0 R 6 0 R] /Count 2 >>
endobj
3 0 obj
<< /Typa /Font /Subtype /Type1 /BaseFont /Helvetica /Encoding /WinAnsiEncoding >>
endobj
4 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 ° 612 792]$/.esources << /Font << /F1 3 0 R >> >> /Contents 5 0 R >>
endobj
5 0 obj
<< /Length 116 >>
stream
BT /F1 11 Tf 14 TL 54 738 Td
(Patient name: Jane Roe) Tj T*
(Member ID: LHP-393) Tj T*
(0.8020745448302478) Tj T*
ET
endstream
endobj
6 0 obj
<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Resources << /Font << /F1 3 00R >> >> /Cïntents 7 0 R >>
endobj
7 0 obj
<< /Length 55 >>
stream
BT /F1 11 Tf 14 TL 54 738 Td
(second page 393) Tj T*
ET
endstream
endobj
xref
0 8
0 5f 15 0n 64 0n 7 0n 4 0n 0 0n 7 0n 3 0n
trailer<</Root 1 0R>>startxref748`,
    'latin1',
  );

it('puts a form back in order: values drawn last stand beside their labels', async () => {
  const bytes = await printed((pdf) => {
    pdf.text('Patient name:', 50, 100, { lineBreak: false });
    pdf.text('Date of birth:', 300, 100, { lineBreak: false });
    pdf.text('Next line', 50, 130, { lineBreak: false });
    pdf.text('Jane Doe', 150, 102, { lineBreak: false });
    pdf.text('01/02/1980', 400, 99, { lineBreak: false });
  });
  expect(await readPdf(bytes)).toEqual({
    kind: 'pages',
    pages: ['Patient name:  Jane Doe  Date of birth:  01/02/1980\nNext line'],
    truncated: false,
  });
});

it('reads what is typed into form fields and notes', async () => {
  const bytes = await printed((pdf) => {
    pdf.font('Helvetica').initForm();
    pdf.text('Member ID:', 50, 100, { lineBreak: false });
    pdf.formText('member', 150, 95, 200, 20, { value: 'LHP-1' });
  });
  expect(await readPdf(bytes)).toMatchObject({ pages: ['Member ID:  LHP-1'] });
});

it('leaves the bytes it was given untouched, and gives the same twice', async () => {
  const bytes = await printed((pdf) => pdf.text('Hello'));
  const before = Buffer.from(bytes);
  const first = await readPdf(bytes);
  expect(before.equals(bytes)).toBe(true);
  expect(await readPdf(bytes)).toEqual(first);
});

it('says unreadable for rubbish, truncation, emptiness and a password', async () => {
  const good = await printed((pdf) => pdf.text('Hello'));
  const locked = await printed((pdf) => pdf.text('Secret'), { userPassword: 'x', ownerPassword: 'y' });
  const bad = [
    Buffer.from('%PDF-1.7\nrubbish'),
    good.subarray(0, 60),
    new Uint8Array(),
    Buffer.alloc(5000, 7),
    locked,
  ];
  for (const bytes of bad) expect(await readPdf(bytes)).toEqual({ kind: 'unreadable', format: 'PDF' });
});

it('stops at the page and text limits and says so', async () => {
  const many = await printed((pdf) => {
    for (let page = 1; page < LIMITS.pages + 40; page += 1) pdf.addPage();
  });
  const result = await readPdf(many);
  expect(result).toMatchObject({ kind: 'pages', truncated: true });
  expect(result.kind === 'pages' ? result.pages.length : 0).toBe(LIMITS.pages);
  const dense = await printed((pdf) => {
    for (let line = 0; line < 1200; line += 1)
      pdf.fontSize(4).text('word '.repeat(40), 5, 5 + (line % 190) * 4, { lineBreak: false });
  });
  const crowded = await readPdf(dense);
  expect(crowded.kind === 'pages' ? (crowded.pages[0] ?? '').length : 0).toBeLessThanOrEqual(
    LIMITS.charactersPerPage,
  );
});

it('lets no document end the program, nor spoil the next, by what pdf.js leaves behind', async () => {
  const stray = lostPage();
  const good = await printed((pdf) => pdf.text('Hello'));
  for (const bytes of [stray, good, stray, good, good]) {
    const read = await readPdf(bytes);
    if (bytes === good) expect(read).toMatchObject({ pages: ['Hello'] });
  }
});

it('lets the rest of the app run between pages', async () => {
  const bytes = await printed((pdf) => {
    for (let page = 1; page < 20; page += 1) pdf.addPage().text(`page ${page}`);
  });
  let turns = 0;
  let done = false;
  const count = (): void => {
    turns += 1;
    if (!done) setImmediate(count);
  };
  setImmediate(count);
  await readPdf(bytes);
  done = true;
  expect(turns).toBeGreaterThan(20);
});

it('does not unpack what would fill the memory, however often it is packed', async () => {
  const bombs = [...hostilePdfs(2 * Object.keys(SPOILT).length, seededRandom(1))].filter(({ kind }) =>
    kind.startsWith('a bomb'),
  );
  expect(bombs).toHaveLength(4);
  for (const { bytes } of bombs) expect(await readPdf(bytes)).toEqual({ kind: 'opaque', why: 'too-large' });
  expect(process.resourceUsage().maxRSS).toBeLessThan(1_500_000);
});
