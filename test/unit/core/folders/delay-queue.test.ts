import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { DelayQueue } from '../../../../src-main/core/folders/delay-queue.ts';
import { until } from '../../../support/until.ts';

const MANY = 100_000;

it('hands over a hundred thousand keys in order, and lets everything else go on meanwhile', async () => {
  const due: number[] = [];
  const queue = new DelayQueue<number>(1, systemClock, (key) => void due.push(key));
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
  const queue = new DelayQueue<string>(1, systemClock, (key) => {
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
