import { until } from '../../../../support/until.ts';
import type { IntakeBench } from '../intake-bench.ts';

export const isStill = (bench: IntakeBench): Promise<true> => until(() => !bench.intake.busy());

/** All that is there now was looked at once more, and nothing is left to do. */
export async function rested(bench: IntakeBench): Promise<void> {
  await bench.intake.rescan();
  await isStill(bench);
}
