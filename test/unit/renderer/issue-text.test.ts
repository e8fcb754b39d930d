import { expect, it } from 'vitest';
import { issueShortText, issueText, ownWords } from '../../../src-renderer/strings/issue-text.ts';

const message = 'As the service puts it.';

it.each([
  [{ key: 'task.data.missing', property: 'member_id' }, 'The member ID is missing.'],
  [
    { key: 'task.data.inconsistent', property: 'patient.dateOfBirth' },
    'The patient date of birth is not the same in all documents.',
  ],
  [
    { key: 'task.medical_record.missing', medical_record_type: 'insurance-card' },
    'No insurance card was found in the documents.',
  ],
  [
    { key: 'task.medical_record.expired', medical_record_type: 'patient-visit' },
    'The patient visit is too old.',
  ],
  [
    { key: 'task.medical_record.incorrect_sequence', medical_record_type: 'patient-visit' },
    'The dates of the patient visit are not in the required order.',
  ],
  [{ key: 'task.logic.fail', code: '73721' }, `A check for code 73721 failed: ${message}`],
  [{ key: 'task.logic.warning', code: '73721' }, `A check for code 73721 gave a warning: ${message}`],
  [{ key: 'task.llm.other' }, message],
  [
    { key: 'medical_record.data.missing', medical_record_type: 'insurance-card', property: 'member_id' },
    'The insurance card does not show the member ID.',
  ],
])('issueText: the nine keys of docs/service.md 2.5: %o', (issue, words) => {
  expect(issueText({ ...issue, message })).toBe(words);
});

it.each([
  ['a new key', { key: 'task.novel.thing', property: 'x' }],
  ['a known key without its field', { key: 'task.data.missing' }],
  ['a field of another type', { key: 'task.data.missing', property: 7 }],
  ['an empty field', { key: 'medical_record.data.missing', medical_record_type: 'x', property: ' ' }],
  ['a key that objects have by themselves', { key: 'constructor' }],
  ['a key that is the name of another message', { key: 'notSupplied' }],
])('issueText: what is not known (I6, I7): %s is said as the service says it', (_, issue) => {
  expect(issueText({ ...issue, message })).toBe(message);
});

it('issueText: what is not known (I6, I7): names the key where the service says nothing', () => {
  expect(issueText({ key: 'task.novel.thing', message: ' ' })).toBe('The service reports: task.novel.thing');
});

it('issueText: what is not known (I6, I7): says that a reason was not supplied', () => {
  expect(issueText({ key: null, message: 'reason not supplied' })).toMatch(/not supplied/i);
});

it('issueText: what is not known (I6, I7): takes braces and quotes of the service as they are', () => {
  const hostile = `{property} '{code}' <b>`;
  expect(issueText({ key: 'task.logic.fail', code: '{x}', message: hostile })).toBe(
    `A check for code {x} failed: ${hostile}`,
  );
});

it('the service’s own words: are given beside ours, not twice', () => {
  expect(ownWords({ key: 'task.data.missing', property: 'member_id', message })).toBe(message);
  expect(ownWords({ key: 'task.logic.fail', code: '1', message })).toBeNull();
  expect(ownWords({ key: 'task.llm.other', message })).toBeNull();
});

it('issueShortText names the thing alone', () => {
  expect(issueShortText({ key: 'task.data.missing', property: 'member_id', message })).toBe('member ID');
  expect(
    issueShortText({ key: 'task.medical_record.expired', medical_record_type: 'patient-visit', message }),
  ).toBe('newer patient visit');
  expect(issueShortText({ key: 'task.llm.other', message })).toBe(message);
});
