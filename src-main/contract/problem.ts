import { z } from 'zod';
import { PROBLEM_SUBJECTS, type ProblemSubject, type ProblemText, type SubjectText } from './problem-text.ts';
import { SERVICE_PROBLEMS } from './service-problems.ts';
import { STATION_PROBLEMS } from './station-problems.ts';

export const PROBLEMS = { ...STATION_PROBLEMS, ...SERVICE_PROBLEMS } as const;

export type ProblemCode = keyof typeof PROBLEMS;

/** The connection problems that a person must correct: certificates, encryption or the proxy. The service received nothing. */
export type NetworkProblemCode = Extract<ProblemCode, `network.${string}`>;

export const isNetworkProblem = (code: ProblemCode): code is NetworkProblemCode =>
  code.startsWith('network.');

export const problemCodeSchema = z
  .string()
  .refine((code): code is ProblemCode => Object.hasOwn(PROBLEMS, code), 'unknown problem code');

export const problemSubjectSchema = z.enum(PROBLEM_SUBJECTS);

/** `detail` is a text that the message quotes, such as an error text of the service; null without such a text. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string | null;
}

export interface ProblemOfRow extends Problem {
  readonly subject?: ProblemSubject | undefined;
}

interface Described {
  readonly code: ProblemCode;
  readonly message: string;
  readonly next: string;
}

/** Returns the texts about a problem. `texts` has the texts in one language; the default is English. */
export function describeProblem(
  problem: ProblemOfRow,
  texts: Readonly<Record<ProblemCode, ProblemText>> = PROBLEMS,
): Described & ProblemOfRow {
  const { code, subject, detail } = problem;
  const { message, next } = textFor(problem, texts[code]);
  return { code, subject, detail, message, next };
}

export function describeForCommandLine(
  problem: ProblemOfRow,
  texts: Readonly<Record<ProblemCode, ProblemText>> = PROBLEMS,
): Described & ProblemOfRow {
  const { code, subject, detail } = problem;
  const { message, next, command } = textFor(problem, texts[code]);
  return { code, subject, detail, message, next: command ?? next };
}

function textFor({ detail, subject = 'folder' }: ProblemOfRow, text: ProblemText): SubjectText {
  const own = subject === 'folder' ? undefined : text[subject];
  const { message, next, command } = {
    ...text,
    ...(own?.next !== undefined && { command: undefined }),
    ...own,
  };
  return { message: filled(message, detail), next, command };
}

function filled(message: string, detail: string | null): string {
  const inserted = (detail ?? '').trim().replace(/^\((.*)\)$/, '$1');
  return message.replace(/\[([^\]]*)\]/g, (_, part: string) =>
    inserted === '' ? '' : part.replace('{detail}', () => inserted),
  );
}

/** Returns the problem that the api_secret and the ledger belong to different organizations (I12). A null name means an unknown name. */
export function otherOrganisation(names: {
  readonly secret: string | null;
  readonly record: string | null;
}): Problem {
  const nameText = (name: string | null) => (name === null ? 'not known' : `"${name}"`);
  return {
    code: 'auth.other-organisation',
    detail: 'secret (API key): {secret}; record: {record}'
      .replace('{secret}', () => nameText(names.secret))
      .replace('{record}', () => nameText(names.record)),
  };
}
