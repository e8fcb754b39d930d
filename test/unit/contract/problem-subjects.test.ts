import { expect, test } from 'vitest';
import {
  PROBLEM_CODES as codes,
  describeProblem,
  type ProblemCode,
  type ProblemSubject,
} from '../../../src-main/contract/problem.ts';

const OF_CREATES: readonly ProblemCode[] = [
  'service.task-type',
  'service.blocked',
  'service.blocked-all',
  'service.unsaid',
  'service.no-such-address',
  'service.unaccounted',
  'service.conflict',
  'service.unproven',
];
const words = (code: ProblemCode, subject: ProblemSubject) => {
  const { message, next } = describeProblem({ code, subject, detail: null });
  return `${message} ${next}`;
};
const ofMessages = codes.filter(
  (code) => /^(service|network|auth)\./.test(code) && !OF_CREATES.includes(code),
);

test.each([...ofMessages, 'answer.unasked', 'edit.overtaken', 'answer.frozen'] as const)(
  '%s of a change of a Task speaks of no document that waits or may have arrived',
  (code) => {
    expect(words(code, 'change')).not.toMatch(/documents?\b|new Task|the answer (was|may|waits)/i);
  },
);

test.each(ofMessages)('%s of an answer speaks of no new Task and of no folder', (code) => {
  expect(words(code, 'answer')).not.toMatch(
    /new Tasks|[Tt]he documents? (may|wait)|under Folders|send the file as a new/,
  );
});

test.each(
  codes.filter((code) => /^(file|spool)\./.test(code) && !/backlog|group|outside|taken-back|late/.test(code)),
)('%s of a document given by hand speaks of no folder, and of nothing that goes on by itself', (code) => {
  const goesOn = code === 'spool.unread';
  const claim = /\bfolder|put the file back|retries automatically|Clearfolder (then )?sends the/;
  if (!goesOn) expect(words(code, 'drop')).not.toMatch(claim);
});

test('what our words and the words of the service are is told apart', () => {
  const unasked = describeProblem({ code: 'answer.unasked', detail: 'connect ECONNREFUSED' }).message;
  expect(unasked).toContain('(connect ECONNREFUSED)');
  expect(unasked).not.toContain('says:');
  expect(describeProblem({ code: 'service.refused', detail: 'Status 409.' }).message).not.toContain('says:');
});

test('documents that the Task has already do not end the matter while the Task waits', () => {
  expect(describeProblem({ code: 'answer.already-there', detail: null }).next).toContain('still waiting');
});
