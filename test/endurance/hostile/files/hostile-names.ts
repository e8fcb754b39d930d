import { type Random, randomInt } from '../../../support/random.ts';

const LONGEST = 255;
/** Control characters, spaces, bidirectional marks, composed and decomposed letters, and text that looks like a multipart header. */
const PIECES = [
  ...['\n', '\r\n', '\t', '\x01', '\x7f', '\u0085', '\u2028', '. ', ' ', '"\r\nContent-Type: x\r\n\r\n'],
  ...[
    '\u{1f468}\u200d\u{1f469}\u200d\u{1f467}',
    '\u202e',
    '\u2066',
    '\u200f',
    '\ufeff',
    '\ufffd',
    '\u{1f9fe}',
  ],
  ...[
    '\u00e9',
    'e\u0301',
    '\u1e9b\u0323',
    '\u0130',
    '\u00df',
    '\u4e2d\u6587',
    '\u05d0\u05d1',
    '"; name="task_type',
  ],
  ...`" ' \\ ; = & %22 %2e%2e%2f %00 .. - -- $(id) \`id\` * ? [a] {b} ! ~ # <b> | : @`.split(' '),
  ...`CON con NUL aux LPT1 filename*=utf-8''x a B 0 .pdf .PDF`.split(' '),
];

const bytesOf = (name: string) => Buffer.byteLength(name);

/** A name of hostile pieces, also at the beginning and the end, sometimes with the longest 255 bytes. */
function oneName(number: number, random: Random): string {
  const piece = () => PIECES[randomInt(random, 0, PIECES.length - 1)] ?? '';
  let name = random() < 0.1 ? 'x' : piece();
  for (let left = randomInt(random, 0, 11); left > 0; left -= 1) {
    const next = piece();
    if (bytesOf(name + next) < 200) name += next;
  }
  const end = ` PATIENTNAME ${number}${random() < 0.5 ? '.pdf' : ''}${random() < 0.5 ? piece() : ''}`;
  if (random() < 0.2) name += 'n'.repeat(LONGEST - bytesOf(name + end));
  return name + end;
}

/** The junk rule for the name, or null when the file must be sent. */
export function leftOutBy(name: string): string | null {
  if (name.startsWith('~$')) return 'office-lock';
  return name.startsWith('.') ? 'hidden' : null;
}

/** So many different names, among them twins that differ only in Unicode composition or only in case. */
export function hostileNames(count: number, random: Random): string[] {
  const names = new Set<string>();
  const add = (name: string) => bytesOf(name) <= LONGEST && names.add(name);
  for (let number = 0; names.size < count; number += 1) {
    const name = oneName(number, random);
    add(name);
    const kind = number % 8;
    if (kind === 0) for (const form of ['NFC', 'NFD'] as const) add(`twin \u00e9 ${name}`.normalize(form));
    if (kind === 1) for (const twin of [`Case ${number}.pdf`, `case ${number}.pdf`]) add(twin);
  }
  return [...names].slice(0, count);
}

/** Different names whose bytes are no UTF-8. */
export function illegibleNames(count: number, random: Random): Buffer[] {
  return Array.from({ length: count }, (_, number) =>
    Buffer.concat([
      Buffer.from([[0xff, 0xfe, 0xc3, 0xed, 0x80][number % 5] ?? 0xff]),
      Buffer.from(`PATIENTNAME ${randomInt(random, 0, 2)}-${number % 3 === 0 ? 'twin' : number}.pdf`),
      Buffer.from([0xc0 + (Math.floor(number / 5) % 32)]),
    ]),
  );
}
