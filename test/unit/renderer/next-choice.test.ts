import { expect, it } from 'vitest';
import { nextChoice } from '../../../src-renderer/components/rows/use-choice.ts';

it('keeps the chosen row while it is there', () => {
  expect(nextChoice(['a', 'b'], ['c', 'b', 'a'], 'b')).toBe('b');
});

it('goes to the one behind it when it leaves, to the last when none is behind, to none when the list is empty', () => {
  expect(nextChoice(['a', 'b', 'c'], ['a', 'c'], 'b')).toBe('c');
  expect(nextChoice(['a', 'b', 'c'], ['a', 'd'], 'b')).toBe('d');
  expect(nextChoice(['a', 'b', 'c', 'd'], ['a', 'd'], 'b')).toBe('d');
  expect(nextChoice(['a', 'b'], ['a'], 'b')).toBe('a');
  expect(nextChoice(['a'], [], 'a')).toBeNull();
});

it('begins with the first', () => {
  expect(nextChoice([], ['a', 'b'], null)).toBe('a');
  expect(nextChoice([], ['a', 'b'], 'gone')).toBe('a');
  expect(nextChoice([], [], null)).toBeNull();
});
