import { readFile, stat } from 'node:fs/promises';
import { hasCode } from '../error-code.ts';
import type { SentFileRow } from '../ledger/tables/outbox-rows.ts';
import type { UploadPart } from '../service/service-client.ts';
import { sha256OfFile } from '../share-io/file-identity.ts';

const LARGEST_TEXT_BYTES = 32 * 1024 * 1024;

/** Creates checks of the spool copies (I3). The checks reject with the system's error if a copy exists but cannot be read. */
export function createCopies(pathOf: (name: string) => string) {
  const isPresent = async ({ spool_name: name, size, sha256 }: SentFileRow, withBytes: boolean) => {
    if (name === null) return false;
    try {
      const found = await stat(pathOf(name));
      if (!found.isFile() || found.size !== size) return false;
      return !withBytes || (await sha256OfFile(pathOf(name))) === sha256;
    } catch (error) {
      if (hasCode(error, 'ENOENT', 'ENOTDIR')) return false;
      throw error;
    }
  };
  const arePresent = async (files: readonly SentFileRow[], withBytes: boolean) => {
    for (const file of files) if (!(await isPresent(file, withBytes))) return false;
    return true;
  };
  return {
    /** Whether all copies exist with the recorded size. Reads no bytes of the copies. */
    present: (files: readonly SentFileRow[]) => arePresent(files, false),
    /** Whether all copies have the recorded SHA-256. Reads all bytes of the copies. */
    intact: (files: readonly SentFileRow[]) => arePresent(files, true),
    /** Returns the content of a copy as UTF-8; null if the copy is missing, is no UTF-8, or is too large to be compared. */
    text: async ({ spool_name: name, size }: SentFileRow): Promise<string | null> => {
      if (name === null || size > LARGEST_TEXT_BYTES) return null;
      try {
        return new TextDecoder('utf-8', { fatal: true }).decode(await readFile(pathOf(name)));
      } catch (error) {
        if (error instanceof TypeError || hasCode(error, 'ENOENT', 'ENOTDIR')) return null;
        throw error;
      }
    },
    /** Returns the parts of the multipart body, in the order of `files`; null if a row of `files` no longer has the name of its copy. */
    parts: (files: readonly SentFileRow[]): UploadPart[] | null => {
      const parts: UploadPart[] = [];
      for (const file of files) {
        if (file.spool_name === null) return null;
        parts.push({
          spoolPath: pathOf(file.spool_name),
          fileName: file.file_name,
          mediaType: file.media_type,
          size: file.size,
          sha256: file.sha256,
        });
      }
      return parts;
    },
  };
}

export type Copies = ReturnType<typeof createCopies>;
