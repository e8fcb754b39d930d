import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { addMessage } from '../../../../../src-main/core/ledger/tables/messages.ts';
import { purgeOldContent } from '../../../../../src-main/core/ledger/tables/retention.ts';
import { addSubmission } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { addStaffNote, assignTask } from '../../../../../src-main/core/ledger/tasks/handling.ts';
import { describeTask } from '../../../../../src-main/core/ledger/tasks/list-columns.ts';
import { earliestCreated } from '../../../../../src-main/core/ledger/tasks/task-queries.ts';
import { pageOfTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import { applySummary, recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskRows } from '../../../../../src-main/core/views/task-rows-view.ts';
import { tasksView } from '../../../../../src-main/core/views/tasks-view.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { dateText } from '../../../../support/service-model/micro-time.ts';
import { detailsOf, summaryOf } from '../../../../support/service-model/model-task.ts';
import { taskDetails } from '../../../../support/task-details.ts';
import { testLedger } from '../../../../support/test-dir.ts';
import { Setting } from '../../tracking/support/setting.ts';

const denied = { verdicts: [{ code: '73721', approved: false, issues: [] }] };
const find = (ledger: Ledger, query: object) => pageOfTasks(ledger, taskQuerySchema.parse(query)).uuids;
const verdictsOf = (ledger: Ledger, uuid: string) => taskRows(ledger, [uuid])[0]?.verdicts;

/** The list says of every Task what its payloads say. */
function expectAgreement(ledger: Ledger): void {
  for (const task of tasksView(ledger, {}).tasks) {
    expect(verdictsOf(ledger, task.uuid)).toEqual(
      task.verdicts.map(({ code, approved }) => ({ code, approved })),
    );
  }
}

test('verdicts are listed only while their payload is of the status that is shown (I6)', async () => {
  using s = new Setting();
  const task = s.create('processing');
  Object.assign(task, denied);
  s.service.tasks.move(task, 'completed', { at: s.service.tasks.micros() + 1 });
  await s.cycle();
  expect(verdictsOf(s.ledger, task.uuid)).toEqual([{ code: '73721', approved: false }]);
  expect(find(s.ledger, { code: '73721' })).toEqual([task.uuid]);

  // The service takes it up again: its details are not here yet.
  s.service.tasks.move(task, 'waiting', { at: s.service.tasks.micros() + 2 });
  applySummary(s.ledger, summaryOf(task), { seenAt: s.clock.now(), asked: s.clock.now() });
  expect(tasksView(s.ledger, {}).tasks[0]?.status).toBe('waiting');
  expect(verdictsOf(s.ledger, task.uuid)).toEqual([]);
  expect(find(s.ledger, { code: '73721' })).toEqual([]);

  task.verdicts = [{ code: '73721', approved: true, issues: [] }];
  s.service.tasks.move(task, 'completed', { at: s.service.tasks.micros() + 60_000_000 });
  await s.cycle(60_000);
  expect(find(s.ledger, { code: '73721', outcome: 'approved' })).toEqual([task.uuid]);
  expectAgreement(s.ledger);
});

test('Tasks are in the order of their creation, however finely it is written', () => {
  using s = new Setting();
  const created = ['2026-01-02T10:00:00.5Z', '2026-01-02T10:00:00Z', '2026-01-02T11:59:59+02:00'];
  const [middle, early, earliest] = created.map((at) => {
    const task = s.service.tasks.add({ status: 'processing' });
    const details = { ...detailsOf(task), created: at };
    recordTask(s.ledger, details, { mine: true, seenAt: s.clock.now() });
    return task.uuid;
  });
  expect(tasksView(s.ledger, {}).tasks.map(({ uuid }) => uuid)).toEqual([middle, early, earliest]);
  expect(earliestCreated(s.ledger, 'station')).toBe(created[2]);
});

test('whatever answers come in whatever order, lists say of verdicts what the payloads say (I6)', () => {
  const step = fc.record({
    how: fc.constantFrom('details', 'summary'),
    status: fc.constantFrom('processing', 'waiting', 'completed', 'invalid'),
    // The same instant in two spellings, and others.
    changed: fc.constantFrom('08:00:01Z', '09:00:01.000+01:00', '08:00:02Z', '08:00:03.000001Z', '08:00:03Z'),
    approved: fc.array(fc.boolean(), { maxLength: 2 }),
    asked: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      using s = new Setting();
      const task = s.service.tasks.add({ status: 'pending' });
      for (const { how, status, changed, approved, asked } of steps) {
        s.clock.forward(10);
        const seenAt = s.clock.now();
        const answer = {
          ...detailsOf(task),
          status,
          latest_status_change: `2026-03-01T${changed}`,
          verdicts: approved.map((yes, at) => ({ code: `C${at}`, approved: yes, issues: [] })),
        };
        const times = asked ? { seenAt, asked: seenAt - 1 } : { seenAt };
        if (how === 'details') recordTask(s.ledger, answer, { mine: true, ...times });
        else applySummary(s.ledger, answer, times);
        expectAgreement(s.ledger);
      }
    }),
    { numRuns: 60 },
  );
});

