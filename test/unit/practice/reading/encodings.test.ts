import { expect, test } from 'vitest';
import { readInput } from '../../../../src-main/practice/reading/files/read-input.ts';

const NOTE = 'Patient: Jörg Müller';
const marked = Buffer.from(`\uFEFF${NOTE}`, 'utf16le');

test.each([
  ['UTF-8', Buffer.from(NOTE)],
  ['a code page', Buffer.from(NOTE, 'latin1')],
  ['UTF-16', marked],
  ['UTF-16 with the high byte first', Buffer.from(marked).swap16()],
])('text is read as %s', async (_, bytes) => {
  const input = { uuid: 'a', kind: 'file', tag: 'upload', name: null, mediaType: 'text/plain' } as const;
  expect(await readInput({ ...input, bytes: async () => bytes })).toEqual({
    kind: 'pages',
    pages: [NOTE],
    truncated: false,
  });
});
