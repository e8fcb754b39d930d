import { expect, it } from 'vitest';
import { LONGEST_TYPED } from '../../../src-main/contract/json-object.ts';
import { inputOf } from '../../../src-main/contract/verbs/index.ts';
import { askedOnce } from '../../../src-renderer/features/waiting/asked-once.ts';
import { filledIn, readValue } from '../../../src-renderer/features/waiting/read-value.ts';

it.each([
  ['1984-03-04', '1984-03-04'],
  [' 1984-3-4 ', '1984-03-04'],
  ['1984/03/04', '1984-03-04'],
  ['4 March 1984', '1984-03-04'],
  ['4 mar 1984', '1984-03-04'],
  ['Mar. 4, 1984', '1984-03-04'],
  ['sept 9, 2025', '2025-09-09'],
  ['25.12.1984', '1984-12-25'],
  ['12/25/1984', '1984-12-25'],
  ['05/05/1984', '1984-05-05'],
  ['2024-02-29', '2024-02-29'],
])('dates: %s is %s', (typed, value) => {
  expect(readValue('date', typed)).toEqual({ state: 'ok', value });
});

it.each([
  ['03/04/1984', 'date-order'],
  ['2025-02-29', 'no-such-day'],
  ['31 June 2025', 'no-such-day'],
  ['4 marvel 1984', 'date'],
  ['13/13/2025', 'no-such-day'],
  ['0984-03-04', 'no-such-day'],
  ['yesterday', 'date'],
  ['84-03-04', 'date'],
  ['1984-03-04T00:00', 'date'],
])('dates: %s is asked for again: %s', (typed, fault) => {
  expect(readValue('date', typed)).toEqual({ state: 'wrong', fault });
});

it.each([
  ['12', 12],
  [' 12.50 ', 12.5],
  ['-3', -3],
])('numbers: %s is %d', (typed, value) => {
  expect(readValue('number', typed)).toEqual({ state: 'ok', value });
});

it.each(['12,5', '1e5', 'twelve', '0x10', '1.', 'Infinity', '12 kg'])(
  'numbers: %s is asked for again',
  (typed) => {
    expect(readValue('number', typed)).toEqual({ state: 'wrong', fault: 'number' });
  },
);

it('texts: as typed, up to the limit that the contract has', () => {
  const longest = 'x'.repeat(LONGEST_TYPED);
  expect(readValue('text', longest)).toEqual({ state: 'ok', value: longest });
  expect(readValue('text', `${longest}x`)).toEqual({ state: 'wrong', fault: 'too-long' });
  const parse = (member_id: string) =>
    inputOf('answers.send').safeParse({ task: 'T', drop: null, data: { member_id } });
  expect(parse(longest).success).toBe(true);
  expect(parse(`${longest}x`).error?.issues).toMatchObject([
    { message: 'has a text of more than 500 characters' },
  ]);
});

const issue = { key: 'task.data.missing', message: '' };
const data = [
  { property: 'member_id', kind: 'text' as const, issue },
  { property: 'service_date', kind: 'date' as const, issue },
  { property: 'units', kind: 'number' as const, issue },
];

it('what is sent is what was filled in, and nothing else', () => {
  expect(filledIn(data, { member_id: ' 00123 ', service_date: ' ', other: 'x' })).toEqual({
    member_id: '00123',
  });
  expect(filledIn(data, { units: '2', service_date: '2025-1-2' })).toEqual({
    units: 2,
    service_date: '2025-01-02',
  });
});

it('what is sent is nothing where nothing was', () => {
  expect(filledIn(data, { member_id: '  ' })).toBeNull();
  expect(filledIn([], {})).toBeNull();
});

it('a value that the Task needs and a document lacks is asked for once, and still says which document lacks it', () => {
  const issue = { key: 'medical_record.data.missing', message: '' };
  const lacks = (property: string) => ({
    record_type: 'insurance-card',
    issue: { ...issue, medical_record_type: 'insurance-card', property },
  });
  const value = {
    property: 'member_id',
    kind: 'text' as const,
    issue: { key: 'task.data.missing', message: '', property: 'member_id' },
  };
  const documents = [lacks('memberId'), lacks('group_number')];
  expect(askedOnce({ since: '', documents, data: [value], others: [] })).toEqual({
    documents: [lacks('group_number')],
    data: [{ ...value, lacking: [lacks('memberId').issue] }],
    others: [],
  });
});
