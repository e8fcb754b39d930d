import { expect, test } from 'vitest';
import { seededRandom } from '../../support/random.ts';
import { createStage } from './model.ts';
import { drawTrial, TRIALS } from './trials.ts';

const SEEDS = 2;

test.each(TRIALS)(
  'model, %s',
  async (trial) => {
    using stage = createStage();
    const found: string[] = [];
    for (let seed = 1; seed <= SEEDS; seed += 1) {
      const moves = drawTrial(trial, seededRandom(seed), 0);
      const world = { stations: 1, lagMs: 0, keepsData: true, asksFirst: false } as const;
      const after = trial === 'practice beside' ? 'move' : 'keep';
      const { wrong } = await stage.play({ ...world, seed, after, trials: [trial], moves });
      found.push(...wrong.map((what) => `seed ${seed}: ${what}`));
    }
    expect(found).toEqual([]);
  },
  600_000,
);
