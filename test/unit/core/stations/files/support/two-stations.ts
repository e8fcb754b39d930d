import { type BenchOptions, type IntakeBench, intakeBench } from '../../../folders/intake-bench.ts';

/** For the second station, all that the first one had is from before its rule. */
export const SENDS_ALL = { backlog: 'send' };

/** Two stations on one folder; the first has the lease. */
export async function twoStations(
  rule: BenchOptions['rule'] = SENDS_ALL,
): Promise<{ readonly one: IntakeBench; readonly two: IntakeBench }> {
  const one = await intakeBench({ station: 'station-1', rule });
  const two = await intakeBench({ station: 'station-2', folder: one.folder, rule });
  return { one, two };
}
