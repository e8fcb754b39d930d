/** A PDF with a cross-reference. `revisions`: how often the PDF was saved, each time with a change at the end. */
export function wholePdf(revisions = 1): string {
  let text = '%PDF-1.7\n%\u00e2\u00e3\u00cf\u00d3\n';
  for (let revision = 1; revision <= revisions; revision++) {
    const object = text.length;
    text += `${revision} 0 obj\n<< /Length 400 >>\nstream\n${'x'.repeat(400)}\nendstream\nendobj\n`;
    const table = text.length;
    text += `xref\n0 1\n0000000000 65535 f \n${revision} 1\n${`${object}`.padStart(10, '0')} 00000 n \n`;
    text += `trailer\n<< /Size ${revision + 1} /Root 1 0 R >>\nstartxref\n${table}\n%%EOF\n`;
  }
  return text;
}

/** A PDF as for the web: its first page has an end of its own, and its first object gives the length of the file. */
export function linearizedPdf(): string {
  const withLength = (length: string) =>
    `%PDF-1.7\n1 0 obj\n<< /Linearized 1 /L ${length} /H [ 500 50 ] /O 3 /E 700 /N 2 /T 900 >>\nendobj\nxref\n0 1\n0000000000 65535 f \ntrailer\n<< /Size 9 >>\nstartxref\n0\n%%EOF\n${wholePdf().slice(15)}`;
  const { length } = withLength('000000');
  return withLength(`${length}`.padStart(6, '0'));
}
