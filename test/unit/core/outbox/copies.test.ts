import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createCopies } from '../../../../src-main/core/outbox/copies.ts';
import { sha256Of } from '../../../support/documents.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('a copy that cannot be looked at just now is not called lost; one that is gone or damaged is', async () => {
  await using dir = await tempDir('copies');
  const bytes = Buffer.from('%PDF a document');
  writeFileSync(dir.at('whole'), bytes);
  writeFileSync(dir.at('damaged'), Buffer.alloc(bytes.length));
  const file = {
    position: 0,
    path: 'a.pdf',
    file_name: 'a.pdf',
    media_type: 'application/pdf',
    size: bytes.length,
    sha256: sha256Of(bytes),
    spool_name: 'whole',
  };
  const copies = createCopies((name) => join(dir.path, name));
  expect(await copies.intact([file])).toBe(true);
  expect(await copies.present([{ ...file, spool_name: 'damaged' }])).toBe(true);
  expect(await copies.intact([{ ...file, spool_name: 'damaged' }])).toBe(false);
  expect(await copies.present([{ ...file, spool_name: 'gone' }])).toBe(false);
  // A name longer than any file system takes: the look itself fails, whoever runs this.
  const tooLong = { ...file, spool_name: 'x'.repeat(300) };
  await expect(copies.present([tooLong])).rejects.toThrow('ENAMETOOLONG');
  await expect(copies.intact([tooLong])).rejects.toThrow('ENAMETOOLONG');
});
