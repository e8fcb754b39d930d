import { expect, test } from 'vitest';
import { seededRandom } from '../../support/random.ts';
import { createStage } from './model.ts';
import { drawTrial, SWITCHED_ON, TRIALS, type Trial } from './trials.ts';

const SEEDS = 2;

/** How the promise of a trial breaks while the trial is switched off. */
const BREAKS: Readonly<Partial<Record<Trial, RegExp>>> = {
  'other organisation': /I12: station-0 asked for \S+ under other/,
  'new uid': /I12: station-0 asked for \S+ under org-new/,
  'denying service': /I2: document \S+ made 2 Tasks/,
  'forgetting service': /I10: Task \S+ is gone at the service, and told as/,
  'other external_id': /I2: document \S+ made 2 Tasks/,
  'practice beside': /I13: practice would /,
  'read-only share': /I2: station-0 sent from a folder that the station cannot write to/,
  'several purposes': /I1: \S+ is (called )?a duplicate/,
};

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
    const breaks = BREAKS[trial];
    if (breaks === undefined || SWITCHED_ON.includes(trial)) expect(found).toEqual([]);
    else expect(found.join('\n')).toMatch(breaks);
  },
  600_000,
);
