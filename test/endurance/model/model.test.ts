import { expect, test } from 'vitest';
import { createStage, modelPart, sequenceOf } from './model.ts';
import { shrink } from './shrink.ts';

const SEQUENCES = Number(process.env['MODEL_SEQUENCES'] ?? 100);

test('I1 to I5: whatever clerks, folders, machines and the service do, all adds up when it has come to rest', async () => {
  const { broken, done, counts } = await modelPart.sit({
    scale: { sequences: SEQUENCES, moves: 15 },
    first: 20_260_105,
    stop: new AbortController().signal,
    say: () => undefined,
  });
  expect(broken).toBeNull();
  expect(done).toBe(SEQUENCES);
  expect(counts['Tasks made']).toBeGreaterThan(SEQUENCES / 2);
  // A full disk, an archive that takes nothing and the like must be met, or nothing is said of them.
  for (const [met, times] of Object.entries(counts)) expect(times, met).toBeGreaterThan(0);
}, 600_000);

const ONE_STATION = { stations: 1, after: 'keep', lagMs: 0, keepsData: true, asksFirst: false } as const;

test('a seed gives the same moves each time, and a failure is told by the fewest that show it', async () => {
  expect(sequenceOf(7, 20)).toEqual(sequenceOf(7, 20));
  expect(sequenceOf(7, 20)).not.toEqual(sequenceOf(8, 20));
  const fewest = await shrink([1, 2, 3, 4, 5, 6, 7, 8], async (some) => some.includes(3) && some.includes(7));
  expect(fewest).toEqual([3, 7]);
});

test('I1: a document is not called sent because it equals one that was taken back', async () => {
  using stage = createStage();
  const world = { ...ONE_STATION, seed: 20_260_106 };
  const pass = { move: 'pass', ms: 60_000, turns: 0 } as const;
  const { wrong, tasks } = await stage.play({
    ...world,
    moves: [
      { move: 'line', up: false },
      { move: 'write', whole: true },
      pass,
      { move: 'same', pick: 0 },
      pass,
      { move: 'withdraw', at: 0, pick: 0 },
      pass,
      { move: 'line', up: true },
      pass,
      { move: 'decide', at: 0, pick: 0 },
    ],
  });
  expect(wrong).toEqual([]);
  expect(tasks).toBe(1);
}, 600_000);

test('I1: a document goes out although its station began anew while the folder was away', async () => {
  using stage = createStage();
  const world = { ...ONE_STATION, seed: 20_260_136 };
  const { wrong } = await stage.play({
    ...world,
    moves: [
      { move: 'share', to: 'hollow' },
      { move: 'stop', at: 0 },
      { move: 'start', at: 0 },
      { move: 'write', whole: true },
      { move: 'pass', ms: 119_163, turns: 0 },
    ],
  });
  expect(wrong).toEqual([]);
}, 600_000);
