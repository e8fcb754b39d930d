import type { ProblemView } from '../../src-main/contract/views/common.ts';
import { isMessage, t } from './translate.ts';

/** What happened and what to do next, in the words of the app; else in those of the engine. */
export function problemText(problem: ProblemView): { readonly message: string; readonly next: string } {
  const { code, detail, message, next } = problem;
  const key = `problem.${code}`;
  const nextKey = `${key}.next`;
  if (!isMessage(key) || !isMessage(nextKey)) return { message, next };
  const said = (detail ?? '').trim().replace(/^\((.*)\)$/, '$1');
  return { message: t(key, { detail: said, said: said === '' ? 'no' : 'yes' }), next: t(nextKey) };
}
