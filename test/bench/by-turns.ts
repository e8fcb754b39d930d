import type { RunOptions, Sample } from './row.ts';

export interface Side {
  readonly side: string;
  run(): Promise<number>;
}

/** Runs each side so often, by turns first, so that a machine that grows warm or busy favours none. */
export async function byTurns(
  sides: readonly Side[],
  unit: string,
  { rounds, say }: Pick<RunOptions, 'rounds' | 'say'>,
): Promise<Sample[]> {
  const samples: Sample[] = [];
  for (let round = 0; round < rounds; round += 1) {
    for (const { side, run } of round % 2 === 0 ? sides : sides.toReversed()) {
      const value = await run();
      say(`${side}: ${Number(value.toPrecision(4))} ${unit}`);
      samples.push({ side, value });
    }
  }
  return samples;
}
