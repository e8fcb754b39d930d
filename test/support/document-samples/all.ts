import { noise } from './bytes.ts';
import { box, brand, compound, longBox, riff, wav, zip } from './containers.ts';
import { linearizedPdf, wholePdf } from './pdf.ts';
import { bmp, gif, jpeg, png, tiff } from './pictures.ts';
import { flac, mp3, ogg } from './sound.ts';

export interface Sample {
  readonly name: string;
  readonly bytes: Buffer;
  /** The length of the structure, where blanks follow the structure. */
  readonly end?: number;
  /** `end`: the format has no end that could be missing. */
  readonly without?: 'end';
  /** The parts that are whole documents too, such as the first revision of a PDF. */
  readonly alsoWhole?: readonly number[];
  /** The number of bytes from which on a part is known as a part. */
  readonly tells?: number;
  /** Whether the end of a part of this length cannot be told. */
  readonly untold?: (size: number) => boolean;
  /** `perhaps`: other bytes behind the end hide the end. False: other bytes are a part of the text. */
  readonly trailers?: 'perhaps' | false;
  /** False: the sample is too short for a copy with reserved space to be told from a whole file. */
  readonly reserved?: false;
}

const lines = (text: string, count: number) => Buffer.from(text.repeat(count));
const text = (name: string, bytes: Buffer): Sample => ({
  name,
  bytes,
  without: 'end',
  alsoWhole: [...bytes.entries()].flatMap(([at, byte]) => (byte === 10 || byte === 13 ? at + 1 : [])),
  trailers: false,
  reserved: false,
});
const structured = (name: string, content: string): Sample => ({
  name,
  bytes: Buffer.from(`${content}\n`),
  end: content.length,
  tells: 100,
  reserved: false,
});
const latin1 = (content: string) => Buffer.from(content, 'latin1');
/** The positions behind the ends of the revisions before the last revision, with the blanks there. */
const earlierEnds = (content: string) =>
  [...content.matchAll(/%%EOF\n?/g)].slice(0, -1).flatMap(({ index }) => [index + 5, index + 6]);

const [HEAD, DATA, INDEX] = [brand('M4A '), box('mdat', noise(900)), box('moov', box('mvhd', noise(100)))];
const picture = [brand('heic'), box('meta', noise(200)), box('mdat', noise(900))];
const rtf = `{\\rtf1\\ansi {\\fonttbl {\\f0 Arial;}} \\{ ${'Befund \\par '.repeat(90)} \\\\}`;
const xml = `<?xml version="1.0"?>\n<report kind="a > b"><!-- </report> -->${"<line a='\"'>text</line>".repeat(50)}</report>`;
const json = JSON.stringify({
  patient: 'Müller'.replace('ü', 'u'),
  values: Array.from({ length: 200 }, (_, n) => ({ n })),
});

/** A whole document of every type that goes out without a person (`document-type.ts`), and of a few more. */
export const DOCUMENTS: Readonly<Record<string, Sample>> = {
  pdf: { name: 'a.pdf', bytes: latin1(wholePdf()), end: wholePdf().length - 1 },
  'pdf of three revisions': {
    name: 'a.pdf',
    bytes: latin1(wholePdf(3)),
    end: wholePdf(3).length - 1,
    alsoWhole: earlierEnds(wholePdf(3)),
  },
  'pdf for the web': { name: 'a.pdf', bytes: latin1(linearizedPdf()), end: linearizedPdf().length - 1 },
  png: { name: 'a.png', bytes: png() },
  jpg: { name: 'a.jpg', bytes: jpeg() },
  gif: { name: 'a.gif', bytes: gif() },
  tif: { name: 'a.tif', bytes: tiff(), reserved: false },
  'tif with its directories first': {
    name: 'a.tif',
    bytes: tiff({ first: true, order: 'BE' }),
    reserved: false,
  },
  'big tif': { name: 'a.tiff', bytes: tiff({ big: true }), reserved: false },
  'big tif with its directories first': {
    name: 'a.tiff',
    bytes: tiff({ big: true, first: true, order: 'BE' }),
    reserved: false,
  },
  bmp: { name: 'a.bmp', bytes: bmp(), reserved: false },
  webp: { name: 'a.webp', bytes: riff('WEBP', ['VP8 ', noise(1200)]), reserved: false },
  wav: { name: 'a.wav', bytes: wav(), reserved: false },
  heic: { name: 'a.heic', bytes: Buffer.concat(picture), reserved: false },
  m4a: { name: 'a.m4a', bytes: Buffer.concat([HEAD, DATA, INDEX]) },
  'm4a with its index first': { name: 'a.m4a', bytes: Buffer.concat([HEAD, INDEX, DATA]), reserved: false },
  'm4a with a long box': { name: 'a.m4a', bytes: Buffer.concat([HEAD, longBox('mdat', noise(900)), INDEX]) },
  mp3: { name: 'a.mp3', bytes: mp3(true), reserved: false },
  'mp3 without a length': {
    name: 'a.mp3',
    bytes: mp3(false),
    without: 'end',
    trailers: 'perhaps',
    reserved: false,
  },
  ogg: { name: 'a.ogg', bytes: ogg() },
  flac: {
    name: 'a.flac',
    bytes: flac(),
    trailers: 'perhaps',
    untold: (size) => size > flac().length - 306,
  },
  docx: { name: 'a.docx', bytes: zip() },
  'docx with a document inside': { name: 'a.docx', bytes: zip(zip()) },
  doc: { name: 'a.doc', bytes: compound(), tells: 512, untold: (size) => size > 512 * 20, reserved: false },
  rtf: structured('a.rtf', rtf),
  xml: structured('a.xml', xml),
  json: structured('a.json', json),
  txt: text('a.txt', lines('Dear colleague, the patient is well.', 30)),
  hl7: text('a.hl7', Buffer.from('MSH|^~\\&|A|B|||20260101||ORU^R01|1|P|2.5\rPID|1||4711\rOBX|1|TX|||fine')),
  csv: text('a.csv', Buffer.from('name;born\nMuller;1970\nMeier;1980')),
};
