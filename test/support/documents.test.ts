import { extractText, getDocumentProxy } from 'unpdf';
import { expect, it } from 'vitest';
import { pdfDocument } from './pdf-document.ts';
import { randomBytes, randomInt, seededRandom } from './random.ts';

it('makes a PDF whose text a PDF reader finds, of exactly the size asked for', async () => {
  const pages = ['Patient: Ada (Test)\nMember ID: M\\1', 'Second page'];
  for (const bytes of [undefined, 5_000, 9_999, 10_000, 123_456]) {
    const pdf = pdfDocument(bytes === undefined ? { pages } : { pages, bytes });
    if (bytes !== undefined) expect(pdf.length).toBe(bytes);
    const read = await extractText(await getDocumentProxy(new Uint8Array(pdf)));
    expect(read.totalPages).toBe(2);
    expect(read.text[0]).toContain('Patient: Ada (Test)');
    expect(read.text[0]).toContain('Member ID: M\\1');
    expect(pdf.subarray(-6).toString()).toBe('%%EOF\n');
  }
  expect(() => pdfDocument({ pages, bytes: 100 })).toThrow(/cannot have exactly 100 bytes/);
});

it('names the byte at which the cross-reference table of a PDF begins', () => {
  const pdf = pdfDocument({ pages: ['x'], bytes: 4_000 }).toString('latin1');
  const start = Number(/startxref\n(\d+)\n/.exec(pdf)?.[1]);
  expect(pdf.slice(start, start + 5)).toBe('xref\n');
  const offsets = [...pdf.slice(start).matchAll(/^(\d{10}) 00000 n/gm)].map((match) => Number(match[1]));
  for (const [index, at] of offsets.entries())
    expect(pdf.slice(at)).toMatch(new RegExp(`^${index + 1} 0 obj`));
});

it('repeats itself for a seed, and stays within its bounds', () => {
  expect(randomBytes(seededRandom(1), 1_001)).toEqual(randomBytes(seededRandom(1), 1_001));
  expect(randomBytes(seededRandom(1), 1_001)).not.toEqual(randomBytes(seededRandom(2), 1_001));
  const random = seededRandom(5);
  const drawn = new Set(Array.from({ length: 500 }, () => randomInt(random, 3, 6)));
  expect([...drawn].sort()).toEqual([3, 4, 5, 6]);
});
