import { readdirSync } from 'node:fs';
import { expect, it } from 'vitest';
import { makeHistory } from './history.ts';

it('spreads what was sent before over all the folders', async () => {
  await using history = await makeHistory({ files: 7, folders: 3 });
  const files = history.folders.map(({ path }) =>
    readdirSync(path, { recursive: true, encoding: 'utf8' }).filter((name) => name.endsWith('.pdf')),
  );
  expect(files.map(({ length }) => length)).toEqual([3, 3, 1]);
});