test('retention takes verdicts and search text with the payload', () => {
  using s = new Setting();
  const task = s.service.tasks.add({ status: 'completed', name: 'Task 1' });
  task.cleared = dateText(s.service.tasks.micros());
  Object.assign(task, denied);
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  expect(find(s.ledger, { search: 'task 1' })).toHaveLength(1);
  purgeOldContent(s.ledger, 1, s.clock.now() + 3 * 86_400_000);
  expect(find(s.ledger, { search: 'task 1' })).toEqual([]);
  expect(find(s.ledger, { code: '73721' })).toEqual([]);
  expectAgreement(s.ledger);
  // A list does not bring the words back.
  const summary = { ...summaryOf(task), external_id: 'ext-9' };
  expect(applySummary(s.ledger, summary, { seenAt: s.clock.now() })).toBe(true);
  for (const search of ['task 1', 'ext-9']) expect(find(s.ledger, { search })).toEqual([]);
});

test('a search finds the notes of the staff and who looks after a Task, until retention', () => {
  const uuid = '6f000000-0000-4000-8000-000000000001';
  const other = '6f000000-0000-4000-8000-000000000002';
  const ledger = testLedger();
  for (const task of [uuid, other])
    recordTask(ledger, taskDetails('2026-01-02T10:00:00Z', { uuid: task, name: 'Fenwick' }), {
      mine: true,
      seenAt: 0,
    });
  const by = { author: 'Eva', at: 0 };
  addStaffNote(ledger, { ...by, id: '1', task: uuid, text: 'Rang the ÖRTLICHE office' });
  assignTask(ledger, { ...by, task: uuid }, 'José');
  expect(find(ledger, { search: 'örtliche' })).toEqual([uuid]);
  expect(find(ledger, { search: 'josé' })).toEqual([uuid]);

  addStaffNote(ledger, { ...by, id: '2', task: other, text: 'The card comes on Friday.' });
  const found = tasksView(ledger, { search: 'comes on Friday' }).tasks;
  expect(found.map((task) => [task.uuid, task.note])).toEqual([[other, '…comes on Friday.']]);
  assignTask(ledger, { ...by, task: other }, 'Ana');
  expect(find(ledger, { search: 'Ana' })).toEqual([other]);
  assignTask(ledger, { ...by, task: other }, null);
  expect(find(ledger, { search: 'Ana' })).toEqual([]);

  ledger.db.prepare(`UPDATE task SET cleared = '2026-01-03T00:00:00Z'`).run();
  purgeOldContent(ledger, 1, Date.parse('2026-03-01T00:00:00Z'));
  for (const search of ['örtliche', 'josé', 'Friday']) expect(find(ledger, { search })).toEqual([]);
  expect(ledger.db.prepare('SELECT group_concat(search_text) FROM task').pluck().get()).toBe(',');
  ledger.close();
});

test('the files of accepted answers are files of the Task that got them', () => {
  const [frozen, newer] = ['6f000000-0000-4000-8000-000000000001', '6f000000-0000-4000-8000-000000000002'];
  const ledger = testLedger();
  for (const uuid of [frozen, newer])
    recordTask(ledger, taskDetails('2026-01-02T10:00:00Z', { uuid }), { mine: true, seenAt: 0 });
  addSubmission(ledger, newSubmission('s', [newFile('visit.pdf')]), 0);
  ledger.db.exec(`UPDATE submission SET state = 'accepted', task_uuid = '${newer}', ended_at = 0`);
  const answer = (id: string, state: string, progress: object = {}) => {
    const payload = { kind: 'answer', data: null } as const;
    addMessage(ledger, { id, taskUuid: frozen, payload, files: [newFile(`${id}.pdf`)], actor: 'Eva' }, 7);
    ledger.db
      .prepare('UPDATE message SET state = ?, ended_at = 9, progress = ? WHERE id = ?')
      .run(state, JSON.stringify(progress), id);
  };
  answer('card', 'accepted');
  answer('refused', 'rejected');
  answer('led', 'accepted', { redirectedTo: ['elsewhere', newer] });
  for (const uuid of [frozen, newer]) describeTask(ledger, uuid);
  const found = ['card', 'refused', 'led'].map((search) => find(ledger, { search }));
  expect(found).toEqual([[frozen], [], [newer]]);
  expect(taskRows(ledger, [newer, frozen]).map((row) => row.file_names)).toEqual([
    ['visit.pdf', 'led.pdf'],
    ['card.pdf'],
  ]);
  ledger.close();
});
