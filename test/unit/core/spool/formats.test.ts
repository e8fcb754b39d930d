import { open, stat, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { sha256OfFile } from '../../../../src-main/core/share-io/file-identity.ts';
import { faultOfContent } from '../../../../src-main/core/spool/format-end.ts';
import { createSpool } from '../../../../src-main/core/spool/spool.ts';
import { PRIVATE_FILE } from '../../../support/file-modes.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { pdf } from '../folders/intake-bench.ts';

const PNG = Buffer.from(
  'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg==',
  'base64',
);
const GIF = Buffer.from('R0lGODlhAQABAIAAAAAAAP///yH5BAEAAAAALAAAAAABAAEAAAIBRAA7', 'base64');
const JPEG = Buffer.concat([
  Buffer.from([0xff, 0xd8, 0xff, 0xe0, 0, 16]),
  Buffer.from('JFIF\0'),
  Buffer.alloc(200, 1),
  Buffer.from([0xff, 0xd9]),
]);
const ZIP = Buffer.concat([
  Buffer.from([0x50, 0x4b, 3, 4]),
  Buffer.alloc(100, 1),
  Buffer.from([0x50, 0x4b, 5, 6]),
  Buffer.alloc(18),
]);
/** What older Office programs wrote begins so. */
const CONTAINER = Buffer.concat([
  Buffer.from([0xd0, 0xcf, 0x11, 0xe0, 0xa1, 0xb1, 0x1a, 0xe1]),
  Buffer.alloc(600),
]);

async function ends(bytes: Buffer | string): Promise<boolean> {
  await using dir = await tempDir('format');
  await writeFile(dir.at('f'), bytes);
  const handle = await open(dir.at('f'));
  try {
    return (
      (await faultOfContent(handle, { path: 'f', size: (await handle.stat()).size })) !== 'file.unfinished'
    );
  } finally {
    await handle.close();
  }
}

const complete = { pdf: Buffer.from(pdf('x'.repeat(3000))), PNG, GIF, JPEG, ZIP };
for (const [name, bytes] of Object.entries(complete)) {
  it(`is seen in a ${name}, and missed when cut off or followed by reserved space`, async () => {
    expect(await ends(bytes)).toBe(true);
    expect(await ends(bytes.subarray(0, bytes.length - 24))).toBe(false);
    expect(await ends(Buffer.concat([bytes.subarray(0, bytes.length - 24), Buffer.alloc(70_000)]))).toBe(
      false,
    );
  });
}

it('the end of a format is asked of JSON, told by how it begins, and not of other text', async () => {
  expect(await ends('{"a": [1, 2]}')).toBe(true);
  expect(await ends('\uFEFF [ {"a": 1} ]\n')).toBe(true);
  expect(await ends('{"a": [1, 2')).toBe(false);
  expect(await ends('[{"a": 1}, ')).toBe(false);
  expect(await ends('[2026-01-01] started')).toBe(true);
  expect(await ends('plain words')).toBe(true);
  expect(await ends(Buffer.concat([Buffer.from('["'), Buffer.alloc(600, 0xfe)]))).toBe(true);
  expect(await ends(`["${'ü'.repeat(600)}`)).toBe(false);
  expect(await ends(`[" ${'ü'.repeat(600)}`)).toBe(false);
  expect(await ends(Buffer.alloc(5000))).toBe(false);
});

const cases: [string, Buffer | string, string][] = [
  ['a.json', '{"a":1}', 'application/json'],
  ['a.txt', ' \n{"a":1}\n', 'application/json'],
  ['a.json', '[{"a":1}]', 'text/plain'],
  ['a.txt', '[{"a":1}]', 'text/plain'],
  ['a.json', '[]', 'text/plain'],
  ['a.json', '5', 'text/plain'],
  ['a.json', 'null', 'text/plain'],
  ['a.json', '{"a":NaN}', 'text/plain'],
  ['a.json', '{"a":1}\n{"a":2}\n', 'text/plain'],
  ['a.json', '"just a text"', 'text/plain'],
  ['a.json', '{broken', 'text/plain'],
  ['note.pdf', 'Grüße, in Worten', 'text/plain'],
  ['a.txt', pdf('ascii only'), 'application/pdf'],
  ['a.pdf', PNG, 'image/png'],
  ['a', GIF, 'image/gif'],
  ['a.txt', JPEG, 'image/jpeg'],
  ['a.bin', Buffer.from([0, 1, 2, 3, 250, 251]), 'application/octet-stream'],
  ['a', Buffer.from([0x47, 0xfc, 0x6e]), 'application/octet-stream'],
  ['a.txt', Buffer.from([0x47, 0xfc, 0x6e]), 'text/plain'],
  ['export.CSV', Buffer.from('Name;Straße\nMüller;Weg 1\n', 'latin1'), 'text/plain'],
  ['a.hl7', Buffer.from('MSH|^~\\&|A|B\rPID|1||Müller\r', 'latin1'), 'text/plain'],
  ['notepad.txt', Buffer.from('\uFEFFPatient: Smith', 'utf16le'), 'text/plain'],
  ['swapped.txt', Buffer.from('\uFEFFPatient: Smith', 'utf16le').swap16(), 'text/plain'],
  ['many.txt', Buffer.from(`\uFEFF${'x'.repeat(2048)}😀`, 'utf16le'), 'text/plain'],
  ['odd.txt', Buffer.from([0xff, 0xfe, 0x41, 0, 0x42]), 'application/octet-stream'],
  ['zeros.txt', Buffer.from([0x47, 0xfc, 0, 0x6e]), 'application/octet-stream'],
  ['marked.txt', Buffer.from([0xff, 0xfe, 0, 0, 1, 0]), 'application/octet-stream'],
  ['a.json', Buffer.from('{"name": "Müller"}', 'latin1'), 'text/plain'],
  ['a.json', Buffer.from('\uFEFF{"a": 1}', 'utf16le'), 'text/plain'],
  ['a.json', '\uFEFF{"a": 1}', 'text/plain'],
  [
    'late.pdf',
    Buffer.concat([Buffer.from('\n'), Buffer.from(pdf('binary \xe2\xe3'), 'latin1')]),
    'application/pdf',
  ],
  ['late.pdf', `\n${pdf('ascii only')}`, 'application/pdf'],
  ['late.txt', 'What begins with %PDF- is a PDF.', 'text/plain'],
  ['old.doc', CONTAINER, 'application/msword'],
  ['old.XLS', CONTAINER, 'application/vnd.ms-excel'],
  ['old.ppt', CONTAINER, 'application/vnd.ms-powerpoint'],
  ['mail.msg', CONTAINER, 'application/vnd.ms-outlook'],
  ['scan.pdf', CONTAINER, 'application/x-cfb'],
];
for (const [name, bytes, expected] of cases) {
  it(`takes ${name} with ${String(bytes)
    .slice(0, 12)
    .replace(/[^\w ]/g, '.')} for ${expected}`, async () => {
    await using dir = await tempDir('media');
    const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
    await writeFile(dir.at(name), bytes);
    const frozen = await spool.freeze(dir.at(name));
    expect(frozen.mediaType).toBe(expected);
    expect((await stat(spool.pathOf(frozen.spoolName))).mode & 0o777).toBe(PRIVATE_FILE);
    expect(await sha256OfFile(spool.pathOf(frozen.spoolName))).toBe(frozen.sha256);
  });
}

it('sees text whose letters lie across two pieces', async () => {
  await using dir = await tempDir('media');
  const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
  await writeFile(dir.at('t.txt'), `x${'ü'.repeat(700_000)}`);
  expect((await spool.freeze(dir.at('t.txt'))).mediaType).toBe('text/plain');
});

it('sees a byte that no text has behind any number of pieces, also after the text stopped being UTF-8', async () => {
  await using dir = await tempDir('media');
  const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
  await writeFile(
    dir.at('t.txt'),
    Buffer.concat([Buffer.from([0xfc]), Buffer.alloc(2 ** 21, 'x'), Buffer.from([0])]),
  );
  expect((await spool.freeze(dir.at('t.txt'))).mediaType).toBe('application/octet-stream');
});
