import { Buffer } from 'node:buffer';
import type { Sheet } from './sheet.ts';

const LEFT = 56;
const COLUMN = 250;
const LABEL_WIDTH = 104;

/** Prints sheets as the pages of one PDF. The bytes depend on the sheets and `now` alone. */
export async function sheetsAsPdf(sheets: readonly Sheet[], now: Date): Promise<Uint8Array> {
  const info = {
    Title: sheets[0]?.title ?? '',
    Producer: 'Clearfolder samples',
    CreationDate: now,
    ModDate: now,
  };
  // Loaded by the first practice alone: it is a third of what every start of the program would load.
  const { default: PDFDocument } = await import('pdfkit');
  const pdf = new PDFDocument({ size: 'LETTER', margin: LEFT, autoFirstPage: false, info });
  const chunks: Buffer[] = [];
  const ended = new Promise<void>((resolve, reject) => {
    pdf.on('data', (chunk: Buffer) => chunks.push(chunk));
    pdf.on('end', resolve);
    pdf.on('error', reject);
  });
  sheets.forEach((sheet, index) => {
    pdf.addPage();
    printSheet(pdf, sheet);
    const footer = `Invented patient, for practice only. Page ${index + 1} of ${sheets.length}`;
    pdf.font('Helvetica').fontSize(8).fillColor('#666666').text(footer, LEFT, 724, { lineBreak: false });
  });
  pdf.end();
  await ended;
  return new Uint8Array(Buffer.concat(chunks));
}

function printSheet(pdf: PDFKit.PDFDocument, sheet: Sheet): void {
  pdf.font('Helvetica').fontSize(10).fillColor('#335577').text(sheet.letterhead, LEFT, 50);
  pdf.moveTo(LEFT, 66).lineTo(556, 66).strokeColor('#335577').stroke();
  pdf.font('Helvetica-Bold').fontSize(16).fillColor('#000000').text(sheet.title, LEFT, 78);
  let y = 112;
  for (const row of sheet.rows) {
    row.forEach(([label, value], column) => {
      const x = LEFT + column * COLUMN;
      pdf.font('Helvetica-Bold').fontSize(10).text(`${label}:`, x, y, { lineBreak: false });
      pdf.font('Helvetica').text(value, x + LABEL_WIDTH, y, { lineBreak: false });
    });
    y += 19;
  }
  pdf.y = y + 8;
  for (const { heading, text } of sheet.parts) {
    pdf
      .font('Helvetica-Bold')
      .fontSize(11)
      .text(heading, LEFT, pdf.y + 8);
    pdf
      .font('Helvetica')
      .fontSize(10)
      .text(text, LEFT, pdf.y + 3, { width: 500 });
  }
}
