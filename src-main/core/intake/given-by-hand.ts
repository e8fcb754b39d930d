import { describeProblem, type Problem, type ProblemCode } from '../../contract/problem.ts';
import type { ProblemView } from '../../contract/views/common.ts';

const AGAIN = 'Scan or export it again, then add it again.';
const NEXT: Partial<Record<ProblemCode, string>> = {
  'file.empty': AGAIN,
  'file.unfinished': AGAIN,
  'file.unreadable':
    'Close the program that holds it, or let somebody change its permissions; then add it again.',
  'file.changing': 'Add it again once it is finished.',
  'file.duplicate': 'Nothing. To send it all the same, choose to send duplicates too.',
  'file.perhaps-sent':
    'Look for a Task of the document at the service. If there is none, choose to send duplicates too.',
  'file.too-much-text': 'Split the document, or send fewer of them as one Task: add the parts again.',
  'spool.full': 'Free some space on the disk of this computer, or have it checked; then add it again.',
};

/** The problem of a file that a person gave: nobody watches it, so nothing about it goes on by itself. */
export function problemByHand(problem: Problem): ProblemView {
  const words = describeProblem(problem);
  return { ...words, next: NEXT[problem.code] ?? words.next, detail: problem.detail };
}
