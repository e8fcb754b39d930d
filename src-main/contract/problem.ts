import { z } from 'zod';
import { PROBLEM_SUBJECTS, type ProblemSubject, type ProblemText, type Words } from './problem-text.ts';
import { PROBLEMS } from './problem-texts.ts';

export type ProblemCode = keyof typeof PROBLEMS;

/** What only a person can mend, on the way to the service: certificates, encryption, the proxy. Proven not received. */
export type NetworkProblemCode = Extract<ProblemCode, `network.${string}`>;

export const isNetworkProblem = (code: ProblemCode): code is NetworkProblemCode =>
  code.startsWith('network.');

export const problemCodeSchema = z
  .string()
  .refine((code): code is ProblemCode => Object.hasOwn(PROBLEMS, code), 'unknown problem code');

export const problemSubjectSchema = z.enum(PROBLEM_SUBJECTS);

/** A problem as a row keeps it: `detail` is what the service or the system said, or null. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string | null;
}

/** A problem, and what it is about: `folder` unless something else is said. */
export interface ProblemOfRow extends Problem {
  readonly subject?: ProblemSubject | undefined;
}

/** A problem with its words: what happened, and what to do next. */
interface Described {
  readonly code: ProblemCode;
  readonly message: string;
  readonly next: string;
}

/** A problem as the app shows it. */
export function describeProblem(problem: ProblemOfRow): Described & ProblemOfRow {
  const { code, subject, detail } = problem;
  const { message, next } = wordsFor(problem);
  return { code, subject, detail, message, next };
}

/** A problem for a person who types verbs instead of pressing buttons. */
export function describeForCommandLine(problem: ProblemOfRow): Described {
  const { message, next, command } = wordsFor(problem);
  return { code: problem.code, message, next: command ?? next };
}

function wordsFor({ code, detail, subject = 'folder' }: ProblemOfRow): Words {
  const text: ProblemText = PROBLEMS[code];
  const own = subject === 'folder' ? undefined : text[subject];
  const { message, next, command } = {
    ...text,
    ...(own?.next !== undefined && { command: undefined }),
    ...own,
  };
  return { message: filled(message, detail), next, command };
}

function filled(message: string, detail: string | null): string {
  const said = (detail ?? '').trim().replace(/^\((.*)\)$/, '$1');
  return message.replace(/\[([^\]]*)\]/g, (_, part: string) =>
    said === '' ? '' : part.replace('{detail}', () => said),
  );
}
