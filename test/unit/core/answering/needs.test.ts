import { expect, test } from 'vitest';
import { issueText } from '../../../../src-main/contract/texts/issue-text.ts';
import { needsOf } from '../../../../src-main/core/answering/needs.ts';
import type { Issue } from '../../../../src-main/core/service/schemas.ts';
import { taskDetails } from '../../../support/task-details.ts';

const fields = { property: 'member_id', medical_record_type: 'insurance-card', code: '73721' };

test.each([
  ['task.data.missing', 'The member ID is missing.'],
  ['task.data.inconsistent', 'The member ID is not the same in all documents.'],
  ['task.medical_record.missing', 'No insurance card was found in the documents.'],
  ['task.medical_record.expired', 'The insurance card is too old.'],
  [
    'task.medical_record.incorrect_sequence',
    'The dates of the insurance card are not in the required order.',
  ],
  ['task.logic.fail', 'A check for code 73721 failed: said the service'],
  ['task.logic.warning', 'A check for code 73721 gave a warning: said the service'],
  ['task.llm.other', 'said the service'],
  ['medical_record.data.missing', 'The insurance card does not show the member ID.'],
  ['brand.new.key', 'said the service'],
])('%s in plain words', (key, words) => {
  expect(issueText({ key, message: 'said the service', ...fields })).toBe(words);
});

test('an issue without the fields of its key keeps the message of the service (I7)', () => {
  expect(issueText({ key: 'task.data.missing', message: 'odd' })).toBe('odd');
  expect(issueText({ key: 'brand.new', message: ' ' })).toBe('The service reports: brand.new');
});

test('what a waiting Task needs: documents, values with a guess of their kind, and the rest', () => {
  const issues: Issue[] = [
    { key: 'task.medical_record.missing', message: '', medical_record_type: 'insurance-card' },
    { key: 'task.medical_record.missing', message: '', medical_record_type: 'insurance-card' },
    {
      key: 'medical_record.data.missing',
      message: '',
      medical_record_type: 'patient-visit',
      property: 'npi',
    },
    { key: 'task.data.missing', message: '', property: 'date_of_birth' },
    { key: 'task.data.missing', message: '', property: 'patientAge' },
    { key: 'task.data.missing', message: '', property: 'member_id' },
    { key: 'task.data.missing', message: 'no field named' },
    { key: 'task.llm.other', message: 'look here' },
    { key: 'brand.new.key', message: 'a new kind of need' },
  ];
  const uuid = '6f000000-0000-4000-8000-000000000001';
  const needs = needsOf(taskDetails('2026-03-01T09:00:00Z', { uuid, issues }));
  expect(needs.since).toBe('2026-03-01T09:00:00Z');
  expect(needs.documents.map((need) => need.recordType)).toEqual(['insurance-card', 'patient-visit']);
  expect(needs.data.map((need) => [need.property, need.kind])).toEqual([
    ['date_of_birth', 'date'],
    ['patientAge', 'number'],
    ['member_id', 'text'],
  ]);
  const words = needs.others.map((need) => need.words);
  expect(words).toEqual(['no field named', 'look here', 'a new kind of need']);
});
