import { open, readFile } from 'node:fs/promises';
import type { FileRow, Files } from '../../ledger/tables/files.ts';
import { createReader } from '../../spool/formats/reader.ts';
import { picturesOfTiff } from '../../spool/formats/tiff.ts';
import { isBeginning, pictureMark, picturesOf } from '../../spool/pdf-pictures.ts';
import type { FrozenFile, Spool } from '../../spool/spool.ts';
import type { FrozenMember } from './member.ts';

/** A larger PDF or TIFF gets no mark of its pictures, because the mark would slow the sending down, and the first pages of a scan are small. */
const MARKED_BYTES = 8 * 1024 * 1024;
/** The pictures of a larger PDF or TIFF are not compared, because the comparison reads the whole file. */
const COMPARED_BYTES = 128 * 1024 * 1024;

export interface Grown {
  /** `written-after-move`: the file is another version of a file that was moved after sending, but does not begin with the sent version. */
  readonly code: 'file.grown' | 'file.written-after-move';
  /** The size of the sent version and the size now. */
  readonly detail: string;
}

/** Finds files of which an earlier version was sent and was only a part: a copy that broke off, or the first pages of a scan. */
export interface GrownVersions {
  /** Returns the mark by which a later version shows that this document was only its beginning; null if there is no mark. */
  mark(frozen: FrozenFile): Promise<string | null>;
  /**
   * Returns the problem of a file that begins with the version that was sent; null for any other file. A version begins with another
   * version if its first bytes are the bytes of the other version, or if both are PDF or TIFF and its first pictures are those of the
   * other: a fax server that appends a page to a TIFF changes the link of the page before.
   * A file that a program wrote after the move, and that `lookAtMoved` moved back, has a problem in any case.
   */
  problem(member: FrozenMember): Promise<Grown | null>;
}

export function createGrownVersions(
  files: Files,
  spool: Pick<Spool, 'hashOfStart' | 'pathOf'>,
): GrownVersions {
  const picturesIn = async ({ mediaType, size, spoolName }: FrozenFile, mostBytes: number) => {
    if (size > mostBytes || !['application/pdf', 'image/tiff'].includes(mediaType)) return [];
    if (mediaType === 'application/pdf') return picturesOf(await readFile(spool.pathOf(spoolName)));
    const handle = await open(spool.pathOf(spoolName));
    try {
      return await picturesOfTiff(createReader(handle, size));
    } finally {
      await handle.close();
    }
  };

  const beginsWith = async (member: FrozenMember, { size, sha256, picture_mark: mark }: FileRow) => {
    const { spoolName, size: now } = member.frozen;
    if (now <= size) return false;
    if ((await spool.hashOfStart(spoolName, size)) === sha256) return true;
    return mark !== null && isBeginning(mark, await picturesIn(member.frozen, COMPARED_BYTES));
  };

  return {
    mark: async (frozen) => pictureMark(await picturesIn(frozen, MARKED_BYTES)),
    problem: async (member) => {
      const row = files.byId(member.id);
      // A returned file has another name if another file took its name.
      const sent = row && (files.lastSent(row) ?? files.lastReturned(row));
      if (sent === null || sent.sha256 === member.frozen.sha256) return null;
      const detail = sizesText(sent.size, member.frozen.size);
      if (await beginsWith(member, sent)) return { code: 'file.grown', detail };
      return sent.after_move === 'returned' && sent.name_key === row?.name_key
        ? { code: 'file.written-after-move', detail }
        : null;
    },
  };
}

const UNITS = [
  { bytes: 1024 * 1024, name: 'MB' },
  { bytes: 1024, name: 'KB' },
] as const;

/** Returns two sizes, such as `178 KB → 512 KB`, in the largest unit in which the sizes differ. The text is the same in every language. */
export function sizesText(before: number, now: number): string {
  const unit = UNITS.find(
    ({ bytes }) => before >= bytes && Math.round(before / bytes) < Math.round(now / bytes),
  );
  const text = (size: number) => `${Math.round(size / (unit?.bytes ?? 1))} ${unit?.name ?? 'bytes'}`;
  return `${text(before)} → ${text(now)}`;
}
