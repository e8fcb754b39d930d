import { expect, test } from 'vitest';
import { endAll } from '../../../src-main/core/end-all.ts';

test('what cannot be ended keeps nothing else from ending, and is told', async () => {
  const ended: string[] = [];
  const ends = [
    () => void ended.push('first'),
    () => Promise.reject(new Error('the disk')),
    () => {
      throw new Error('later');
    },
    async () => void ended.push('last'),
  ];
  await expect(endAll(ends)).rejects.toThrow('the disk');
  expect(ended).toEqual(['first', 'last']);
});
