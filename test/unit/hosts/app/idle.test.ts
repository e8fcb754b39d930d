import { expect, test } from 'vitest';
import { createIdle } from '../../../../src-main/hosts/app/lock/lock.ts';

/** How long nobody was there, on a machine whose clocks and whose own count of idle time the test sets. */
function machine() {
  let wall = 1_000_000;
  let mono = 0;
  let system = 0;
  const idle = createIdle(
    { now: () => wall, monotonic: () => mono, sleep: () => Promise.resolve() },
    () => system,
  );
  return {
    idle,
    /** Looks every second for so many, while the system counts as it is told to. */
    pass: (seconds: number, count: (second: number) => number) => {
      let away = 0;
      for (let second = 1; second <= seconds; second += 1) {
        wall += 1_000;
        mono += 1_000;
        system = count(second);
        away = idle.check();
      }
      return away;
    },
    /** The machine sleeps; the system has been idle as long as it says when it wakes. */
    sleep: (ms: number, { clocks, systemAfter }: { clocks: 'both' | 'wall'; systemAfter: number }) => {
      wall += ms;
      if (clocks === 'both') mono += ms;
      system = systemAfter;
      return idle.check();
    },
  };
}

const counting = (second: number) => second * 1_000;
const never = () => 0;

test('a system that always says "just now" proves nothing: the windows alone count', () => {
  const { idle, pass } = machine();
  expect(pass(600, never)).toBe(600_000);
  idle.touched();
  expect(pass(1, never)).toBe(1_000);
});

test('a count that never gets to ten seconds proves nothing yet', () => {
  const { pass } = machine();
  expect(pass(60, (second) => (second % 10) * 1_000)).toBe(60_000);
});

test('a system that has counted is believed: input in other programs is somebody there', () => {
  const { pass } = machine();
  expect(pass(12, counting)).toBe(12_000);
  expect(pass(1, never)).toBe(1_000);
  expect(pass(300, never)).toBe(1_000);
  expect(pass(20, counting)).toBe(20_000);
});

test('a window that was touched counts, whatever the system says', () => {
  const { idle, pass } = machine();
  pass(60, counting);
  idle.touched();
  expect(pass(2, (second) => 60_000 + second * 1_000)).toBe(2_000);
});

test.each(['both', 'wall'] as const)(
  'time slept through is idle, though what woke the machine was input (%s clocks went on)',
  (clocks) => {
    const { idle, pass, sleep } = machine();
    pass(12, counting);
    pass(1, never);
    expect(sleep(3_600_000, { clocks, systemAfter: 0 })).toBe(3_600_000);
    // It is seen once: what comes after is looked at anew.
    expect(pass(1, never)).toBe(1_000);
    idle.touched();
    expect(pass(1, never)).toBe(1_000);
  },
);
