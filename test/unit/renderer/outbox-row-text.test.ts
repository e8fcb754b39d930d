import { expect, it } from 'vitest';
import type { ProblemCode } from '../../../src-main/contract/problem.ts';
import { nextText, retryText, troubleText } from '../../../src-renderer/features/outbox/row-text.ts';
import { rowTitle } from '../../../src-renderer/strings/row-title.ts';
import { AT, outboxRowOf, problemOf } from '../../support/overview-sample.ts';

const now = new Date(AT).getTime();
const after = (seconds: number) => new Date(now + seconds * 1000).toISOString();
const titleOf = (...paths: string[]) =>
  rowTitle({ ...outboxRowOf(null), files: paths.map((path) => ({ path, size: 1 })) });

it('names one file by its name and several by the folder they share', () => {
  expect(titleOf('in/scan.pdf')).toBe('scan.pdf');
  expect(titleOf('in/01 Knee/a.pdf', 'in/01 Knee/b.pdf')).toBe('01 Knee');
  expect(titleOf('pick/a.pdf', 'pick/inner/b.pdf')).toBe('pick');
  expect(titleOf('a.pdf', 'b.pdf', 'c/d.pdf')).toBe('3 documents, the first is a.pdf');
  expect(titleOf()).toBe('Documents');
});

it('says when it goes, is tried, or is asked about', () => {
  const row = { ...outboxRowOf(null), attempts: 0, next_attempt_at: after(8) };
  expect(nextText(row, now)).toBe('Will be sent in 8 seconds.');
  expect(retryText(row)).toBe('Send now');
  const failed = { ...outboxRowOf(problemOf('service.unreachable')), next_attempt_at: after(1) };
  expect(nextText(failed, now)).toBe('Next try now.');
  expect(retryText(failed)).toBe('Retry now');
  const unsure = { ...failed, state: 'unconfirmed' as const, next_attempt_at: after(30) };
  expect(nextText(unsure, now)).toBe('Clearfolder asks the service in 30 seconds whether the item arrived.');
  expect(retryText(unsure)).toBe('Check now');
  expect(nextText({ ...failed, state: 'rejected' }, now)).toBeNull();
});

it('says of what was taken back what is still to be done, not how to mend why it did not go', () => {
  const takenBack = (code: ProblemCode) =>
    troubleText({ ...outboxRowOf(problemOf(code)), state: 'withdrawn' });
  expect(takenBack('station.untold')?.next).toContain('leave out the item on the other station too');
  expect(takenBack('message.not-kept')?.next).toContain('Otherwise add the item to the Task again.');
  expect(takenBack('service.task-type')).toMatchObject({ message: expect.any(String), next: null });
  expect(
    troubleText({ ...outboxRowOf(problemOf('service.task-type')), state: 'rejected' })?.next,
  ).not.toBeNull();
  expect(troubleText(outboxRowOf(null))).toBeNull();
});
