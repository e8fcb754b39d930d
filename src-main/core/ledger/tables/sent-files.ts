import type { Ledger } from '../db/ledger.ts';

export interface NewFile {
  /** Where it was found, for people: relative to its folder, or as it was dropped. */
  readonly path: string;
  readonly fileName: string;
  readonly mediaType: string;
  readonly size: number;
  readonly sha256: string;
  readonly spoolName: string;
}

/** Adds the files of a submission or a message, in order. To be called inside the transaction that adds their owner. */
export function addSentFiles(
  ledger: Ledger,
  owner: 'submission' | 'message',
  id: string,
  files: readonly NewFile[],
): void {
  const insert = ledger.prepared(
    `INSERT INTO ${owner}_file (${owner}_id, position, path, file_name, media_type, size, sha256, spool_name)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?)`,
  );
  for (const [position, file] of files.entries()) {
    insert.run(
      id,
      position,
      file.path,
      file.fileName,
      file.mediaType,
      file.size,
      file.sha256,
      file.spoolName,
    );
  }
}
