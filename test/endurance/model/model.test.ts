import { expect, test } from 'vitest';
import { createStage } from './model.ts';

const ONE_STATION = {
  stations: 1,
  after: 'keep',
  lagMs: 0,
  keepsData: true,
  asksFirst: false,
  trials: [],
} as const;

test('I1: a document is not called sent because it equals one that was taken back', async () => {
  using stage = createStage();
  const world = { ...ONE_STATION, seed: 20_260_106 };
  const pass = { move: 'pass', ms: 60_000, turns: 0 } as const;
  const { wrong, met } = await stage.play({
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
  expect(met.Tasks).toBe(1);
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
