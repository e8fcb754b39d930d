import { expect, test } from 'vitest';
import type { DropFile, DropGrouping } from '../../../src-main/contract/views/drop.ts';
import { sortDrop, usualGrouping } from '../../../src-renderer/features/drop/sort-drop.ts';

const file = (index: number, path: string, state: DropFile['state'] = 'ready'): DropFile => ({
  index,
  path,
  size: 10,
  media_type: null,
  state,
  problem: null,
  ignored_by: null,
  can_be_sent: false,
  carried: false,
});

const files = [
  file(0, 'a/1.pdf'),
  file(1, 'a/deep/2.pdf'),
  file(2, 'b/1.pdf'),
  file(3, 'loose.pdf'),
  file(4, 'loose.pdf'),
  file(5, 'again.pdf', 'duplicate'),
  file(6, 'empty.pdf', 'refused'),
  file(7, 'Thumbs.db', 'ignored'),
  file(8, 'slow.pdf', 'reading'),
];

test('each file alone, also where two have one name', () => {
  expect(sortDrop(files, 'each', false).groups.map(({ files }) => files.length)).toEqual([1, 1, 1, 1, 1]);
});

test('by the folder that was dropped, however deep, and each loose file alone', () => {
  const { groups } = sortDrop(files, 'folder', false);
  expect(groups.map(({ folder, files }) => [folder, files.map(({ index }) => index)])).toEqual([
    ['a', [0, 1]],
    ['b', [2]],
    [null, [3]],
    [null, [4]],
  ]);
});

test.each<[DropGrouping, boolean, documents: number, goingAlong: number, duplicates: number]>([
  ['each', false, 5, 0, 2],
  ['each', true, 7, 0, 2],
  ['folder', false, 6, 1, 1],
  ['folder', true, 7, 1, 1],
  ['together', false, 7, 2, 0],
  ['together', true, 7, 2, 0],
])(
  'I2: a Task with a new document takes along those that are not new: %s, duplicates: %s',
  (grouping, sendDuplicates, documents, goingAlong, duplicates) => {
    const sorted = sortDrop([...files, file(9, 'a/card.pdf', 'duplicate')], grouping, sendDuplicates);
    expect(sorted).toMatchObject({ documents, goingAlong });
    expect(sorted.duplicates).toHaveLength(duplicates);
    expect(sorted.groups.flatMap((group) => group.files)).toHaveLength(documents);
  },
);

test('I1: every file is in exactly one place', () => {
  const { documents, duplicates, refused, ignored, reading } = sortDrop(files, 'folder', false);
  expect(documents + duplicates.length + refused.length + ignored.length + reading.length).toBe(files.length);
});

test('folders go by folder unless somebody says otherwise', () => {
  expect(usualGrouping(files)).toBe('folder');
  expect(usualGrouping([file(0, 'x.pdf'), file(1, 'y.pdf')])).toBe('each');
});
