import { describe, expect, test } from 'vitest';
import type { DropFile } from '../../../src-main/contract/views/drop.ts';
import { sortDrop, usualGrouping } from '../../../src-renderer/features/drop/sort-drop.ts';

const file = (index: number, path: string, state: DropFile['state'] = 'ready'): DropFile => ({
  index,
  path,
  size: 10,
  media_type: null,
  state,
  problem: null,
  ignored_by: null,
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

describe('what a drop becomes', () => {
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

  test('all together is one Task, duplicates in it only when they are wanted', () => {
    expect(sortDrop(files, 'together', false).groups.map(({ files }) => files.length)).toEqual([5]);
    expect(sortDrop(files, 'together', true)).toMatchObject({ documents: 6, bytes: 60 });
  });

  test('I1: every file is in exactly one place', () => {
    const { documents, duplicates, refused, ignored, reading } = sortDrop(files, 'folder', false);
    expect(documents + duplicates.length + refused.length + ignored.length + reading.length).toBe(
      files.length,
    );
  });

  test('folders go by folder unless somebody says otherwise', () => {
    expect(usualGrouping(files)).toBe('folder');
    expect(usualGrouping([file(0, 'x.pdf'), file(1, 'y.pdf')])).toBe('each');
  });
});
