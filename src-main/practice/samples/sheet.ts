import { Buffer } from 'node:buffer';

const LEFT = 56;
const COLUMN = 250;
const LABEL_WIDTH = 104;

/** A page of a document, which is printed as a PDF page or as plain text. */
export interface Sheet {
  readonly letterhead: string;
  readonly title: string;
  readonly rows: readonly Readonly<Record<string, string>>[];
  /** The paragraphs of the page, by heading. */
  readonly parts: Readonly<Record<string, string>>;
}

export function sheetAsText({ letterhead, title, rows, parts }: Sheet): string {
  const rowOf = (row: Sheet['rows'][number]) =>
    Object.entries(row)
      .map(([label, value]) => `${label}: ${value}`)
      .join('    ');
  const partLines = Object.entries(parts).flatMap(([heading, text]) => ['', heading.toUpperCase(), text]);
  return `${[letterhead, title, '', ...rows.map(rowOf), ...partLines].join('\n')}\n`;
}

/** Prints each sheet as a page of one PDF. The same sheets and `now` give the same bytes. */
export async function sheetsAsPdf(sheets: readonly Sheet[], now: Date): Promise<Uint8Array> {
  const Title = sheets[0]?.title ?? '';
  const info = { Title, Producer: 'Clearfolder samples', CreationDate: now, ModDate: now };
  // pdfkit is a third of all code that the program would load at its start. Only practice mode needs pdfkit, so this function loads pdfkit.
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
    Object.entries(row).forEach(([label, value], column) => {
      const x = LEFT + column * COLUMN;
      pdf.font('Helvetica-Bold').fontSize(10).text(`${label}:`, x, y, { lineBreak: false });
      pdf.font('Helvetica').text(value, x + LABEL_WIDTH, y, { lineBreak: false });
    });
    y += 19;
  }
  pdf.y = y + 8;
  for (const [heading, text] of Object.entries(sheet.parts)) {
    const top = pdf.y + 8;
    pdf.font('Helvetica-Bold').fontSize(11).text(heading, LEFT, top);
    const below = pdf.y + 3;
    pdf.font('Helvetica').fontSize(10).text(text, LEFT, below, { width: 500 });
  }
}
