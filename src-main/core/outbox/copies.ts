import { createHash } from 'node:crypto';
import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { hasCode } from '../error-code.ts';
import type { SentFileRow } from '../ledger/tables/outbox-rows.ts';
import type { UploadPart } from '../service/service-client.ts';

/**
 * Looks after the frozen copies of one spool: are they there, and are they still what was frozen (I3)? A copy that cannot be
 * looked at just now is no lost one: then the system's error is thrown, so that it is tried again.
 */
export function createCopies(pathOf: (name: string) => string) {
  const isPresent = async (file: SentFileRow): Promise<boolean> => {
    if (file.spool_name === null) return false;
    try {
      const found = await stat(pathOf(file.spool_name));
      return found.isFile() && found.size === file.size;
    } catch (error) {
      return goneOr(error);
    }
  };
  const isIntact = async (file: SentFileRow): Promise<boolean> => {
    if (file.spool_name === null || !(await isPresent(file))) return false;
    try {
      const hash = createHash('sha256');
      for await (const chunk of createReadStream(pathOf(file.spool_name))) hash.update(chunk);
      return hash.digest('hex') === file.sha256;
    } catch (error) {
      return goneOr(error);
    }
  };
  const every = async (files: readonly SentFileRow[], check: (file: SentFileRow) => Promise<boolean>) => {
    for (const file of files) if (!(await check(file))) return false;
    return true;
  };
  return {
    /** All there, with the right size. */
    present: (files: readonly SentFileRow[]) => every(files, isPresent),
    /** All there, with the right bytes. Reads them. */
    intact: (files: readonly SentFileRow[]) => every(files, isIntact),
    /** The parts of a multipart body, in order; null when a copy is gone for good. */
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

function goneOr(error: unknown): false {
  if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
  throw error;
}

export type Copies = ReturnType<typeof createCopies>;
