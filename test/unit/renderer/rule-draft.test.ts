import { expect, test } from 'vitest';
import { folderRuleSchema } from '../../../src-main/contract/settings.ts';
import { dayBefore } from '../../../src-renderer/components/folders/day-before.ts';
import {
  draftOf,
  newDraft,
  proposedId,
  readDraft,
  ruleToLookWith,
} from '../../../src-renderer/features/folders/rule-draft.ts';
import { setLocale } from '../../../src-renderer/strings/translate.ts';

const full = folderRuleSchema.parse({
  id: 'scans',
  path: '/srv/scans',
  taskType: 'prior-auth',
  requestSpec: { codes: ['73721'], deep: { a: [1] } },
  group: { key: '^(?<key>\\d+)-' },
  quietSeconds: 0.5,
  include: ['**/*.pdf', '*.json'],
  exclude: ['archive/**'],
  backlog: { newerThan: '2026-11-01' },
  after: 'move',
  watch: 'poll',
  rescanMinutes: 5,
  name: 'Packet',
  externalId: '{folder}-{id}',
  callbackTemplate: 'https://example.org/x',
});

test.each([full, { ...full, group: { folderDepth: 3 } }, { ...full, group: 'folder' as const }])(
  'a folder in its form comes back as it was',
  (rule) => {
    expect(readDraft(draftOf(rule), [])).toEqual({ ok: true, rule });
  },
);

test('a folder in its form keeps its patterns while the language of the app changes', () => {
  const draft = newDraft();
  setLocale('es');
  const read = readDraft(
    { ...draft, path: '/srv/a', taskType: 'x', include: `${draft.include}\nAll files` },
    [],
  );
  setLocale('en');
  expect(read).toMatchObject({ rule: { include: ['**/*', 'All files'] } });
});

test('a folder in its form: a new one needs a place and a task type, and nothing else', () => {
  expect(readDraft(newDraft(), [])).toEqual({ ok: false, faults: { path: true, taskType: true } });
  const draft = { ...newDraft(), path: '/srv/Eingang Süd', taskType: 'prior-auth' };
  expect(draft.include).toBe('**/*');
  expect(readDraft(draft, ['eingang-sud'])).toMatchObject({
    ok: true,
    rule: { id: 'eingang-sud-2', include: ['**/*'] },
  });
});

test('a folder in its form: faults are at their fields', () => {
  const draft = {
    ...draftOf(full),
    id: 'taken',
    include: ' \n ',
    quietSeconds: '',
    externalId: 'x',
    key: '(',
    rescanMinutes: '9999',
  };
  expect(readDraft(draft, ['taken'])).toEqual({
    ok: false,
    faults: {
      id: true,
      include: true,
      quietSeconds: true,
      externalId: true,
      group: true,
      rescanMinutes: true,
    },
  });
});

test('a folder in its form: it can be looked at before its task type is known', () => {
  expect(ruleToLookWith({ ...newDraft(), path: '/srv/scans' })?.path).toBe('/srv/scans');
  expect(ruleToLookWith({ ...newDraft(), path: '/srv/scans', grouping: 'depth', depth: '0' })).toBeNull();
});

test('a folder in its form ids are made of the last folder of the path', () => {
  expect(proposedId('\\\\server\\share\\Scans 2026\\', [])).toBe('scans-2026');
  expect(proposedId('/', [])).toBe('folder');
  expect(proposedId('/srv/病院', ['folder'])).toBe('folder-2');
});

test('a folder in its form: a day is that of this machine', () => {
  expect(dayBefore(1, new Date(2026, 2, 1, 0, 30))).toBe('2026-02-28');
});
