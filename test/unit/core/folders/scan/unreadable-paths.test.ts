import { expect, test } from 'vitest';
import { groupingSchema } from '../../../../../src-main/contract/settings.ts';
import { createGrouping } from '../../../../../src-main/core/folders/group/grouping.ts';
import { createUnreadablePaths } from '../../../../../src-main/core/folders/scan/unreadable-paths.ts';

const unseenWith = (grouping: unknown) =>
  createUnreadablePaths(createGrouping(groupingSchema.parse(grouping)), () => null);

test('a folder that cannot be looked at keeps the groups back that it may hold files of', () => {
  const byFolder = unseenWith('folder');
  byFolder.add('ward1', 'folder');
  expect([byFolder.mayBeOf('ward1'), byFolder.mayBeOf('ward2')]).toEqual([true, false]);
  // Files that their names bring together may lie anywhere.
  const byKey = unseenWith({ key: '^(?<key>P\\d+)_' });
  byKey.add('ward2', 'folder');
  expect(byKey.mayBeOf('P123')).toBe(true);
  const oneFile = unseenWith({ key: '^(?<key>P\\d+)_' });
  oneFile.add('ward2/P123_2.pdf', 'file');
  expect([oneFile.mayBeOf('P123'), oneFile.mayBeOf('P124')]).toEqual([true, false]);
});

test('what happens at, above or below something unseen may mean that it can be seen again', () => {
  const unseen = unseenWith('folder');
  unseen.add('ward1/in', 'folder');
  unseen.add('ward2/a.pdf', 'file');
  for (const path of ['ward1', 'ward1/in', 'ward1/in/b.pdf', 'ward2/a.pdf', 'ward2'])
    expect([path, unseen.touches(path)]).toEqual([path, true]);
  for (const path of ['ward', 'ward3', 'ward2/ab.pdf'])
    expect([path, unseen.touches(path)]).toEqual([path, false]);
});
