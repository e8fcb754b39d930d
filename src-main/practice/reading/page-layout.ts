import { LIMITS } from './limits.ts';

/** A run of text with its place on the page in PDF units: origin bottom left, `y` is the baseline. */
export interface TextRun {
  readonly text: string;
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

interface Line {
  readonly y: number;
  readonly runs: TextRun[];
}

/** A value written over a form rarely sits on the exact baseline of its label. */
const sameLine = (line: Line, run: TextRun): boolean =>
  Math.abs(line.y - run.y) <= Math.max(2, 0.42 * Math.min(run.height, 12));

/**
 * Puts runs back into reading order as lines of text. Gaps wider than a letter become two spaces, so that
 * "Name:  Ada   Date of birth:  ..." keeps its columns apart; the content stream's own order is not trusted, because
 * filled forms draw every value after the whole form.
 */
export function layOutPage(runs: readonly TextRun[]): string {
  const sorted = runs.filter((run) => run.text.trim() !== '').toSorted((a, b) => b.y - a.y || a.x - b.x);
  const lines: Line[] = [];
  for (const run of sorted) {
    const line = lines.at(-1);
    if (line !== undefined && sameLine(line, run)) line.runs.push(run);
    else lines.push({ y: run.y, runs: [run] });
  }
  return lines.map(joinRuns).join('\n').slice(0, LIMITS.charactersPerPage);
}

function joinRuns(line: Line): string {
  let text = '';
  let end = Number.NEGATIVE_INFINITY;
  for (const run of line.runs.toSorted((a, b) => a.x - b.x)) {
    const gap = run.x - end;
    if (text !== '') text += gap > run.height ? '  ' : gap > 0.12 * run.height ? ' ' : '';
    text += run.text;
    end = run.x + run.width;
  }
  return text.replace(/[ \t\u00a0]{2,}/g, '  ').trim();
}
