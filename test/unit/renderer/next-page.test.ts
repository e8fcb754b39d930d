import { expect, test } from 'vitest';
import { nextPage } from '../../../src-renderer/state/queries/use-pages.ts';

test('in a list that changes with each answer every page in sight has its turn', () => {
  const answered = new Map<number, number>();
  const asked: (number | null)[] = [];
  for (let revision = 1; revision <= 6; revision += 1) {
    const page = nextPage([3, 4, 0], answered, revision);
    asked.push(page);
    if (page !== null) answered.set(page, revision);
  }
  expect(asked).toEqual([3, 4, 0, 3, 4, 0]);
});

test('a page that was never answered goes before those that are old, and nothing is asked for twice', () => {
  const answered = new Map([
    [3, 7],
    [4, 8],
  ]);
  expect(nextPage([3, 4, 5], answered, 8)).toBe(5);
  expect(nextPage([3, 4], answered, 8)).toBe(3);
  expect(nextPage([4], answered, 8)).toBeNull();
});
