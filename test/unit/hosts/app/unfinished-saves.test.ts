import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createUnfinishedSaves } from '../../../../src-main/hosts/app/documents.ts';
import { tempDir } from '../../../support/temp-dir.ts';

// What cannot be removed as a file.
function block(path: string): void {
  rmSync(path);
  mkdirSync(path);
}

function free(path: string): void {
  rmSync(path, { recursive: true });
  writeFileSync(path, 'synthetic');
}

test('what cannot be removed does not make a saved document an unsaved one, and goes later', async () => {
  await using dir = await tempDir();
  const folder = dir.at('documents');
  const saves = createUnfinishedSaves(() => folder);
  const part = dir.at('visit.pdf.part-11111111-2222-4333-8444-555555555555');
  let note = '';
  const save = (blocked: 'note' | 'part') =>
    saves.during(part, async () => {
      note = join(folder, readdirSync(folder)[0] ?? '');
      writeFileSync(part, 'synthetic');
      block(blocked === 'note' ? note : part);
    });
  await save('note');
  expect(readdirSync(folder)).toHaveLength(1);
  free(note);
  await saves.stop();
  expect(readdirSync(folder)).toEqual([]);

  await save('part');
  // The note stays as long as what it names, for a next start.
  expect(readFileSync(note, 'utf8')).toBe(part);
  free(part);
  await saves.stop();
  expect([existsSync(part), readdirSync(folder)]).toEqual([false, []]);
});
