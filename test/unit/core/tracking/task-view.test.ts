import { expect, test } from 'vitest';
import { textsIn, viewTask } from '../../../../src-main/core/tracking/task-view.ts';
import { taskDetails } from '../../../support/task-details.ts';

const item = {
  uuid: '6f000000-0000-4000-8000-00000000000a',
  group: 'inputs',
  tag: 'upload',
  created: '2026-03-01T08:00:00Z',
  data_type: 'file',
};

function payload(more: object) {
  const uuid = '6f000000-0000-4000-8000-000000000001';
  return taskDetails('2026-03-01T08:00:00Z', { uuid, status: 'completed', ...more });
}

test('reasons come from the payload itself; an index out of range reads "reason not supplied" (I6)', () => {
  const view = viewTask(
    payload({
      issues: [
        { key: 'task.logic.fail', message: 'too early', code: '73721' },
        { key: 'brand.new', message: 'something new', extra: 1 },
      ],
      verdicts: [{ code: '73721', approved: false, issues: [1, 0, 2, -1] }],
      verdict_summaries: [{ code: '73721', conclusion: 'Not yet.' }],
    }),
  );
  expect(view.verdicts).toEqual([
    {
      code: '73721',
      approved: false,
      conclusion: 'Not yet.',
      reasons: [
        { key: 'brand.new', message: 'something new', extra: 1, words: 'something new' },
        expect.objectContaining({ key: 'task.logic.fail', code: '73721' }),
        { key: null, message: 'reason not supplied' },
        { key: null, message: 'reason not supplied' },
      ],
    },
  ]);
});

test('a verdict without a summary has no conclusion, and a payload without verdicts has none', () => {
  expect(viewTask(payload({})).verdicts).toEqual([]);
  const view = viewTask(payload({ verdicts: [{ code: 'A', approved: true, issues: [] }] }));
  expect(view.verdicts[0]).toMatchObject({ approved: true, conclusion: null, reasons: [] });
});

test('records say where they stand: pages of a document, seconds of a recording', () => {
  const record = (start: number, length: number | null) => ({
    record_type: 'patient-visit',
    sections: [{ start, length, content: '' }],
  });
  const view = viewTask(
    payload({
      data_items: [
        { ...item, name: 'scan.pdf', medical_records: [record(3, 2), record(1, 1)] },
        { ...item, name: 'call.mp3', medical_records: [record(0, 30), record(30, null)] },
        { ...item, data_type: 'hologram', medical_records: 'unlike anything' },
      ],
    }),
  );
  const words = view.records.map((entry) => entry.ranges[0]?.words);
  expect(words).toEqual(['pages 3 to 4', 'page 1', 'seconds 0 to 30', 'from second 30 to the end']);
});

const PAGES = 'pages 30 to 74 | page 75';
const SECONDS = 'seconds 30 to 75 | from second 75 to the end';
const NEITHER = 'from 30 to 75 | from 75 to the end';

test.each([
  ['visit.mp3', null, SECONDS],
  ['visit.MP3 ', null, SECONDS],
  ['visit.mp3', 'mp3', SECONDS],
  ['visit.mp3', 'file', SECONDS],
  ['visit', 'MP3 recording', SECONDS],
  ['visit', 'Audio', SECONDS],
  ['visit', 'audio/mpeg', SECONDS],
  ['visit.amr', null, SECONDS],
  ['visit.3gp', null, SECONDS],
  ['visit.dss', null, SECONDS],
  ['visit.mp4', 'video/mp4', SECONDS],
  ['audio of the visit.pdf', null, PAGES],
  ['visit.mp3', 'application/pdf', PAGES],
  ['visit.pdf', 'file', PAGES],
  ['visit', 'PDF document', PAGES],
  ['visit', null, NEITHER],
  [null, 'file', NEITHER],
])('the sections of %j, format %j, are told as %s (docs/service.md 2.4)', (name, data_format, words) => {
  const sections = [
    { start: 30, length: 45, content: '' },
    { start: 75, length: null, content: '' },
  ];
  const medical_records = [{ record_type: 'patient-visit', sections }];
  const view = viewTask(payload({ data_items: [{ ...item, name, data_format, medical_records }] }));
  expect(view.records[0]?.ranges.map((range) => range.words).join(' | ')).toBe(words);
});

test('what the service read in an item is told section by section, with its place and fields', () => {
  const records = [
    {
      record_type: 'dictation',
      fields: { plan: 'Goldstar' },
      sections: [
        { start: 0, length: 30, content: 'Hello.', fields: { patient_name: 'Ada' } },
        { start: 30, length: null, content: 'Goodbye.' },
      ],
    },
  ];
  const { data_items: items } = payload({
    data_items: [
      { ...item, name: 'call.mp3', medical_records: records },
      { ...item, data_type: 'text', data: 'x' },
    ],
  });
  expect(items.map(textsIn)).toEqual([
    [
      {
        record_type: 'dictation',
        fields: { plan: 'Goldstar' },
        sections: [
          { unit: 'second', from: 0, to: 30, text: 'Hello.', fields: { patient_name: 'Ada' } },
          { unit: 'second', from: 30, to: null, text: 'Goodbye.', fields: null },
        ],
      },
    ],
    [],
  ]);
});

test('what is not known for a recording, and says how long each of its sections is, has pages', () => {
  const medical_records = [{ record_type: 'lab', sections: [{ start: 1, length: 2, content: '' }] }];
  const view = viewTask(payload({ data_items: [{ ...item, name: 'fax.tif', medical_records }] }));
  expect(view.records[0]?.ranges).toEqual([{ unit: 'page', from: 1, to: 2, words: 'pages 1 to 2' }]);
});

test.each([1e20, 0.5, -1e300])(
  'I6: a position of %d has no reason to show, and hides nothing of the Task',
  (index) => {
    const issues = [{ key: 'task.logic.fail', message: 'too early', code: '73721' }];
    const view = viewTask(
      payload({ issues, verdicts: [{ code: '73721', approved: false, issues: [index] }] }),
    );
    expect(view.verdicts[0]?.reasons).toEqual([{ key: null, message: 'reason not supplied' }]);
    expect(view.issues).toHaveLength(1);
  },
);
