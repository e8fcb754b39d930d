import { type BenchRow, type Goal, type Measured, median, ofSide } from './row.ts';

export type Outcome = Measured | { readonly skipped: string } | { readonly failed: string };

export const isMet = ({ kind, value }: Goal, figure: number): boolean =>
  kind === 'at least' ? figure >= value : figure <= value;

/** One row for people: median and range of each side, the figure, the goal. */
export function rowText({ name, what, goal }: BenchRow, outcome: Outcome): string {
  return [`${name.padEnd(16)} ${what}`, ...linesOf(goal, outcome).map((line) => ' '.repeat(17) + line)].join(
    '\n',
  );
}

function linesOf(goal: Goal, outcome: Outcome): string[] {
  if ('skipped' in outcome) return [`not measured: ${outcome.skipped}`];
  if ('failed' in outcome) return [`FAILED: ${outcome.failed}`];
  const { unit, samples, figure, meaning, remarks = [] } = outcome;
  const sides = [...new Set(samples.map(({ side }) => side))].map((side) => {
    const values = ofSide(samples, side);
    return `${side} ${rounded(median(values))} ${unit} (${rounded(Math.min(...values))} to ${rounded(Math.max(...values))}, ${values.length} runs)`;
  });
  const met = isMet(goal, figure) ? 'met' : 'MISSED';
  return [...sides, `= ${rounded(figure)} ${meaning}; goal ${goal.kind} ${goal.value}: ${met}`, ...remarks];
}

const rounded = (value: number) => Number(value.toPrecision(3));
