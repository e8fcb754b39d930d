import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { taskDetailsSchema } from '../../../../src-main/core/service/schemas.ts';
import { textsIn, viewTask } from '../../../../src-main/core/tracking/task-view.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { ITEM_UUID, TASK_UUID } from './support/raw-service.ts';

const AT = '2026-03-01T08:00:00Z';
const COMMON = { group: 'inputs', tag: 'upload', name: 'a', created: AT };
const item = (more: object) => ({ ...COMMON, uuid: ITEM_UUID, ...more });
const GOOD = item({ uuid: '11111111-1111-4111-8111-111111111111', data_type: 'text', data: 'good' });
const SECTION = { start: 1, length: 1, content: 'read' };
const RECORD = { id: 1, record_type: 'visit', sections: [SECTION] };
const withRecords = (medical_records: unknown) => item({ data_type: 'file', medical_records });

const read = (fields: object) => taskDetails(AT, { uuid: TASK_UUID, status: 'completed', ...fields });

describe('I7: one odd entry hides no other', () => {
  test.each<[string, object, object]>([
    ['a json item with a list', item({ data_type: 'json', data: [1, 2] }), { data: [1, 2] }],
    ['a json item without data', item({ data_type: 'json' }), { data_type: 'json' }],
    ['a text item with a number', item({ data_type: 'text', data: 5 }), { data: 5 }],
    ['a kind of item nobody knows', item({ data_type: 'dicom', series: 3 }), { series: 3 }],
    [
      'an item without a group',
      { ...item({ data_type: 'text', data: 'x' }), group: undefined },
      { group: '', data: 'x' },
    ],
    [
      'an item without a date',
      { ...item({ data_type: 'text', data: 'x' }), created: 'soon' },
      { created: AT, raw: { created: 'soon' } },
    ],
    [
      'an item without a uuid',
      { ...COMMON, data_type: 'text', data: 'x' },
      { data: 'x', raw: { data: 'x' } },
    ],
    ['an item that is a text', { 0: 'x' }, { raw: { 0: 'x' } }],
    ['an alias that is no text', item({ data_type: 'file', alias: 7 }), { alias: null }],
  ])('among the data items: %s', (_name, odd, kept) => {
    const { data_items: items } = read({ data_items: [odd, GOOD] });
    expect(items).toHaveLength(2);
    expect(items[0]).toMatchObject(kept);
    expect(items[1]).toMatchObject(GOOD);
  });

  test.each(['text', 7, null, [1]])('among the data items: the bare value %j', (odd) => {
    const { data_items: items } = read({ data_items: [odd, GOOD] });
    expect(items).toMatchObject([{ data_type: 'unknown', raw: odd, data: odd }, GOOD]);
  });

  test.each<[string, unknown, object]>([
    ['a record id that is a text', { ...RECORD, id: 'r-1' }, { id: 'r-1', record_type: 'visit' }],
    ['a record without sections', { id: 1, record_type: 'visit' }, { record_type: 'visit', sections: [] }],
    ['a record without a type', { id: 1, sections: [SECTION] }, { record_type: '', sections: [SECTION] }],
    ['fields that are a list', { ...RECORD, fields: [1] }, { fields: null, raw: { fields: [1] } }],
    ['a timestamp that is a number', { ...RECORD, timestamp: 5 }, { timestamp: null, raw: { timestamp: 5 } }],
    ['a bare text', 'visit', { record_type: '', raw: 'visit' }],
  ])('among the medical records: %s', (_name, odd, kept) => {
    const details = read({ data_items: [withRecords([odd, RECORD])] });
    expect(details.data_items).toMatchObject([{ medical_records: [kept, RECORD] }]);
    expect(viewTask(details).records).toHaveLength(2);
  });

  test('medical records that are no list are one odd record', () => {
    const details = read({ data_items: [withRecords({ page: 1 })] });
    expect(details.data_items).toMatchObject([{ medical_records: [{ raw: { page: 1 } }] }]);
  });

  test.each<[string, object]>([
    ['without content', { start: 2, length: 1 }],
    ['without a start', { length: 1, content: 'odd' }],
    ['with a start that is a text', { start: '2', length: 1, content: 'odd' }],
    ['with fields that are a text', { ...SECTION, fields: 'odd' }],
  ])('among the sections: one %s', (_name, odd) => {
    const details = read({ data_items: [withRecords([{ ...RECORD, sections: [odd, SECTION] }])] });
    const [texts] = details.data_items.map(textsIn);
    expect(texts?.[0]?.sections.at(-1)).toMatchObject({ unit: 'page', from: 1, text: 'read' });
    expect(texts?.[0]?.sections).toHaveLength(2);
    expect(viewTask(details).records[0]?.ranges.at(-1)).toMatchObject({ from: 1, to: 1 });
  });

  test.each<[string, unknown, object]>([
    [
      'without a message',
      { key: 'task.data.missing', property: 'member_id' },
      { message: '', words: 'The member ID is missing.' },
    ],
    [
      'with a message of null',
      { key: 'x.new', message: null },
      { message: '', words: 'The service reports: x.new' },
    ],
    ['without a key', { message: 'No card' }, { key: '', words: 'No card' }],
    ['without both', { hint: 'card' }, { words: '{"hint":"card"}', raw: { hint: 'card' } }],
    ['that is a text', 'No card', { words: 'No card', raw: 'No card' }],
    ['that is null', null, { words: 'null', raw: null }],
  ])('I6: an issue %s keeps its place, so that verdicts name the right issues', (_name, odd, kept) => {
    const last = { key: 'task.llm.other', message: 'The last' };
    const verdicts = [
      { code: 'A', approved: false, issues: [1] },
      { code: 'B', approved: false, issues: [0] },
    ];
    const view = viewTask(read({ issues: [odd, last], verdicts }));
    expect(view.issues).toMatchObject([kept, last]);
    expect(view.verdicts.map(({ reasons }) => reasons)).toMatchObject([[last], [kept]]);
  });

  test.each([[null], ['x'], [[null, 'x', {}, 1.5]], [undefined]])(
    'I6: the reasons of a verdict with the issues %j are not supplied',
    (issues) => {
      const view = viewTask(
        read({ issues: [{ key: 'k', message: 'm' }], verdicts: [{ code: 'A', approved: true, issues }] }),
      );
      expect(view.verdicts).toMatchObject([{ code: 'A', approved: true }]);
      for (const reason of view.verdicts[0]?.reasons ?? [])
        expect(reason.message).toBe('reason not supplied');
    },
  );

  test('a conclusion without a code, a category and interceptions of other kinds are kept or left out', () => {
    const summaries = [{ conclusion: 'Fine' }, { code: 'A', conclusion: 'Good' }, 'odd'];
    const details = read({ verdict_summaries: summaries, category: 5, interceptions: [1] });
    expect(viewTask(details).conclusions).toMatchObject([
      { code: '', conclusion: 'Fine' },
      { code: 'A', conclusion: 'Good' },
      { code: '', conclusion: 'odd' },
    ]);
    expect(details).toMatchObject({ category: null, interceptions: null });
  });

  test('whatever an entry is, the Task is read, and its good entries are all there', () => {
    const odd = fc.oneof(
      fc.jsonValue(),
      fc.record(
        Object.fromEntries(
          [
            ...Object.keys(GOOD),
            ...Object.keys(RECORD),
            'medical_records',
            'alias',
            'key',
            'message',
            'code',
            'conclusion',
          ].map((name) => [
            name,
            fc.oneof(fc.jsonValue(), fc.constantFrom('file', 'json', 'text', AT, ITEM_UUID)),
          ]),
        ),
        { requiredKeys: [] },
      ),
    );
    fc.assert(
      fc.property(odd, (one) => {
        const records = withRecords([one, { ...RECORD, sections: [one, SECTION] }]);
        const issue = { key: 'k', message: 'm' };
        const summary = { code: 'A', conclusion: 'Good' };
        const details = read({
          data_items: [one, records, GOOD],
          issues: [one, issue],
          verdicts: [{ code: 'A', approved: true, issues: one }],
          verdict_summaries: [one, summary],
        });
        expect(details.data_items.at(-1)).toMatchObject(GOOD);
        expect(details.data_items[1]).toMatchObject({ medical_records: [{}, { record_type: 'visit' }] });
        expect(details.issues[1]).toEqual(issue);
        expect(details.verdict_summaries?.[1]).toEqual(summary);
        expect(viewTask(details).records.length).toBeGreaterThanOrEqual(2);
        const again = taskDetailsSchema.parse(JSON.parse(JSON.stringify(details)));
        expect(JSON.stringify(again)).toBe(JSON.stringify(details));
      }),
      { numRuns: 500 },
    );
  });

  test('what was kept reads the same from the ledger', () => {
    const details = read({
      data_items: ['x', withRecords(['visit', { ...RECORD, sections: [{ start: 2 }] }])],
      issues: [null, { key: 'k' }],
    });
    const again = taskDetailsSchema.parse(JSON.parse(JSON.stringify(details)));
    expect(JSON.stringify(again)).toBe(JSON.stringify(details));
  });
});

test.each([
  ['data items', { data_items: {} }],
  ['issues', { issues: null }],
  ['a verdict without a decision', { verdicts: [{ code: 'A', issues: [] }] }],
  ['a verdict whose decision is a text', { verdicts: [{ code: 'A', approved: 'yes', issues: [] }] }],
])('I7: a Task is unreadable where a decision would be guessed or a list is none: %s', (_name, fields) => {
  expect(() => read(fields)).toThrow();
});
