import { expect, test } from 'vitest';
import { VERBS } from '../../src-main/contract/verbs/index.ts';
import { AUDIT_ACTIONS, AUDIT_FINDINGS } from '../../src-main/contract/views/audit.ts';
import {
  actionText,
  detailText,
  findingText,
  subjectText,
} from '../../src-renderer/features/audit/audit-text.ts';

test('everything the audit keeps is said in words of its own; what another version wrote as it came', () => {
  const words = AUDIT_ACTIONS.map(actionText);
  expect(words.filter((word) => word.includes('.'))).toEqual([]);
  expect(new Set(words).size).toBe(AUDIT_ACTIONS.length);
  expect(actionText('spaceship.landed')).toBe('spaceship.landed');
});

test('a list has the name of its screen, anything else its id', () => {
  expect(subjectText({ action: 'list.viewed', subject: 'tasks.page' })).toBe('Tasks');
  for (const [name, { patientData }] of Object.entries(VERBS)) {
    if (patientData !== 'listed') continue;
    expect(subjectText({ action: 'list.viewed', subject: name }), name).not.toBe(name);
  }
  expect(subjectText({ action: 'task.viewed', subject: 'tasks.page' })).toBe('tasks.page');
  expect(subjectText({ action: 'submission.retried', subject: null })).toBe('');
});

test('every finding is a sentence, with or without its numbers', () => {
  for (const kind of AUDIT_FINDINGS) {
    for (const where of [
      { seq: 3, until: 9, at: '2026-01-31T10:00:00Z' },
      { seq: null, until: null, at: null },
    ]) {
      expect(findingText({ kind, fault: true, ...where })).toMatch(/^[A-Z].*\.$/);
    }
  }
});

test('details stand in one line, whatever they hold', () => {
  expect(detailText({ keys: ['folders', 'sending'], count: 2, decision: { answerTo: 'x' } })).toBe(
    'keys: folders, sending · count: 2 · decision: {"answerTo":"x"}',
  );
});
