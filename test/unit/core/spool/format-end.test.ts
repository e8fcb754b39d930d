import { open, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { judgeContent } from '../../../../src-main/core/spool/format-end.ts';
import { DOCUMENTS, type Sample } from '../../../support/document-samples/all.ts';
import { noise } from '../../../support/document-samples/bytes.ts';
import { box, brand, compound, longBox, riff } from '../../../support/document-samples/containers.ts';
import { linearizedPdf, wholePdf } from '../../../support/document-samples/pdf.ts';
import { bmp, jpeg, tiff } from '../../../support/document-samples/pictures.ts';
import { tempDir } from '../../../support/temp-dir.ts';

/** Judges the first `size` bytes of a file. */
async function judge(
  name: string,
  bytes: Buffer,
  sizes: readonly number[] = [bytes.length],
): Promise<string[]> {
  await using dir = await tempDir('format');
  await writeFile(dir.at('f'), bytes);
  const handle = await open(dir.at('f'));
  try {
    const found: string[] = [];
    for (const size of sizes) found.push(await judgeContent(handle, { path: name, size }));
    return found;
  } finally {
    await handle.close();
  }
}

const upTo = (length: number) => Array.from({ length }, (_, n) => n);
const endOf = ({ bytes, end }: Sample) => end ?? bytes.length;

for (const [title, sample] of Object.entries(DOCUMENTS)) {
  const { name, bytes, without } = sample;

  it(`${title}: a whole file is whole`, async () => {
    expect(await judge(name, bytes)).toEqual([without === 'end' ? 'unknown' : 'whole']);
  });

  it(`${title}: no part of the file is taken for the whole file`, async () => {
    const parts = upTo(endOf(sample)).slice(1);
    const found = await judge(name, bytes, parts);
    const taken = parts.filter((size, n) => found[n] === 'whole' && !sample.alsoWhole?.includes(size));
    expect(taken).toEqual([]);
    if (without === undefined) {
      const long = parts.filter((size) => size >= (sample.tells ?? 300));
      const untold = long.filter((size) => found[size - 1] === 'unknown' && !sample.untold?.(size));
      expect(untold).toEqual([]);
    }
  });

  if (sample.trailers !== false)
    it(`${title}: bytes behind the end do not make the file unfinished`, async () => {
      for (const trailer of [
        Buffer.alloc(3),
        Buffer.alloc(9000),
        Buffer.from('\r\n  \n'),
        Buffer.from('<html><body>Error 500</body></html>\n'),
      ]) {
        const [found] = await judge(name, Buffer.concat([bytes, trailer]));
        if (sample.trailers !== 'perhaps') expect(found).toBe('whole');
        expect(found).not.toBe('file.unfinished');
      }
    });

  if (sample.reserved !== false)
    it(`${title}: a part with reserved space behind the part is unfinished`, async () => {
      const part = bytes.subarray(0, Math.floor(endOf(sample) * 0.6));
      expect(await judge(name, Buffer.concat([part, Buffer.alloc(70_000)]))).toEqual(['file.unfinished']);
    });
}

/** A TIFF of one strip, with its directory first. `compression`: the value of the tag 259. */
function tiffOf(compression: number, strip: Buffer): Buffer {
  const directory = Buffer.alloc(8 + 2 + 3 * 12 + 4);
  directory.write('II*\0\x08\0\0\0\x03\0', 'latin1');
  const values = [
    [259, compression],
    [273, directory.length],
    [279, strip.length],
  ] as const;
  for (const [n, [tag, value]] of values.entries()) {
    const at = 10 + 12 * n;
    directory.writeUInt16LE(tag, at);
    directory.writeUInt16LE(4, at + 2);
    directory.writeUInt32LE(1, at + 4);
    directory.writeUInt32LE(value, at + 8);
  }
  return Buffer.concat([directory, strip]);
}

const BODY = noise(20_000);
const MOVIE = [brand('M4A '), box('moov', box('mvhd', noise(100)))];
const RESERVED: Readonly<
  Record<string, readonly [name: string, bytes: Buffer, 'file.unfinished' | 'unknown']>
> = {
  'a compressed TIFF': ['a.tif', tiffOf(4, BODY), 'file.unfinished'],
  'an uncompressed TIFF': ['a.tif', tiffOf(1, BODY), 'unknown'],
  HEIC: [
    'a.heic',
    Buffer.concat([brand('heic'), box('meta', noise(200)), box('mdat', BODY)]),
    'file.unfinished',
  ],
  'M4A with its data last': ['a.m4a', Buffer.concat([...MOVIE, box('mdat', BODY)]), 'file.unfinished'],
  'M4A with its index last': [
    'a.m4a',
    Buffer.concat([brand('M4A '), box('mdat', noise(100)), box('moov', BODY)]),
    'unknown',
  ],
  WEBP: ['a.webp', riff('WEBP', ['VP8 ', BODY]), 'file.unfinished'],
  WAV: ['a.wav', riff('WAVE', ['fmt ', noise(16)], ['data', BODY]), 'unknown'],
  BMP: ['a.bmp', bmp(600), 'unknown'],
  DOC: ['a.doc', compound(60), 'unknown'],
  'a text': ['a.txt', Buffer.from('Dear colleague, the patient is well.\n'.repeat(500)), 'file.unfinished'],
  HL7: ['a.hl7', Buffer.from('MSH|^~\\&|A|B|||20260101||ORU^R01|1|P|2.5\r'.repeat(400)), 'file.unfinished'],
  XML: ['a.xml', Buffer.from(`<a>${'<b>text</b>'.repeat(2000)}</a>`), 'file.unfinished'],
};

it.each(Object.entries(RESERVED))(
  '%s: a copy that reserved the space of the whole file, as Windows copies, is not whole before the copy ends',
  async (_, [name, bytes, expected]) => {
    expect(await judge(name, bytes)).not.toEqual(['file.unfinished']);
    const copy = Buffer.from(bytes);
    copy.fill(0, Math.floor(copy.length * 0.6));
    expect(await judge(name, copy)).toEqual([expected]);
    // Uncompressed data can have zeros at its end. Such a file must not be held.
    expect(await judge(name, Buffer.concat([bytes, Buffer.alloc(9000)]))).toEqual([
      /txt|hl7/.test(name) ? 'file.unfinished' : 'whole',
    ]);
  },
);

it('PDF: a revision that is not finished is held, also where the writer stopped early', async () => {
  const first = wholePdf(1);
  for (const more of [
    '1',
    '12 0',
    '12 0 ob',
    '12 0 obj\n<< /Type',
    'xref\n0 1',
    'startxref',
    '\0\n\0 5 0 obj',
    '% note\n5 0 obj',
    '%PDF-1.4',
  ])
    expect([more, ...(await judge('a.pdf', Buffer.from(`${first}${more}`, 'latin1')))]).toEqual([
      more,
      'file.unfinished',
    ]);
  for (const more of ['2026-11-28 printed', '%', 'objection', '\x1a', '0x', 'Page 3 of 5'])
    expect([more, ...(await judge('a.pdf', Buffer.from(`${first}${more}`, 'latin1')))]).toEqual([
      more,
      'whole',
    ]);
});

it('PDF: a linearized PDF has the length that its first object gives, and may have further revisions', async () => {
  const text = linearizedPdf();
  const firstEnd = text.indexOf('%%EOF') + 6;
  expect(
    await judge('a.pdf', Buffer.from(text, 'latin1'), [firstEnd, text.length - 40, text.length]),
  ).toEqual(['file.unfinished', 'file.unfinished', 'whole']);
  expect(await judge('a.pdf', Buffer.from(text + wholePdf(2).slice(wholePdf(1).length), 'latin1'))).toEqual([
    'whole',
  ]);
});

it('JPEG: the trailer of a phone, further pictures and a film behind the picture are no part of the picture', async () => {
  const film = Buffer.concat([longBox('ftyp', Buffer.alloc(8)), Buffer.alloc(300_000, 7)]);
  for (const trailer of [Buffer.from('SEFHe\0\0\0\x01SEFT'), jpeg(), jpeg().subarray(0, 400), film])
    expect(await judge('a.jpg', Buffer.concat([jpeg(), trailer]))).toEqual(['whole']);
});

it('JSON of other programs is text, and only open brackets or strings make JSON unfinished', async () => {
  const cases: readonly (readonly [string, string])[] = [
    ['{"a": 1}\n{"a": 2}\n', 'whole'],
    ['{"a": 1}\n{"a": 2}', 'whole'],
    ['{"a": 1}\n{"a": ', 'file.unfinished'],
    ['{"a": NaN, "b": [Infinity]}', 'whole'],
    ['{"a": NaN, "b": [Infinity', 'file.unfinished'],
    ['{"a": "]}', 'file.unfinished'],
    ['{"a": "\\"}', 'file.unfinished'],
    ['{"a": "\\"}"}', 'whole'],
    ['{"a": "it', 'file.unfinished'],
    ['["a",\n"it\'s', 'file.unfinished'],
    ['["a" is a quote"\nof a letter\n', 'whole'],
  ];
  for (const [text, expected] of cases)
    expect([text, ...(await judge('a.json', Buffer.from(text)))]).toEqual([text, expected]);
});

it('a web page with the name of another type is a web page, and office files and text may be web pages', async () => {
  const pages = [
    '<!DOCTYPE html>',
    '\uFEFF\n<HTML lang="en">',
    '<!-- saved -->\n<html>',
    '<?xml version="1.0"?><!doctype html><html>',
    '<body>',
  ];
  for (const page of pages)
    for (const [name, expected] of [
      ['a.pdf', 'file.web-page'],
      ['A.JPG', 'file.web-page'],
      ['a.docx', 'file.web-page'],
      ['a.xls', 'unknown'],
      ['a.txt', 'unknown'],
    ] as const) {
      const [found] = await judge(name, Buffer.from(page));
      expect([page, name, found === 'file.web-page' ? found : 'unknown']).toEqual([page, name, expected]);
    }
  expect(await judge('a.pdf', Buffer.from('<header> of a letter'))).toEqual(['unknown']);
  expect(await judge('a.pdf', Buffer.from(`<html>\n${wholePdf()}`, 'latin1'))).toEqual(['whole']);
});

it('XML: the root element ends the document, whatever quotes, comments and open elements it has', async () => {
  const whole = [
    '<a/>',
    `<!DOCTYPE a [\n<!-- it's ]> --><!ELEMENT a (b)*>\n<!ENTITY b "</a>">\n] >\n<a>&b;</a>`,
    '<?xml version="1.0"?><!DOCTYPE html><html><br><p>text</html>',
    '<a><!-- </a> --><![CDATA[</a>]]><b c="</a>" d=\'>\'/></a> trailing',
    '\uFEFF<?xml version="1.0"?>\n<x:a xmlns:x="u"><a></a></x:a>\n',
    `<a>${'<a>'.repeat(50)}${'</a>'.repeat(50)}</a>`,
  ];
  const cut = [
    '<a',
    '<a b="/>',
    '<!DOCTYPE a [<!ENTITY b "c">]><a>',
    '<a><!-- </a>',
    '<a><![CDATA[</a>',
    '<a><a></a>',
    '<?xml version="1.0"?>',
    '<a></a',
    '<a></ab>',
  ];
  for (const text of whole)
    expect([text, ...(await judge('a.xml', Buffer.from(text)))]).toEqual([text, 'whole']);
  for (const text of cut)
    expect([text, ...(await judge('a.xml', Buffer.from(text)))]).toEqual([text, 'file.unfinished']);
  const wide = Buffer.from('\uFEFF<?xml version="1.0"?><a>ü</a>', 'utf16le');
  expect(await judge('a.xml', wide, [wide.length - 2, wide.length])).toEqual(['file.unfinished', 'whole']);
  const long = Buffer.from(`<a>${'<b c="d">e</b>'.repeat(100_000)}</a>\n`);
  expect(await judge('a.xml', long, [800_000, long.length - 2, long.length])).toEqual([
    'file.unfinished',
    'file.unfinished',
    'whole',
  ]);
});

it('RIFF: writers that count the header too, and writers that do not know the length, are believed', async () => {
  const wave = riff('WAVE', ['fmt ', Buffer.alloc(16)], ['data', Buffer.alloc(100, 1)]);
  const said = (length: number) => {
    const bytes = Buffer.from(wave);
    bytes.writeUInt32LE(length, 4);
    return bytes;
  };
  expect(await judge('a.wav', said(wave.length))).toEqual(['whole']);
  expect(await judge('a.wav', said(wave.length), [wave.length - 1])).toEqual(['file.unfinished']);
  for (const length of [0, 0xffff_ffff]) expect(await judge('a.wav', said(length))).toEqual(['unknown']);
});

it('hostile files get a definite answer', async () => {
  const loop = tiff({ first: true });
  loop.writeUInt32LE(8, 8 + 2 + 4 * 12);
  const many = tiff({ first: true });
  many.writeUInt32LE(0xffff_fff0, 8 + 2 + 2 * 12 + 4);
  const zeroChunks = Buffer.concat([
    Buffer.from('89504e470d0a1a0a', 'hex'),
    ...Array.from({ length: 200_000 }, () => Buffer.from('\0\0\0\0IDAT\0\0\0\0')),
  ]);
  const braces = Buffer.from(`{\\rtf1 ${'{'.repeat(3_000_000)}`);
  const table = Buffer.alloc(1024, 0);
  Buffer.from('d0cf11e0a1b11ae1', 'hex').copy(table);
  table.writeUInt16LE(9, 30);
  table.writeUInt32LE(0xffff_ffff, 44);
  expect(await judge('a.tif', loop)).toEqual(['whole']);
  expect(await judge('a.tif', many)).toEqual(['file.unfinished']);
  expect(await judge('a.png', zeroChunks)).toEqual(['file.unfinished']);
  expect(await judge('a.rtf', braces)).toEqual(['file.unfinished']);
  expect(await judge('a.doc', table)).toEqual(['unknown']);
  expect(await judge('a.xml', Buffer.from('<a '.repeat(1_000_000)))).toEqual(['file.unfinished']);
});
