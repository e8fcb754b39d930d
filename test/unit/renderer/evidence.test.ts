import { expect, it } from 'vitest';
import { otherIssues } from '../../../src-main/contract/texts/issue-text.ts';
import type { RecordViewOfTask } from '../../../src-main/contract/views/task.ts';
import { evidenceOf } from '../../../src-renderer/features/task/evidence.ts';
import { rangesText } from '../../../src-renderer/strings/range-text.ts';

const record = (record_type: string, fields: Record<string, unknown> | null = null): RecordViewOfTask => ({
  record_type,
  timestamp: null,
  data_item: `item of ${record_type}`,
  fields,
  ranges: [{ unit: 'page', from: 2, to: 3 }],
});
const card = record('insurance-card', { member_id: 'X1' });
const visit = record('patient-visit', { 'Member ID': 'X2', dob: 'x' });
const bareVisit = record('patient-visit');
const records = [card, visit, bareVisit];

it.each([
  [
    'of the type it names',
    { key: 'task.medical_record.expired', medical_record_type: 'patient-visit' },
    [visit, bareVisit],
  ],
  ['that show the value it names', { key: 'task.data.inconsistent', property: 'memberId' }, [card, visit]],
  [
    'none, where a record is missing',
    { key: 'task.medical_record.missing', medical_record_type: 'patient-visit' },
    [],
  ],
  ['none, where an input is missing', { key: 'task.data.missing', property: 'member_id' }, []],
  [
    'without those that show what another one lacks',
    {
      key: 'medical_record.data.missing',
      property: 'member_id',
      medical_record_type: 'patient-visit',
    },
    [bareVisit],
  ],
  ['none, where it names nothing', { key: 'task.llm.other' }, []],
])('the records an issue speaks of: are %s', (_, issue, expected) => {
  expect(evidenceOf({ message: '', ...issue }, records)).toEqual(expected);
});

it('the records an issue speaks of: are none for a reason that was not supplied (I6)', () => {
  expect(evidenceOf({ key: null, message: '' }, records)).toEqual([]);
});

it('names issues that no verdict names', () => {
  const a = { key: 'task.llm.other', message: 'a' };
  const b = { key: 'task.llm.other', message: 'b' };
  expect(otherIssues([a, b], [{ reasons: [{ ...a }] }, { reasons: [] }])).toEqual([b]);
});

it('says pages as counted and recordings by the clock', () => {
  expect(rangesText([{ unit: 'page', from: 3, to: 3 }])).toBe('page 3');
  expect(rangesText([{ unit: 'page', from: 3, to: null }])).toBe('page 3');
  expect(
    rangesText([
      { unit: 'page', from: 1, to: 2 },
      { unit: 'page', from: 5, to: 5 },
    ]),
  ).toBe('pages 1–2, page 5');
  expect(rangesText([{ unit: 'second', from: 65, to: 3671 }])).toBe('1:05–1:01:11');
  expect(rangesText([{ unit: 'second', from: 0, to: null }])).toBe('0:00 to the end');
});

it('says the numbers alone where nothing tells whether they are pages', () => {
  expect(rangesText([{ unit: null, from: 30, to: 75 }])).toBe('from 30 to 75');
  expect(rangesText([{ unit: null, from: 75, to: null }])).toBe('from 75 to the end');
});
