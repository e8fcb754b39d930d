import { type Ending, isReservedAt, type Reader } from './reader.ts';

/** The number of bytes by which writers of WAV files give too long a length: the header, or a last byte of padding. */
const RIFF_SLACK = 8;

/** The header of a RIFF file (WAV, WEBP, AVI) gives the length of the file. Silence in a WAV file is zeros. */
export async function endOfRiff(reader: Reader): Promise<Ending> {
  let end = 0;
  const filled = async () => {
    if (!(await isReservedAt(reader, Math.min(end, reader.size)))) return 'whole';
    return (await reader.at(8, 4)).toString('latin1') === 'WEBP' ? 'unfinished' : 'unknown';
  };
  for (let position = 0; ; ) {
    const head = await reader.at(position, 32);
    const kind = head.toString('latin1', 0, 4);
    // An AVI of more than a gigabyte has several RIFF parts. Other bytes behind the first part do not count.
    if (position > 0 && kind !== 'RIFF') return await filled();
    if (head.length < 12) return 'unfinished';
    const length = lengthOf(kind, head);
    if (length === null) return 'unknown';
    end = position + 8 + length;
    if (end > reader.size)
      return end - reader.size <= RIFF_SLACK && (await endsWithChunk(reader, position + 12))
        ? await filled()
        : 'unfinished';
    position = end + (length % 2);
  }
}

/** Returns the length behind the first eight bytes; null where the writer did not know the length, as of a recording that still runs. */
function lengthOf(kind: string, head: Buffer): number | null {
  if (kind === 'RF64') return head.length < 28 ? null : Number(head.readBigUInt64LE(20));
  const length = head.readUInt32LE(4);
  return length === 0 || length === 0xffff_ffff ? null : length;
}

async function endsWithChunk(reader: Reader, first: number): Promise<boolean> {
  let position = first;
  while (position < reader.size) {
    const chunk = await reader.at(position, 8);
    if (chunk.length < 8) return false;
    const length = chunk.readUInt32LE(4);
    position += 8 + length;
    if (position === reader.size) return true;
    position += length % 2;
  }
  return position === reader.size;
}

/** The boxes that lie beside each other in a file. Other four letters behind the needed boxes are not a part of the file. */
const TOP_BOXES: ReadonlySet<string> = new Set(
  'ftyp|styp|moov|moof|mfra|mdat|free|skip|wide|meta|uuid|pnot|udta|sidx|ssix|prft|pdin|emsg|idat|mpvd|sefd|jxlc|jxlp|jxll|jxli|jbrd|brob|Exif|xml |JXL '.split(
    '|',
  ),
);
const SPACE: ReadonlySet<string> = new Set(['free', 'skip', 'wide']);
const IMAGES: ReadonlySet<string> = new Set('heic heix hevc hevx heim heis mif1 msf1 avif avis'.split(' '));

/**
 * Walks the boxes of an ISO media file (HEIC, M4A, MP4, MOV, JPEG XL). A recording needs its index (`moov`) and its data (`mdat`), an image
 * its index (`meta`) and its data.
 */
export async function endOfIsoMedia(reader: Reader): Promise<Ending> {
  const seen = new Set<string>();
  /** The last box that is not reserved space on purpose. */
  let last = { kind: '', end: 0 };
  const ending = async (): Promise<Ending> => {
    if (!(await isWhole())) return 'unfinished';
    if (!(await isReservedAt(reader, last.end))) return 'whole';
    return last.kind === 'mdat' ? 'unfinished' : 'unknown';
  };
  const isWhole = async () => {
    if (seen.has('JXL ')) return seen.has('jxlc') || seen.has('jxlp');
    const brand = (await reader.at(8, 4)).toString('latin1');
    const index = IMAGES.has(brand) ? ['meta'] : ['moov', 'moof'];
    return index.some((kind) => seen.has(kind)) && (seen.has('mdat') || seen.has('idat'));
  };
  for (let position = 0; ; ) {
    const head = await reader.at(position, 16);
    const kind = head.toString('latin1', 4, 8);
    if (head.length < 8 || !TOP_BOXES.has(kind)) return await ending();
    const short = head.readUInt32BE(0);
    // The last box may reach to the end of the file without a length.
    if (short === 0) return seen.add(kind) && (await isWhole()) ? 'unknown' : 'unfinished';
    if (short === 1 && head.length < 16) return 'unfinished';
    const length = short === 1 ? Number(head.readBigUInt64BE(8)) : short;
    if (length < 8 || position + length > reader.size) return 'unfinished';
    position += length;
    seen.add(kind);
    if (!SPACE.has(kind)) last = { kind, end: position };
    if (kind === 'meta' && (await reader.at(position - length, length)).includes('idat')) seen.add('idat');
  }
}
