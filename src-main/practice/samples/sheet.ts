/** One page of a paper document, before it is a PDF page or plain text. */
export interface Sheet {
  readonly letterhead: string;
  readonly title: string;
  /** Up to two labelled values side by side, as forms have them. */
  readonly rows: readonly (readonly (readonly [label: string, value: string])[])[];
  readonly parts: readonly { readonly heading: string; readonly text: string }[];
}

/** The sheet as a printed text file. */
export function sheetAsText(sheet: Sheet): string {
  const rows = sheet.rows.map((row) => row.map(([label, value]) => `${label}: ${value}`).join('    '));
  const parts = sheet.parts.flatMap(({ heading, text }) => ['', heading.toUpperCase(), text]);
  return `${[sheet.letterhead, sheet.title, '', ...rows, ...parts].join('\n')}\n`;
}
