import { expect, test } from 'vitest';
import { readTask } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskDetailView } from '../../../../src-main/core/views/task-detail-view.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { taskRows } from '../../../../src-main/core/views/task-rows-view.ts';
import { taskEntry } from '../../../../src-main/core/views/tasks-view.ts';
import { describeTask, taskLines } from '../../../../src-main/hosts/command-line/verbs/tasks/task-lines.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { testLedger } from '../../../support/test-dir.ts';
import { Setting } from '../../core/tracking/support/setting.ts';

const DAY = '2026-03-01';

/** What every place says about the details of the only Task of the ledger. */
function toldOf(s: Setting) {
  const [row] = taskRows(
    s.ledger,
    s.service.tasks.all.map(({ uuid }) => uuid),
  );
  const uuid = row?.uuid ?? '';
  const task = readTask(s.ledger, uuid);
  if (task === null) throw new Error('no Task');
  const detail = taskDetailView(s.ledger, uuid);
  const places = [row, taskEntry(s.ledger, task), detail, taskFullView(s.ledger, uuid, DAY)];
  return {
    details: [...new Set(places.map((place) => place?.details))],
    asOf: [...new Set(places.map((place) => place?.details_as_of))],
    list: taskLines(taskEntry(s.ledger, task)).join('\n'),
    task: describeTask(detail).join('\n'),
  };
}

test('details that were not loaded are said by every place, and no list reads as empty', async () => {
  using s = new Setting({ scope: 'organisation' });
  s.service.tasks.add({ status: 'completed' });
  s.before = (call) => (call.call === 'get' ? refused(500) : null);
  await s.cycle();
  const told = toldOf(s);
  expect(told).toMatchObject({ details: ['not_loaded'], asOf: [null] });
  for (const text of [told.list, told.task]) expect(text).toContain('details not loaded yet');
  expect(told.task).not.toContain(' none');
  expect(told.task.split('not known: the details are not loaded')).toHaveLength(3);
});

test('details from before a change are dated by every place', async () => {
  using s = new Setting();
  const task = s.create('processing');
  const loadedAt = new Date(s.clock.now()).toISOString();
  await s.cycle();
  s.service.tasks.move(task, 'completed');
  s.before = (call) => (call.call === 'get' ? refused(500) : null);
  await s.cycle();
  const told = toldOf(s);
  expect(told).toMatchObject({ details: ['as_of'], asOf: [loadedAt] });
  for (const text of [told.list, told.task]) expect(text).toContain('details as of');
  expect(told.task).toContain('Records found:\n    not known');
});

test('a Task that the service has not read yet has no records yet; one that was read has none', async () => {
  using s = new Setting();
  const task = s.create('pending');
  const queued = toldOf(s);
  expect(queued).toMatchObject({ details: ['loaded'] });
  expect(queued.task).toContain('none yet: the service has not finished reading the documents');
  s.service.tasks.move(task, 'completed');
  await s.cycle();
  const read = toldOf(s);
  expect(read).toMatchObject({ details: ['loaded'] });
  expect(read.task).not.toContain('none yet');
  expect(read.list).not.toContain('details');
});

const AT = '2026-03-01T08:00:00Z';
const UUID = '22222222-2222-4222-8222-222222222222';

test('issues without a message, properties, codes and aliases are in words', () => {
  const ledger = testLedger(() => 1);
  const other = taskDetails(AT, {
    uuid: '33333333-3333-4333-8333-333333333333',
    name: 'Earlier Task',
    data_items: [
      {
        uuid: '44444444-4444-4444-8444-444444444444',
        group: 'inputs',
        tag: 'upload',
        name: 'card.pdf',
        created: AT,
        data_type: 'file',
      },
    ],
  });
  const file = {
    uuid: '55555555-5555-4555-8555-555555555555',
    group: 'inputs',
    tag: 'upload',
    created: AT,
    data_type: 'file',
  };
  const details = taskDetails(AT, {
    uuid: UUID,
    status: 'completed',
    data_items: [
      { ...file, name: 'a.pdf', alias: `${other.uuid}/44444444-4444-4444-8444-444444444444` },
      { ...file, uuid: '66666666-6666-4666-8666-666666666666', name: 'b.pdf', alias: `${UUID}/${file.uuid}` },
      { ...file, uuid: '77777777-7777-4777-8777-777777777777', name: 'c.pdf', alias: 'nobody/knows' },
    ],
    issues: [
      { key: 'task.data.missing', property: 'member_id' },
      { key: 'task.logic.fail', message: 'too old', code: '73721' },
      { key: 'task.medical_record.missing', message: 'No card', medical_record_type: 'insurance-card' },
      { key: 'task.llm.other', message: '  ' },
    ],
    verdicts: [{ code: '73721', approved: false, issues: [0, 3] }],
  });
  for (const task of [other, details]) recordTask(ledger, task, { mine: true, seenAt: 1 });
  const lines = describeTask(taskDetailView(ledger, UUID));
  const text = lines.join('\n');
  expect(text).not.toMatch(/because: *$/m);
  expect(text).toContain('because: The member ID is missing. (property: member_id)');
  expect(text).toContain('because: The service reports: task.llm.other');
  expect(text).toContain('too old (code: 73721)');
  expect(text).toContain('No card (record type: insurance-card)');
  expect(text).toContain('a.pdf  copy of card.pdf of the Task Earlier Task');
  expect(text).toContain('b.pdf  copy of a.pdf');
  expect(text).toContain('c.pdf  copy of nobody/knows');
  const full = taskFullView(ledger, UUID, DAY).data_items;
  expect(full.map(({ alias_of: of }) => of)).toEqual([
    {
      task: other.uuid,
      task_name: 'Earlier Task',
      item: '44444444-4444-4444-8444-444444444444',
      item_name: 'card.pdf',
    },
    { task: null, task_name: null, item: file.uuid, item_name: 'a.pdf' },
    null,
  ]);
});
