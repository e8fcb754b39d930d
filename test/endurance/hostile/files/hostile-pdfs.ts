import { deflateSync } from 'node:zlib';
import { pdfDocument } from '../../../support/pdf-document.ts';
import { type Random, randomBytes, randomInt } from '../../../support/random.ts';

const MIB = 1024 * 1024;
const END = Buffer.from('\n%%EOF\n');
const text = (words: string) => Buffer.from(words, 'latin1');

/** One page with this content stream and filter, without a valid cross-reference table. */
function onePage(content: Buffer, filter: string, extra = ''): Buffer {
  return Buffer.concat([
    text('%PDF-1.7\n1 0 obj\n<< /Type /Catalog /Pages 2 0 R >>\nendobj\n'),
    text('2 0 obj\n<< /Type /Pages /Kids [3 0 R] /Count 1 >>\nendobj\n'),
    text('3 0 obj\n<< /Type /Page /Parent 2 0 R /MediaBox [0 0 612 792] /Contents 4 0 R >>\nendobj\n'),
    text(`4 0 obj\n<< /Length ${content.length} /Filter ${filter} >>\nstream\n`),
    content,
    text(`\nendstream\nendobj\n${extra}trailer\n<< /Size 5 /Root 1 0 R >>\nstartxref\n9\n%%EOF\n`),
  ]);
}

type Make = (good: Buffer, random: Random) => Buffer;

/** The joints of a PDF: after each word that begins or ends a part. */
function joints(good: Buffer): number[] {
  const found = good.toString('latin1').matchAll(/\bobj|endobj|stream|xref|trailer|startxref|%%EOF/g);
  return [...found].map((match) => match.index + match[0].length);
}

/** The ways to spoil a PDF; every seed gives a PDF that is spoilt as the name says. */
export const SPOILT: Readonly<Record<string, Make>> = {
  'cut at a joint': (good, random) => {
    const at = joints(good);
    return good.subarray(0, at[randomInt(random, 0, at.length - 1)] ?? 10);
  },
  'cut anywhere': (good, random) => good.subarray(0, randomInt(random, 1, good.length - 1)),
  'bytes flipped': (good, random) => {
    const bytes = Buffer.from(good);
    for (let flips = randomInt(random, 1, 60); flips > 0; flips -= 1) {
      const at = randomInt(random, 0, bytes.length - 1);
      bytes[at] = (bytes[at] ?? 0) ^ (1 << randomInt(random, 0, 7));
    }
    return bytes;
  },
  'wrong cross-reference': (good, random) =>
    text(good.toString('latin1').replace(/\d{10} 00000 n/g, () => `${randomInt(random, 1e9, 9e9)} 00000 n`)),
  'rubbish after the end': (good, random) =>
    Buffer.concat([good, randomBytes(random, randomInt(random, 1, 3000))]),
  'an end in the middle': (good, random) => {
    const at = randomInt(random, 20, good.length - 20);
    return Buffer.concat([good.subarray(0, at), END, good.subarray(at)]);
  },
  empty: () => Buffer.alloc(0),
  'only a head': (_good, random) => text(`%PDF-1.${randomInt(random, 0, 9)}\n`),
  'PDF and ZIP': (good, random) =>
    Buffer.concat([good, text('PK\x03\x04'), randomBytes(random, 200), text('PK\x05\x06'), Buffer.alloc(18)]),
  'HTML before PDF': (good, random) =>
    Buffer.concat([text(`<html><script>alert(${random()})</script>\n<!--\n`), good, text('-->')]),
  'locked with a password': (good, random) =>
    text(
      good
        .toString('latin1')
        .replace(
          '/Root 1 0 R',
          `/Root 1 0 R /Encrypt << /Filter /Standard /V 1 /R 2 /O <${'ab'.repeat(32)}> /U <${'cd'.repeat(32)}> /P ${-randomInt(random, 1, 4000)} >> /ID [<01> <02>]`,
        ),
    ),
  'huge object numbers': (good, random) =>
    text(good.toString('latin1').replaceAll(/\b([45]) 0 (obj|R)/g, `${randomInt(random, 2e9, 4e9)}$1 0 $2`)),
  'a table of a thousand million': (good) =>
    text(good.toString('latin1').replace(/xref\n0 \d+/, 'xref\n0 999999999')),
  'nested deep': (_good, random) => {
    const deep = randomInt(random, 5_000, 100_000);
    return onePage(deflateSync(text(`${'['.repeat(deep)}${random()}`)), '/FlateDecode');
  },
  'objects nested deep': (_good, random) =>
    onePage(
      deflateSync(text(`q ${random()} Q`)),
      '/FlateDecode',
      `5 0 obj\n${'<</A['.repeat(randomInt(random, 1_000, 20_000))}\nendobj\n`,
    ),
  'pages in a ring': (good) =>
    text(good.toString('latin1').replace(/\/Kids \[[^\]]*\]/, '/Kids [2 0 R 2 0 R]')),
  'a bomb': (_good, random) =>
    onePage(deflateSync(Buffer.alloc(randomInt(random, 65, 90) * MIB, '(a)Tj ')), '/FlateDecode'),
  'a bomb in a bomb': (_good, random) =>
    onePage(
      deflateSync(deflateSync(Buffer.alloc(randomInt(random, 100, 300) * MIB, ' '))),
      '[/FlateDecode /FlateDecode]',
    ),
  'noise in a stream': (_good, random) => onePage(randomBytes(random, 4000), '/FlateDecode'),
};

/** Kinds that are slow to make and to read: a few of each are enough. */
const COSTLY: ReadonlySet<string> = new Set(['a bomb', 'a bomb in a bomb']);
const MOST_COSTLY = 3;

/** So many spoilt PDFs of all kinds in turn, with different content where the kind allows. */
export function* hostilePdfs(count: number, random: Random): Generator<{ kind: string; bytes: Buffer }> {
  const kinds = Object.entries(SPOILT);
  const cheap = kinds.filter(([kind]) => !COSTLY.has(kind));
  for (let number = 0; number < count; number += 1) {
    const some = number < kinds.length * MOST_COSTLY ? kinds : cheap;
    const [kind, make] = some[number % some.length] ?? ['empty', () => Buffer.alloc(0)];
    const page = `Patient name: Jane Roe\nMember ID: LHP-${number}\n${random()}`;
    const good = pdfDocument({ pages: [page, `second page ${number}`] });
    yield { kind, bytes: make(good, random) };
  }
}
