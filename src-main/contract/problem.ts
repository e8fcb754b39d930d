import { z } from 'zod';
import { PROBLEMS } from './problem-texts.ts';

export type ProblemCode = keyof typeof PROBLEMS;

/** What only a person can mend, on the way to the service: certificates, encryption, the proxy. Proven not received. */
export type NetworkProblemCode = Extract<ProblemCode, `network.${string}`>;

export const isNetworkProblem = (code: ProblemCode): code is NetworkProblemCode =>
  code.startsWith('network.');

export const problemCodeSchema = z
  .string()
  .refine((code): code is ProblemCode => Object.hasOwn(PROBLEMS, code), 'unknown problem code');

/** A problem as a row keeps it: `detail` is what the service or the system said, or null. */
export interface Problem {
  readonly code: ProblemCode;
  readonly detail: string | null;
}

/** The plain words for a problem: what happened, and what to do next. */
export function describeProblem({ code, detail }: Problem): {
  code: ProblemCode;
  message: string;
  next: string;
} {
  const { message, next } = PROBLEMS[code];
  const said = (detail ?? '').trim().replace(/^\((.*)\)$/, '$1');
  return {
    code,
    message: message.replace(/\[([^\]]*)\]/g, (_, part: string) =>
      said === '' ? '' : part.replace('{detail}', () => said),
    ),
    next,
  };
}
