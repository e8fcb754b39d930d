import type { IntakeBench } from '../../../folders/intake-bench.ts';

/** The files that are held now, by path, each with why. */
export const heldFor = (bench: IntakeBench) =>
  bench
    .rows()
    .filter(({ state, current }) => state === 'held' && current === 1)
    .map(({ path, problem_code: code }) => [path, code])
    .sort();
