import { expect, test } from 'vitest';
import { VERBS } from '../../../src-main/contract/verbs/index.ts';
import { AUDIT_ACTIONS, AUDIT_FINDINGS } from '../../../src-main/contract/views/audit.ts';
import {
  actionText,
  detailText,
  entryToShow,
  findingText,
  standingText,
  subjectText,
} from '../../../src-renderer/features/audit/audit-text.ts';
import { setLocale } from '../../../src-renderer/strings/translate.ts';

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

test('what was removed is named by its number or its numbers, and shown by the last entry before it, where there is one', () => {
  const gone = (seq: number, until: number) =>
    ({ kind: 'removed', fault: true, seq, until, at: null }) as const;
  expect(findingText(gone(6, 6))).toBe('Entry 6 was removed.');
  expect(findingText(gone(1006, 1009))).toBe('Entries 1006 to 1009 were removed.');
  expect([gone(6, 6), gone(1, 5)].map(entryToShow)).toEqual([5, null]);
  expect(entryToShow({ ...gone(4, 4), kind: 'changed' })).toBe(4);
});

test('a record is called whole only where its end is vouched for too', () => {
  const said = [
    { whole: true, end_vouched_for: true },
    { whole: true, end_vouched_for: false },
    { whole: false, end_vouched_for: true },
    { whole: false, end_vouched_for: false },
  ].map((standing) => standingText({ ...standing, checked_at: '2026-01-31T10:00:00Z' }));
  expect(said.map(({ tone }) => tone)).toEqual(['ok', 'warn', 'bad', 'bad']);
  expect(said[0]?.words).toContain('is complete and unchanged');
  expect(said[1]?.words).toContain('cannot tell whether the newest entries were removed');
  expect(said[2]?.words).toContain('The audit record was changed');
  expect(said[3]).toEqual(said[2]);
});

test('details stand in one line, whatever they hold', () => {
  expect(detailText({ keys: ['folders', 'sending'], count: 2, decision: { answerTo: 'x' } })).toBe(
    'keys: folders, sending · count: 2 · decision: {"answerTo":"x"}',
  );
  setLocale('es');
  expect(detailText({ rows: 2, of: 9, drops: true, new_thing: 'x' })).toBe(
    'filas: 2 · total: 9 · agregados a mano: Sí · new thing: x',
  );
  setLocale('en');
});
