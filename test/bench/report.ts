import { assertNever } from '../../src-main/contract/assert-never.ts';
import type { Machine } from './machine.ts';
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

const sidesOf = (samples: Measured['samples']) => [...new Set(samples.map(({ side }) => side))];

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
  const sides = sidesOf(samples).map((side) => {
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

/** When and on what a run was made. */
export interface Place {
  readonly at: Date;
  readonly commit: string | null;
  readonly machine: Machine;
}

/** The same for machines, with what it was measured on. */
export function jsonOf(
  results: readonly RowResult[],
  { times, rounds, folders, small }: Omit<RunOptions, 'say'>,
  { at, commit, machine }: Place,
): object {
  return {
    at: at.toISOString(),
    commit,
    times,
    rounds,
    folders,
    small,
    machine,
    rows: results.map(({ row, outcome }) => ({
      name: row.name,
      what: row.what,
      goal: row.goal,
      ...outcome,
      ...('figure' in outcome && { ...mediansAndRatios(outcome), met: isMet(row.goal, outcome.figure) }),
    })),
  };
}

/** The median of each side, and how many times that of the side it is measured against. */
function mediansAndRatios({ samples, against }: Measured) {
  const medians = sidesOf(samples).map((side) => [side, median(ofSide(samples, side))] as const);
  const one = against === undefined ? 0 : median(ofSide(samples, against));
  const ratios = one === 0 ? [] : medians.map(([side, value]) => [side, value / one] as const);
  return { medians: Object.fromEntries(medians), ratios: Object.fromEntries(ratios) };
}
