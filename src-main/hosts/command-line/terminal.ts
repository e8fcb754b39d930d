import { z } from 'zod';
import { printable } from '../../contract/printable.ts';
import type { ProblemOfRow } from '../../contract/problem.ts';
import type { Failure } from '../../contract/result.ts';
import { inWords, type Said, saidSchema, say, sayProblem } from '../../contract/say.ts';
import { detailIn } from '../../contract/texts/detail.ts';
import { isoTimeText } from '../../contract/time-text.ts';
import type { StationChoice } from '../../core/installation/open-station.ts';
import { describeFailure } from '../headless/describe-failure.ts';
import { said, t } from '../language.ts';

type Lines = string | readonly string[];

/**
 * The output of a verb. Results go to `out` and all other texts to `err`, so that the output with `--json` is valid JSON. Control
 * characters are printed as escapes, so that a file name with a line break or an escape sequence cannot imitate a line of Clearfolder.
 */
export interface Terminal {
  readonly json: boolean;
  /** Whether a person reads `out` on a terminal. If false, `out` may be a log, which must not contain names (I11). */
  readonly watched: boolean;
  out(lines: Lines): void;
  err(lines: Lines): void;
}

export interface StationContext {
  readonly terminal: Terminal;
  readonly choice: StationChoice;
}

export interface VerbContext extends StationContext {
  readonly env: NodeJS.ProcessEnv;
  readonly stdin: NodeJS.ReadStream;
}

export function createTerminal(
  json: boolean,
  out: (text: string) => void,
  err: (text: string) => void,
  watched = false,
): Terminal {
  return {
    json,
    watched,
    out: (lines) => out(asText(lines)),
    err: (lines) => err(asText(lines)),
  };
}

const asText = (lines: Lines) =>
  [lines]
    .flat()
    .map((line) => `${printable(line)}\n`)
    .join('');

/** Formats a time for the command line. Returns "never", in the language of the terminal, for null. */
export function localTime(iso: string | null): string {
  return iso === null ? t('terminal.never') : isoTimeText(iso);
}

/** Returns the lines that describe a problem or a failure in the language of the terminal: what happened, and what a person can do. */
export function problemLines(problem: Described | null, indent = ''): string[] {
  if (problem === null) return [];
  const { message, next } = 'said' in problem ? problem.said : sayProblem(problem, 'command');
  return [`${indent}${said(message)}`, `${indent}${t('common.whatToDo1', { next })}`];
}

type Described = ProblemOfRow | { readonly said: NonNullable<Failure['said']> };

export function show(terminal: Terminal, value: unknown, lines: () => readonly string[]): void {
  if (terminal.json) showJson(terminal, inEnglish(value));
  else for (const line of lines()) terminal.out(line);
}

// The JSON output of the command line contains only English texts: without every `said`, and with the English of every detail of a problem.
function inEnglish(value: unknown): unknown {
  const english = (key: string, part: unknown) => {
    if (typeof part === 'string') return detailIn(part, 'en');
    return key === 'said' && z.record(z.string(), saidSchema).safeParse(part).success ? undefined : part;
  };
  return JSON.parse(JSON.stringify(value, english) ?? 'null');
}

export function showJson(terminal: Terminal, value: unknown): void {
  // `out` would escape the line breaks between the lines of the JSON text, so the text is split into lines. Inside strings, JSON itself
  // escapes line breaks.
  terminal.out(JSON.stringify(value, null, 2).split('\n'));
}

/** Thrown if a person used a verb incorrectly. The exit code is then 2. */
export class UsageError extends Error {
  readonly said: Said;

  constructor(said: Said) {
    super(inWords(said, 'en'));
    this.said = said;
  }
}

/** Prints a failure as text or JSON. Returns the exit code: 1 failed, 2 wrong usage, 6 the running engine does not answer. */
export function reportFailure(terminal: Terminal, error: unknown): 1 | 2 | 6 {
  if (error instanceof UsageError) {
    const next = say('terminal.helpHelp');
    const failure = { code: 'usage', message: error.message, next: inWords(next, 'en') };
    terminal.err(terminal.json ? JSON.stringify({ error: failure }) : said(error.said));
    return 2;
  }
  const failure = describeFailure(error, 'command-line');
  const { said: _, ...english } = failure;
  terminal.err(terminal.json ? JSON.stringify({ error: english }) : problemLines(failure));
  if (failure.code === 'engine.no-answer') return 6;
  return failure.code === 'secrets.bad-choice' ? 2 : 1;
}
