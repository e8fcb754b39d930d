import { expect, test } from 'vitest';
import { sourceOf } from '../../../../src-main/contract/texts/messages.ts';
import { addMessage } from '../../../../src-main/core/ledger/tables/messages.ts';
import { applySummary, recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { tasksDecided } from '../../../../src-main/core/views/overview/tasks.ts';
import { taskDetailView } from '../../../../src-main/core/views/task-detail-view.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { taskRows } from '../../../../src-main/core/views/task-rows-view.ts';
import { tasksView } from '../../../../src-main/core/views/tasks-view.ts';
import { describeTask } from '../../../../src-main/hosts/command-line/verbs/tasks/task-lines.ts';
import { detailsOf, summaryOf } from '../../../support/service-model/model-task.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from '../tracking/support/setting.ts';

const verdict = {
  issues: [{ key: 'task.logic.fail', message: 'too early', code: '73721' }],
  verdicts: [{ code: '73721', approved: false, issues: [0] }],
  verdict_summaries: [
    { code: '73721', conclusion: 'Not yet.' },
    { code: 'A0000', conclusion: 'Nothing was asked about this code.' },
  ],
};

test('tasks --json: these keys and no others, dated by the last look (I10)', async () => {
  using s = new Setting();
  const task = s.create('processing');
  expect(tasksView(s.ledger, {}).as_of).toBeNull();
  await s.cycle();
  s.service.tasks.move(task, 'completed');
  Object.assign(task, verdict);
  await s.cycle();
  const view = tasksView(s.ledger, {});
  expect(view.as_of).toBe(new Date(s.clock.now()).toISOString());
  expect(view.count).toBe(1);
  expect(view.tasks[0]).toEqual({
    uuid: task.uuid,
    external_id: 'ext-1',
    denied_since: null,
    gone_since: null,
    task_type: 'prior-auth',
    status: 'completed',
    name: 'Task 1',
    created: task.created,
    latest_status_change: task.latest_status_change,
    cleared: null,
    assignee: null,
    put_away: null,
    details: 'loaded',
    details_as_of: expect.stringMatching(/Z$/),
    issues: [expect.objectContaining({ key: 'task.logic.fail', message: 'too early', code: '73721' })],
    verdicts: [
      {
        code: '73721',
        approved: false,
        conclusion: 'Not yet.',
        reasons: [expect.objectContaining({ key: 'task.logic.fail', message: 'too early' })],
      },
    ],
    conclusions: [{ code: 'A0000', conclusion: 'Nothing was asked about this code.' }],
    passage: null,
    note: null,
  });
  expect(taskFullView(s.ledger, task.uuid, '2026-11-20').conclusions).toEqual(view.tasks[0]?.conclusions);
});

test('task ID lists the issues that no verdict names, and not the issues that are reasons', async () => {
  using s = new Setting();
  const other = { key: 'task.logic.warning', message: 'a page is hard to read', code: '73721' };
  const task = s.create('processing');
  await s.cycle();
  s.service.tasks.move(task, 'completed');
  Object.assign(task, verdict, { issues: [...verdict.issues, other] });
  await s.cycle();
  const lines = describeTask(taskDetailView(s.ledger, task.uuid));
  expect(lines.slice(lines.indexOf('Other issues:'), lines.indexOf('Documents and data:'))).toEqual([
    'Other issues:',
    '    a page is hard to read (code: 73721)',
    '',
  ]);
});

test('tasks takes every filter of the screen, and its order', async () => {
  using s = new Setting();
  const [first, second, third] = [s.create('processing'), s.create('waiting'), s.create('waiting')];
  await s.cycle();
  s.service.tasks.move(first, 'completed');
  Object.assign(first, verdict, { name: 'Ida Sample' });
  await s.cycle();
  const found = (query: Parameters<typeof tasksView>[1]) => {
    const { count, tasks } = tasksView(s.ledger, query);
    return [count, ...tasks.map(({ uuid }) => uuid)];
  };
  expect(found({ search: 'ida' })).toEqual([1, first.uuid]);
  expect(found({ code: '73721', outcome: 'not-approved' })).toEqual([1, first.uuid]);
  expect(found({ outcome: 'approved' })).toEqual([0]);
  expect(found({ status: ['waiting'], order_by: 'name' })).toEqual([2, third.uuid, second.uuid]);
  expect(found({ order_by: 'external_id', sort_ascending: true })).toEqual([
    ...[3, first.uuid, second.uuid, third.uuid],
  ]);
  expect(found({ date_from: '2999-01-01' })).toEqual([0]);
});

test('"decided today" counts a Task that became invalid on the day this station saw it, and dates it by that (I10)', async () => {
  using s = new Setting();
  const [invalid, failed] = [s.create('processing'), s.create('processing')];
  await s.cycle();
  await s.cycle(30 * 3_600_000);
  const midnight = s.clock.now() - 3_600_000;
  expect(tasksDecided(s.ledger, midnight).count).toBe(0);
  s.service.tasks.move(failed, 'failed');
  s.service.tasks.move(invalid, 'invalid');
  await s.cycle();
  expect(invalid.latest_status_change < new Date(midnight).toISOString()).toBe(true);
  const decided = tasksDecided(s.ledger, midnight);
  expect(decided).toMatchObject({ count: 2, ended_badly: 2, approved: 0, not_approved: 0 });
  expect(decided.tasks.map(({ uuid, seen_at }) => [uuid, seen_at])).toEqual([
    [invalid.uuid, new Date(s.clock.now()).toISOString()],
    [failed.uuid, null],
  ]);
  expect(tasksDecided(s.ledger, s.clock.now() + 1).count).toBe(0);
});

test('a completed Task whose details are missing is counted and shown as not loaded, and not as a Task without a verdict', async () => {
  using s = new Setting({ scope: 'organisation' });
  const task = s.service.tasks.add({ status: 'completed' });
  const rows = () => taskRows(s.ledger, [task.uuid]).map(({ details }) => details);
  s.before = (call) => (call.call === 'get' ? refused(500) : null);
  await s.cycle();
  s.ledger.db.exec('UPDATE task SET mine = 1');
  expect(rows()).toEqual(['not_loaded']);
  expect(tasksDecided(s.ledger, 0)).toMatchObject({ count: 1, not_loaded: 1 });
  s.before = () => null;
  await s.cycle(60_000);
  expect(rows()).toEqual(['loaded']);
  expect(tasksDecided(s.ledger, 0)).toMatchObject({ count: 1, not_loaded: 0, approved: 0 });
  s.ledger.db.exec(`DELETE FROM snapshot; UPDATE task SET name = '', cleared = created`);
  expect(rows()).toEqual(['deleted']);
});

test('only the statuses asked for', () => {
  using s = new Setting();
  s.create('processing');
  s.create('waiting');
  expect(tasksView(s.ledger, { status: ['waiting', 'failed'] }).tasks.map((task) => task.status)).toEqual([
    'waiting',
  ]);
});

test('a status whose payload is not here yet is not shown with the issues of an earlier one (I6)', () => {
  using s = new Setting();
  const mine = s.service.tasks.add({ status: 'waiting' });
  mine.issues = [{ key: 'task.llm.other', message: 'asked before' }];
  recordTask(s.ledger, detailsOf(mine), { mine: true, seenAt: s.clock.now() });
  expect(tasksView(s.ledger, {}).tasks[0]?.issues).toHaveLength(1);
  s.clock.forward(1000);
  s.service.tasks.move(mine, 'completed');
  applySummary(s.ledger, summaryOf(mine), { seenAt: s.clock.now() });
  expect(tasksView(s.ledger, {}).tasks[0]).toMatchObject({ status: 'completed', issues: [], verdicts: [] });
});

test('task ID --json: documents, records, needs and history, by uuid, its beginning or external_id', async () => {
  using s = new Setting();
  const task = s.create('processing');
  await s.cycle();
  s.service.tasks.move(task, 'waiting');
  Object.assign(task, {
    issues: [{ key: 'task.medical_record.missing', message: '', medical_record_type: 'insurance-card' }],
    data_items: [
      {
        uuid: '6f000000-0000-4000-8000-00000000000a',
        group: 'inputs',
        tag: 'upload',
        name: 'scan.pdf',
        created: '2026-03-01T08:00:00Z',
        data_type: 'file',
        medical_records: [{ record_type: 'patient-visit', sections: [{ start: 1, length: 2, content: '' }] }],
      },
    ],
  });
  await s.cycle();
  for (const reference of [task.uuid, '0000', 'ext-1']) {
    const view = taskDetailView(s.ledger, reference);
    expect(view.data_items).toHaveLength(1);
    expect(view.medical_records[0]).toMatchObject({
      record_type: 'patient-visit',
      ranges: [{ words: 'pages 1 to 2' }],
    });
    expect(view.needs?.documents[0]?.recordType).toBe('insurance-card');
    expect(view.history.map((entry) => entry.kind)).toEqual(['status', 'status', 'asked']);
  }
  s.create('pending');
  expect(() => taskDetailView(s.ledger, '0000')).toThrow(expect.objectContaining({ code: 'task.ambiguous' }));
  expect(() => taskDetailView(s.ledger, 'nobody')).toThrow(expect.objectContaining({ code: 'task.unknown' }));
});

test('I10: a time that the service gives without a zone is shown as what it is ordered by, in UTC', () => {
  using s = new Setting();
  const task = s.service.tasks.add({ status: 'waiting' });
  const details = {
    ...detailsOf(task),
    created: '2026-03-01T08:00:05.1',
    latest_status_change: '2026-03-01 08:00:06',
  };
  const items = details.data_items.map((item) => ({ ...item, created: '2026-03-01T08:00:05' }));
  recordTask(s.ledger, { ...details, data_items: items }, { mine: true, seenAt: s.clock.now() });
  const times = {
    created: '2026-03-01T08:00:05.1Z',
    latest_status_change: '2026-03-01 08:00:06Z',
    cleared: null,
  };
  expect(tasksView(s.ledger, {}).tasks[0]).toMatchObject(times);
  const view = taskFullView(s.ledger, task.uuid, '2026-11-20');
  expect(view).toMatchObject({ ...times, needs: { since: times.latest_status_change } });
  expect(view.history[0]).toMatchObject({ since: times.latest_status_change });
  for (const { created } of view.data_items) expect(created).toBe('2026-03-01T08:00:05Z');
});

// Words that would say of a message in the outbox that the service has done the act.
const DONE_SPANISH = /\b(se envió|marcado|reabierto|continuada|cambiado)\b/i;
const DONE = /\b(sent|marked|reopened|resumed|changed|renamed|set)\b/i;

test.each([
  ['an answer', { kind: 'answer', data: { member_id: 'M-1' } }],
  ['a request to resume', { kind: 'answer', data: null }],
  ['a name', { kind: 'name', name: 'Other' }],
  ['a follow-up that is done', { kind: 'cleared', cleared: true }],
  ['a follow-up that is open again', { kind: 'cleared', cleared: false }],
  ['a reference', { kind: 'external-id', externalId: 'case-9' }],
  ['a note', { kind: 'event', event: 'note', extraData: { text: 'called' } }],
  ['an event', { kind: 'event', event: 'call', extraData: {} }],
] as const)(
  '%s in the outbox is not named as done: in the history, in the outbox, in English and Spanish',
  async (_, payload) => {
    using s = new Setting();
    const { uuid } = s.create('waiting');
    await s.cycle();
    addMessage(s.ledger, { id: 'one', taskUuid: uuid, payload, files: [], actor: 'anna' }, s.clock.now());
    const words = taskDetailView(s.ledger, uuid).history.find(({ kind }) => kind === 'sent')?.words;
    expect(words).toContain('not sent yet');
    expect(words?.replace('not sent yet', '')).not.toMatch(DONE);
    const [sent] = taskFullView(s.ledger, uuid, '2026-01-01').history.filter(
      (entry) => entry.kind === 'sent',
    );
    const what = sent?.kind === 'sent' ? sent.what : 'answer';
    expect(sourceOf(`task.historySent.${what}`, 'en')).not.toMatch(DONE);
    expect(sourceOf(`outbox.kind.${what}`, 'en')).not.toMatch(DONE);
    expect(sourceOf(`task.historySent.${what}`, 'es')).not.toMatch(DONE_SPANISH);
    expect(sourceOf(`outbox.kind.${what}`, 'es')).not.toMatch(DONE_SPANISH);
  },
);
