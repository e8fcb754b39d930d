import { expect, onTestFinished, test } from 'vitest';
import { directCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { createCreateCheck } from '../../../../../src-main/core/stations/files/create-guard.ts';
import { createTestClock } from '../../../../support/clock.ts';
import { leaseOf } from '../../../../support/lease-of.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { until } from '../../../../support/until.ts';

const HEARTBEAT_MS = 5_000;

/** Two stations on one folder, which the first has; the calls of the second can be made to hang. */
async function twoStations() {
  const dir = testDir();
  const clock = createTestClock();
  let hang = Promise.withResolvers<void>();
  hang.resolve();
  const counts = { calls: 0, open: 0, most: 0 };
  const list = async (folder: string) => {
    counts.calls += 1;
    counts.open += 1;
    counts.most = Math.max(counts.most, counts.open);
    await hang.promise;
    counts.open -= 1;
    return directCalls.list(folder);
  };
  const lease = (id: string, calls = directCalls) =>
    leaseOf({
      root: dir.path,
      calls: () => calls,
      station: { id, name: id },
      clock,
      heartbeatMs: HEARTBEAT_MS,
      missedBeats: 6,
    });
  const [one, two] = [lease('one'), lease('two', { ...directCalls, list })];
  await one.start();
  await two.start();
  onTestFinished(async () => {
    hang.resolve();
    await Promise.all([one.stop(() => false), two.stop(() => false)]);
  });
  return {
    one,
    two,
    clock,
    counts,
    check: createCreateCheck({ lease: two, clock, heartbeatMs: HEARTBEAT_MS, identity: null }),
    hangs: () => {
      hang = Promise.withResolvers();
      return { answer: () => hang.resolve() };
    },
  };
}

test('I8: a no holds for a while for whatever waits, and nothing waits for the next answer', async () => {
  const { one, two, clock, counts, check, hangs } = await twoStations();
  expect(check.refuses).toBe(false);
  expect(await check.mayCreate()).toBe(false);
  expect([check.refuses, check.isGone]).toEqual([true, false]);
  await two.stop(() => false);
  counts.calls = 0;
  for (let n = 0; n < 100; n++) expect(await check.mayCreate()).toBe(false);
  expect(counts.calls).toBe(0);
  await one.stop(() => false);
  await clock.advance(HEARTBEAT_MS);
  const share = hangs();
  expect(check.refuses).toBe(false);
  for (let n = 0; n < 100; n++) expect(await check.mayCreate()).toBe(false);
  expect(check.refuses).toBe(true);
  await clock.advance(0);
  expect(counts.calls).toBe(1);
  share.answer();
  await until(() => !check.refuses);
  expect(await check.mayCreate()).toBe(true);
});

test('I8: a lease that hangs is one call, whoever asks and however often, and is asked again when it has answered', async () => {
  const { one, two, clock, counts, check, hangs } = await twoStations();
  await one.stop(() => false);
  await clock.advance(HEARTBEAT_MS);
  expect(await check.mayCreate()).toBe(true);
  counts.most = 0;
  const share = hangs();
  const answers = Promise.all([1, 2, 3, 4].map(() => check.mayCreate()));
  await clock.advance(4 * HEARTBEAT_MS);
  expect(await answers).toEqual([false, false, false, false]);
  expect([check.refuses, check.isGone]).toEqual([true, true]);
  for (let n = 0; n < 100; n++) expect(await check.mayCreate()).toBe(false);
  const ended = two.stop(() => true);
  const begun = two.start();
  expect(counts).toMatchObject({ open: 1, most: 1 });
  share.answer();
  await Promise.all([ended, begun]);
  expect(await check.mayCreate()).toBe(true);
  expect([check.refuses, check.isGone, counts.most]).toEqual([false, false, 1]);
});
