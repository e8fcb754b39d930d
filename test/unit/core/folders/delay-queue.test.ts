import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createDelayQueue } from '../../../../src-main/core/folders/delay-queue.ts';
import { createLimit } from '../../../../src-main/core/share-io/limit.ts';
import { until } from '../../../support/until.ts';

const MANY = 100_000;

it('hands over a hundred thousand keys in order, and lets everything else go on meanwhile', async () => {
  const due: number[] = [];
  const queue = createDelayQueue<number>(1, systemClock, (key) => void due.push(key));
  let turns = 0;
  const count = () => {
    turns += 1;
    if (due.length < MANY) setImmediate(count);
  };
  for (let key = 0; key < MANY; key += 1) queue.put(key);
  setImmediate(count);
  await until(() => queue.size === 0);
  expect(due).toEqual(Array.from({ length: MANY }, (_, key) => key));
  expect(turns).toBeGreaterThan(100);
});

it('keeps the others back while one says that there is no room, and hands over each once', async () => {
  const due: string[] = [];
  const room = Promise.withResolvers<void>();
  const queue = createDelayQueue<string>(1, systemClock, (key) => {
    due.push(key);
    return key === 'b' ? room.promise : undefined;
  });
  for (const key of ['a', 'b', 'c', 'd']) queue.put(key);
  await until(() => due.length === 2);
  queue.put('c');
  queue.delete('d');
  await systemClock.sleep(20);
  expect(due).toEqual(['a', 'b']);
  room.resolve();
  await until(() => queue.size === 0);
  expect(due).toEqual(['a', 'b', 'c']);
  queue.put('a');
  await until(() => queue.size === 0);
  expect(due).toEqual(['a', 'b', 'c', 'a']);
});

it('runs a hundred thousand pieces of work in order of arrival, so many at a time', async () => {
  const limit = createLimit(3);
  const order: number[] = [];
  let running = 0;
  let most = 0;
  const one = (number: number) =>
    limit(async () => {
      running += 1;
      most = Math.max(most, running);
      order.push(number);
      await undefined;
      running -= 1;
    });
  await Promise.all(Array.from({ length: MANY }, (_, number) => one(number)));
  expect(most).toBe(3);
  expect(order).toEqual(Array.from({ length: MANY }, (_, number) => number));
  await one(-1);
  expect(order.at(-1)).toBe(-1);
});
