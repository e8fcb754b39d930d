import type { Problem, ProblemCode } from '../../../contract/problem.ts';

/**
 * What a create came to, which decides what becomes of it once the service denies that it has it (I2). `person`: it would be
 * refused again, or a service that does not keep ids would make one Task after the other. `page`: what nobody can read stood in the
 * place of the answer, a page of some network or how this service says that it made one; it is sent anew a few times.
 */
const WHEN_DENIED: Partial<Record<ProblemCode, 'person' | 'page'>> = {
  'service.blocked': 'person',
  'service.unsaid': 'person',
  'service.too-large': 'person',
  'service.unaccounted': 'person',
  'service.unreadable': 'page',
  'service.answer-too-large': 'page',
};

/** What becomes of a create that came to this, once it is denied; `anew`: it is sent anew. */
export function whenDenied(code: ProblemCode): 'person' | 'page' | 'anew' {
  return WHEN_DENIED[code] ?? 'anew';
}

/**
 * Whether a refusal is no word of the service that it took nothing. A Task of another under this external_id says nothing of this
 * one; a refusal that the service did not write (see `unsaidStatus`) may have come in the place of its answer.
 */
export function provesNothing({ code, detail }: Problem): boolean {
  if (code === 'service.too-large') return detail === null;
  return code === 'service.conflict' || code === 'service.perhaps-there' || WHEN_DENIED[code] !== undefined;
}

const codes = Object.keys(WHEN_DENIED).map((code) => `'${code}'`);

/** Of an unconfirmed row, in SQL: it has what its create came to, which no fault of a look-up may hide. */
export const KEEPS_ANSWER = `(state = 'unconfirmed' AND problem_code IN (${codes.join(', ')}))`;
