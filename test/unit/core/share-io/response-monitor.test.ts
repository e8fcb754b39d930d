import { expect, it } from 'vitest';
import { type Clock, systemClock } from '../../../../src-main/core/clock.ts';
import { directCalls, threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { createResponseMonitor } from '../../../../src-main/core/share-io/response-monitor.ts';

/** Two minutes have surely passed; one step less, perhaps not yet. */
const STEPS = 5;
const NOW = 1_000_000;

/** Answers to calls that come when the test says so, and a clock of which each wait ends when it says so. */
function listening() {
  let waits: (() => void)[] = [];
  const clock: Clock = {
    ...systemClock,
    now: () => NOW,
    sleep: (_ms, signal) =>
      new Promise((resolve) => {
        waits.push(resolve);
        signal?.addEventListener('abort', () => resolve(), { once: true });
      }),
  };
  const told: (number | null)[] = [];
  const answers = createResponseMonitor({
    clock,
    tell: (since) => told.push(since),
    onFault: (error) => {
      throw error;
    },
  });
  return {
    answers,
    told,
    /** So many steps pass. */
    pass: async (steps: number) => {
      for (let step = 0; step < steps; step += 1) {
        const ended = waits;
        waits = [];
        for (const end of ended) end();
        await new Promise((resolve) => setImmediate(resolve));
      }
    },
  };
}

const turn = () => new Promise((resolve) => setImmediate(resolve));

it('a folder is silent: when what it was asked is not answered for two minutes, and until it is', async () => {
  const { answers, told, pass } = listening();
  const hung = Promise.withResolvers<void>();
  const asked = answers.ask(() => hung.promise);
  await pass(STEPS - 1);
  expect([told, answers.silentSince]).toEqual([[], null]);
  await pass(1);
  expect([told, answers.silentSince]).toEqual([[NOW - 120_000], NOW - 120_000]);
  hung.resolve();
  await asked;
  expect([told.at(-1), answers.silentSince]).toEqual([null, null]);
});

it('a folder is silent: not while one answer comes after another, however long all of it takes', async () => {
  const { answers, told, pass } = listening();
  const [hung, calls] = [Promise.withResolvers<void>(), 20];
  await answers.during(async (hear) => {
    const heard = hear({ ...threadedCalls, run: (work) => work() });
    for (let call = 0; call < calls; call += 1) {
      const slow = Promise.withResolvers<void>();
      const answer = heard.run(() => slow.promise);
      await pass(STEPS - 1);
      slow.resolve();
      await answer;
    }
    expect(told).toEqual([]);
    void heard.run(() => hung.promise);
    await pass(STEPS);
    expect(told).toHaveLength(1);
    await heard.run(async () => undefined);
    expect(told.at(-1)).toBeNull();
  });
});

it('a folder is silent: not while nothing is asked of it', async () => {
  const { answers, told, pass } = listening();
  const ledger = Promise.withResolvers<void>();
  const task = answers.during(() => ledger.promise);
  await pass(2 * STEPS);
  expect(told).toEqual([]);
  ledger.resolve();
  await task;
});

it('a folder is silent: also while something else is answered', async () => {
  const { answers, told, pass } = listening();
  const [one, other] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const asked = [answers.ask(() => one.promise), answers.through((work) => work())(() => other.promise)];
  for (let step = 0; step < STEPS; step += 1) {
    await answers.ask(async () => undefined);
    await pass(1);
  }
  expect(answers.silentSince).not.toBeNull();
  one.resolve();
  await turn();
  expect([told.includes(null), answers.silentSince]).toEqual([false, NOW - 120_000]);
  other.resolve();
  await Promise.all(asked);
  expect([told.at(-1), answers.silentSince]).toEqual([null, null]);
});

it('a folder is silent never where it is a disk of this machine, which is asked as ever', async () => {
  const { answers } = listening();
  await answers.during(async (hear) => expect(hear(directCalls)).toBe(directCalls));
});
