import { z } from 'zod';
import { detailIn, detailOf } from './texts/detail.ts';
import { isTextKey, keysThatBegin, type Language, messageText, type TextKey } from './texts/messages.ts';

/**
 * The code of a problem. The texts of a problem are the messages `problem.CODE.message` (what happened), `problem.CODE.next` (the person's
 * next step, in the words of the app's buttons) and `problem.CODE.command` (the next step in the words of the command line, if `next` names
 * a button). A text that differs for a subject ends in the name of the subject, such as `problem.CODE.next.drop`.
 */
export type ProblemCode = TextKey extends infer Key
  ? Key extends `problem.${infer Code}.message`
    ? Code
    : never
  : never;

/** The connection problems that a person must correct: certificates, encryption or the proxy. The service received nothing. */
export type NetworkProblemCode = Extract<ProblemCode, `network.${string}`>;

export const isNetworkProblem = (code: ProblemCode): code is NetworkProblemCode =>
  code.startsWith('network.');

const isProblemCode = (code: string): code is ProblemCode => isTextKey(`problem.${code}.message`);

export const problemCodeSchema = z.string().refine(isProblemCode, 'unknown problem code');

export const PROBLEM_CODES: readonly ProblemCode[] = keysThatBegin('problem.')
  .flatMap((key) => /^problem\.(.*)\.message$/.exec(key)?.[1] ?? [])
  .filter(isProblemCode);

/**
 * The subject of a problem: a document of a watched folder, a document that a person added by hand, an answer to a waiting Task,
 * or a change of a Task (its name, follow-up mark or external_id) or an event for a Task.
 */
export const PROBLEM_SUBJECTS = ['folder', 'drop', 'answer', 'change'] as const;
export type ProblemSubject = (typeof PROBLEM_SUBJECTS)[number];
export const problemSubjectSchema = z.enum(PROBLEM_SUBJECTS);

/** `detail` is a text that the message quotes, such as an error text of the service (`texts/detail.ts`); null without such a text. */
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

/** Returns the texts about a problem. */
export function describeProblem(problem: ProblemOfRow, language: Language = 'en'): Described & ProblemOfRow {
  const { code, subject, detail } = problem;
  const text = (key: string) => messageText(key, language, valuesOf(detail, language));
  const next = ownKey(problem, 'next') ?? `problem.${code}.next`;
  return { code, subject, detail, message: text(messageKey(problem)), next: text(next) };
}

/** Returns the texts about a problem. The next step names commands of the command line. */
export function describeForCommandLine(
  problem: ProblemOfRow,
  language: Language = 'en',
): Described & ProblemOfRow {
  const described = describeProblem(problem, language);
  const usual = ownKey(problem, 'next') === null ? `problem.${problem.code}.command` : '';
  const command = ownKey(problem, 'command') ?? usual;
  return isTextKey(command) ? { ...described, next: messageText(command, language, {}) } : described;
}

const messageKey = (problem: ProblemOfRow) => ownKey(problem, 'message') ?? `problem.${problem.code}.message`;

/** Returns the key of a text that the problem has for its subject alone; null without such a text. */
function ownKey({ code, subject }: ProblemOfRow, what: 'message' | 'next' | 'command'): string | null {
  const key = `problem.${code}.${what}.${subject}`;
  return isTextKey(key) ? key : null;
}

/** A message leaves out its part about the detail if there is no detail. */
function valuesOf(detail: string | null, language: Language) {
  const inserted = detailIn(detail ?? '', language)
    .trim()
    .replace(/^\((.*)\)$/, '$1');
  return { detail: inserted, hasDetail: inserted === '' ? 'no' : 'yes' };
}

/** Returns the problem that the api_secret and the ledger belong to different organizations (I12). A null name means an unknown name. */
export function otherOrganisation(names: {
  readonly secret: string | null;
  readonly record: string | null;
}): Problem {
  const nameText = (name: string | null) => (name === null ? detailOf('detail.notKnown') : `"${name}"`);
  return {
    code: 'auth.other-organisation',
    detail: detailOf('detail.organizations', {
      secret: nameText(names.secret),
      record: nameText(names.record),
    }),
  };
}
