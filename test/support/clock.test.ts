import { expect, it } from 'vitest';
import { createTestClock, SkippingClock } from './clock.ts';

const START = Date.UTC(2026, 0, 1);

/** A clock, and what happened in its time. */
function timeline() {
  const clock = createTestClock(START);
  const happened: string[] = [];
  const at = (ms: number, what: string) =>
    void clock.sleep(ms).then(() => happened.push(`${what} at ${clock.monotonic()}`));
  return { clock, happened, at };
}

it('fires timers in the order of their time, then of their beginning, up to the end and no further', async () => {
  const { clock, happened, at } = timeline();
  for (const [ms, what] of [
    [20, 'b'],
    [10, 'a'],
    [20, 'c'],
    [21, 'd'],
  ] as const)
    at(ms, what);
  await clock.advance(20);
  expect(happened).toEqual(['a at 10', 'b at 20', 'c at 20']);
  expect(clock.now()).toBe(START + 20);
  expect(await clock.runUntil(() => happened.length === 4, 1_000)).toBe(true);
  expect(clock.monotonic()).toBe(21);
});

it('ends a wait at once when its signal fires', async () => {
  const { clock } = timeline();
  const stop = new AbortController();
  const waits = clock.sleep(1_000, stop.signal);
  stop.abort();
  await waits;
  await clock.sleep(1_000, stop.signal);
  expect(clock.monotonic()).toBe(0);
});

it('wakes nothing in a process that has died, and everything in others', async () => {
  const { clock, happened } = timeline();
  const [dying, living] = [clock.process(), clock.process()];
  void dying.clock.sleep(10).then(() => happened.push('dead'));
  void living.clock.sleep(10).then(() => happened.push('alive'));
  dying.die();
  await clock.advance(10);
  expect(happened).toEqual(['alive']);
});

it('moves the wall clock of one machine alone', () => {
  const { clock } = timeline();
  const other = clock.machine();
  clock.jump(-5_000);
  other.passWhileLooking(1);
  expect([clock.now(), clock.trueNow(), other.now(), other.now()]).toEqual([
    START - 5_000,
    START,
    START + 1,
    START + 2,
  ]);
  expect(clock.monotonic()).toBe(0);
});

it('skips what is only waited for, and nothing while something is under way', async () => {
  const clock = new SkippingClock(0);
  const end = clock.begin();
  const slept = clock.sleep(3_600_000);
  await new Promise((resolve) => setTimeout(resolve, 20));
  expect(clock.skipped).toBe(0);
  end();
  await slept;
  expect(clock.skipped).toBeGreaterThan(3_500_000);
});
