import { readdir, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { tryMoving } from '../../../../src-main/core/folders/rule-preview.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('I4: moving is tried with a file of our own, and nothing is left of the try', async () => {
  await using dir = await tempDir('try');
  await writeFile(dir.at('a.pdf'), 'a');
  expect(await tryMoving({ path: dir.path })).toMatchObject({ what: 'Moving', state: 'ok' });
  expect(await readdir(dir.path)).toEqual(['a.pdf']);
  expect(await tryMoving({ path: dir.at('no') })).toMatchObject({ what: 'Moving', state: 'fault' });
});
