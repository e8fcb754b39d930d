import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasCode } from '../error-code.ts';
import type { SentFileRow } from '../ledger/tables/outbox-rows.ts';
import type { UploadPart } from '../service/service-client.ts';

/**
 * Checks the frozen copies of one spool: whether each copy is present and unchanged (I3). A copy that cannot be read now is not lost, so
 * the checks throw the system's error and the caller tries again.
 */
export function createCopies(pathOf: (name: string) => string) {
  const isPresent = async (file: SentFileRow): Promise<boolean> => {
    if (file.spool_name === null) return false;
    try {
      const found = await stat(pathOf(file.spool_name));
      return found.isFile() && found.size === file.size;
    } catch (error) {
      return falseIfGone(error);
    }
  };
  const isIntact = async (file: SentFileRow): Promise<boolean> => {
    if (file.spool_name === null || !(await isPresent(file))) return false;
    try {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(pathOf(file.spool_name))) hash.update(chunk);
      return hash.digest('hex') === file.sha256;
    } catch (error) {
      return falseIfGone(error);
    }
  };
  const every = async (files: readonly SentFileRow[], check: (file: SentFileRow) => Promise<boolean>) => {
    for (const file of files) if (!(await check(file))) return false;
    return true;
  };
  return {
    /** Whether all copies are present with the right size. */
    present: (files: readonly SentFileRow[]) => every(files, isPresent),
    /** Whether all copies are present with the right bytes. Reads all bytes. */
    intact: (files: readonly SentFileRow[]) => every(files, isIntact),
    /** The parts of a multipart body, in order; null if a copy was deleted. */
    parts: (files: readonly SentFileRow[]): UploadPart[] | null => {
      const parts: UploadPart[] = [];
      for (const file of files) {
        if (file.spool_name === null) return null;
        parts.push({
          spoolPath: pathOf(file.spool_name),
          fileName: file.file_name,
          mediaType: file.media_type,
          size: file.size,
        });
      }
      return parts;
    },
  };
}

function falseIfGone(error: unknown): false {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
  throw error;
}

export type Copies = ReturnType<typeof createCopies>;
