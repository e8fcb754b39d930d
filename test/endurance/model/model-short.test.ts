import { expect, test } from 'vitest';
import { runShort } from '../part.ts';
import { modelPart, sequenceOf } from './model.ts';
import { shrink } from './shrink.ts';

/** The only endurance test of plain `npm test`. */
test(`model: ${modelPart.holds}`, async () => {
  await runShort(modelPart, 20_261_001);
}, 600_000);

test('a seed gives the same moves each time, and a failure shrinks to the fewest moves', async () => {
  expect(sequenceOf(7, 20)).toEqual(sequenceOf(7, 20));
  expect(sequenceOf(7, 20)).not.toEqual(sequenceOf(8, 20));
  const fewest = await shrink([1, 2, 3, 4, 5, 6, 7, 8], async (some) => some.includes(3) && some.includes(7));
  expect(fewest).toEqual([3, 7]);
});
