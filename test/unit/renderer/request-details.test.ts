import { expect, test } from 'vitest';
import {
  type DetailField,
  draftOfDetails,
  jsonDraft,
  readDetails,
} from '../../../src-renderer/components/input/request-details-draft.ts';

const spec = { codes: ['73721', '72148'], note: 'urgent', max_age_days: 180, strict: true };
const field = (id: number, changes: Partial<DetailField>): DetailField => ({
  id,
  name: '',
  kind: 'text',
  value: '',
  ...changes,
});
const fields = (...given: DetailField[]) => readDetails({ mode: 'fields', fields: given });

test.each([
  spec,
  {},
  { codes: [] },
  { a: { b: 1 } },
  { list: ['with, comma'] },
  { list: [1, 2] },
  { nothing: null },
  { ' spaced ': 'x' },
])('request details come back as they were: %j', (given) => {
  expect(readDetails(draftOfDetails(given))).toEqual({ ok: true, spec: given });
  expect(readDetails(jsonDraft(given))).toEqual({ ok: true, spec: given });
});

test('request details: are fields where fields can hold them, else JSON', () => {
  expect(draftOfDetails(spec).mode).toBe('fields');
  expect(draftOfDetails({ a: { b: 1 } }).mode).toBe('json');
  expect(draftOfDetails({ list: ['with, comma'] }).mode).toBe('json');
});

test('request details: a code stays text, and a line left empty does not count', () => {
  expect(fields(field(1, { name: 'code', value: '007' }), field(2, {}))).toEqual({
    ok: true,
    spec: { code: '007' },
  });
});

test('request details: faults name their field', () => {
  expect(fields(field(1, { value: 'x' }))).toEqual({ ok: false, fault: { fault: 'no-name', field: 1 } });
  expect(fields(field(1, { name: 'a' }), field(2, { name: 'a ' }))).toEqual({
    ok: false,
    fault: { fault: 'twice', field: 2, name: 'a' },
  });
  expect(fields(field(3, { name: 'a', kind: 'number', value: '1o' }))).toEqual({
    ok: false,
    fault: { fault: 'not-number', field: 3 },
  });
});

test.each([
  ['{\n  "a": 1,\n  b\n}', { fault: 'json', line: 3, column: 3 }],
  ['["a"]', { fault: 'not-object' }],
  ['{"a": ', { fault: 'json-unfinished' }],
  ['{"a": ["b",]}', { fault: 'json-bad' }],
])('request details JSON that is none says where: %j', (text, fault) => {
  expect(readDetails({ mode: 'json', text })).toEqual({ ok: false, fault });
});

test('request details JSON may be empty', () => {
  expect(readDetails({ mode: 'json', text: ' ' })).toEqual({ ok: true, spec: {} });
});
