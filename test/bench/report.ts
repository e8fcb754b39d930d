import { execFileSync } from 'node:child_process';
import { availableParallelism, cpus, release, totalmem } from 'node:os';
import { assertNever } from '../../src-main/contract/assert-never.ts';
import { type BenchRow, type Goal, type Measured, median, ofSide, type RunOptions } from './row.ts';

/** What came of one row: figures, or why there are none. */
export interface RowResult {
  readonly row: BenchRow;
  readonly outcome: Measured | { readonly skipped: string } | { readonly failed: string };
}

/** Whether the figure is what the goal asks; null where nothing is asked. */
export function isMet(goal: Goal, figure: number): boolean | null {
  switch (goal.kind) {
    case 'at-least':
      return figure >= goal.value;
    case 'at-most':
      return figure <= goal.value;
    case 'none':
      return null;
    default:
      return assertNever(goal);
  }
}

const rounded = (value: number) => Number(value.toPrecision(3));

/** A table for people: medians of each side, the figure, the goal. */
export function tableOf(results: readonly RowResult[]): string {
  return results.map(({ row, outcome }) => linesOf(row, outcome).join('\n')).join('\n');
}

function linesOf(row: BenchRow, outcome: RowResult['outcome']): string[] {
  const head = `${row.name.padEnd(16)} ${row.what}`;
  if ('skipped' in outcome) return [head, `${' '.repeat(17)}not measured: ${outcome.skipped}`];
  if ('failed' in outcome) return [head, `${' '.repeat(17)}FAILED: ${outcome.failed}`];
  const { unit, samples, figure, meaning, remarks = [] } = outcome;
  const sides = [...new Set(samples.map(({ side }) => side))].map((side) => {
    const values = ofSide(samples, side);
    return `${side} ${rounded(median(values))} ${unit} (${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}, ${values.length} runs)`;
  });
  const met = isMet(row.goal, figure);
  const goal =
    row.goal.kind === 'none'
      ? ''
      : `; goal ${row.goal.kind.replace('-', ' ')} ${row.goal.value}: ${met ? 'met' : 'MISSED'}`;
  const body = [...sides, `= ${rounded(figure)} ${meaning}${goal}`, ...remarks];
  return [head, ...body.map((line) => ' '.repeat(17) + line)];
}

/** The same for machines, with what it was measured on. */
export function jsonOf(
  results: readonly RowResult[],
  { times, rounds, small }: Pick<RunOptions, 'times' | 'rounds' | 'small'>,
  now: Date,
): object {
  const commit = execFileSync('git', ['describe', '--always', '--dirty'], { encoding: 'utf8' }).trim();
  return {
    at: now.toISOString(),
    commit,
    times,
    rounds,
    small,
    machine: {
      cores: availableParallelism(),
      cpu: cpus()[0]?.model ?? 'unknown',
      memory_gib: Math.round(totalmem() / 2 ** 30),
      system: `${process.platform} ${release()}`,
      node: process.versions.node,
    },
    rows: results.map(({ row, outcome }) => ({
      name: row.name,
      what: row.what,
      goal: row.goal,
      ...outcome,
      ...('figure' in outcome && { met: isMet(row.goal, outcome.figure) }),
    })),
  };
}
