import { expect, test } from 'vitest';
import { nextDelay } from '../../../../src-main/core/tracking/tracker.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { until } from '../../../support/until.ts';
import { Setting } from './support/setting.ts';

const calm = {
  ...{ seconds: 15, open: 1, idleCycles: 0, failures: 0, waitMs: 0, sinceLook: null },
  longestBackoffMs: 300_000,
};
const middle = () => 0.5;

test('the set interval while a Task is open; quicker for half a minute after a look was asked for', () => {
  expect(nextDelay(calm, middle)).toBe(15_000);
  expect(nextDelay({ ...calm, sinceLook: 29_000 }, middle)).toBe(2_000);
  expect(nextDelay({ ...calm, seconds: 0.5, sinceLook: 0 }, middle)).toBe(500);
  expect(nextDelay({ ...calm, sinceLook: 31_000 }, middle)).toBe(15_000);
});

test('slower by steps to five minutes when nothing is open', () => {
  const delays = [0, 1, 2, 3, 4, 5, 50].map((idleCycles) =>
    nextDelay({ ...calm, open: 0, idleCycles }, middle),
  );
  expect(delays).toEqual([15_000, 30_000, 60_000, 120_000, 240_000, 300_000, 300_000]);
});

test('Retry-After is a minimum; failures back off to five minutes', () => {
  expect(nextDelay({ ...calm, failures: 1, waitMs: 90_000 }, middle)).toBe(90_000);
  expect(nextDelay({ ...calm, failures: 30 }, () => 0.999_999)).toBeGreaterThan(299_000);
  expect(nextDelay({ ...calm, failures: 30 }, () => 0.999_999)).toBeLessThanOrEqual(300_000);
});

/** Lets the loop run until it sleeps again. */
async function pass(s: Setting, ms: number): Promise<void> {
  s.clock.forward(ms);
  for (let i = 0; i < 50; i += 1) await new Promise((resolve) => setImmediate(resolve));
}

test('the loop looks at once, then by the interval, and early when asked', async () => {
  using s = new Setting();
  s.create('processing');
  await s.tracker.start();
  await until(() => s.tracker.status().asOf !== null);
  const looks = () => s.service.calls.filter((c) => c.call === 'list' && c.query.status === undefined).length;
  expect(looks()).toBe(1);
  await pass(s, 14_999);
  expect(looks()).toBe(1);
  await pass(s, 1);
  expect(looks()).toBe(2);
  await pass(s, 5_000);
  s.tracker.lookSoon();
  await pass(s, 0);
  expect(looks()).toBe(3);
  await pass(s, 2_000);
  expect(looks()).toBe(4);
  await s.tracker.stop();
  await pass(s, 60_000);
  expect(looks()).toBe(4);
});

test('a refused api_secret keeps the loop quiet until somebody asks for a look; Retry-After is kept even then', async () => {
  using s = new Setting();
  s.create('processing');
  s.before = () => ({ kind: 'auth-refused', status: 403, detail: null });
  await s.tracker.start();
  await until(() => s.tracker.status().problem?.code === 'auth.refused');
  await pass(s, 3_600_000);
  expect(s.service.calls).toHaveLength(1);
  expect(s.tracker.status().nextAt).toBeNull();
  s.before = () => refused(429, null, 60_000);
  s.tracker.lookSoon();
  await until(() => s.tracker.status().problem?.code === 'tracking.busy');
  s.before = () => null;
  s.tracker.lookSoon();
  await pass(s, 59_000);
  expect(s.service.calls).toHaveLength(2);
  await pass(s, 2_000);
  await until(() => s.tracker.status().reachable);
  await s.tracker.stop();
});
