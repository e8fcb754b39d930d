import { createHash, randomUUID } from 'node:crypto';
import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import type { NewFile } from '../../../src-main/core/ledger/tables/outbox-rows.ts';

/** Puts a document into the spool as the intake does. */
export function freezeDocument(spoolDir: string, id: string, bytes: Buffer): NewFile {
  const sha256 = createHash('sha256').update(bytes).digest('hex');
  const spoolName = randomUUID();
  writeFileSync(join(spoolDir, spoolName), bytes);
  const fileName = `${id}.pdf`;
  return { path: fileName, fileName, mediaType: 'application/pdf', size: bytes.length, sha256, spoolName };
}
