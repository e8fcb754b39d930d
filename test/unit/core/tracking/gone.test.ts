import { expect, test } from 'vitest';
import { describeProblem } from '../../../../src-main/contract/problem.ts';
import { addSubmission, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { openTwins, twinOf } from '../../../../src-main/core/ledger/tables/twins.ts';
import { readTask } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { noteDenial, setDetailsDue } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { deniedAttention } from '../../../../src-main/core/views/overview/attention.ts';
import { tasksChecked } from '../../../../src-main/core/views/overview/tasks.ts';
import { tasksView } from '../../../../src-main/core/views/tasks-view.ts';
import { waitingView } from '../../../../src-main/core/views/waiting-view.ts';
import { createActivityLines } from '../../../../src-main/hosts/command-line/open/activity.ts';
import { unsentText } from '../../../../src-main/hosts/command-line/verbs/unsent-text.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import type { ModelTask } from '../../../support/service-model/model-task.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from './support/setting.ts';

const gets = (s: Setting, uuid: string) =>
  s.service.calls.filter(({ call, taskUuid }) => call === 'get' && taskUuid === uuid).length;
const row = (s: Setting, uuid: string) => tasksView(s.ledger, {}).tasks.find((task) => task.uuid === uuid);
const attention = (s: Setting) =>
  deniedAttention(s.ledger).map((one) =>
    'problem' in one ? [one.problem.code, 'count' in one && one.count] : [],
  );
const minutes = async (s: Setting, count: number) => {
  for (let cycle = 0; cycle < count * 4; cycle += 1) await s.cycle();
};

test('I10: a Task that the service denies twice, while another Task of this station is found, is gone: told, not being checked, and not asked for again', async () => {
  using s = new Setting();
  const [task, other] = [s.accept(s.create('processing')), s.accept(s.create('processing'))];
  await s.cycle();
  s.service.tasks.forget(task);
  setDetailsDue(s.ledger, task.uuid, true);
  await s.cycle();
  expect(row(s, task.uuid)).toMatchObject({ gone_since: null, denied_since: expect.any(String) });
  expect(tasksChecked(s.ledger).tasks.map(({ uuid }) => uuid)).toEqual([other.uuid]);
  await minutes(s, 2);
  expect(row(s, task.uuid)?.gone_since).toMatch(/^2026-03-01T08:0/);
  expect(row(s, other.uuid)?.gone_since).toBeNull();
  expect(attention(s)).toEqual([['tracking.gone', 1]]);
  expect(tasksChecked(s.ledger).count).toBe(1);
  expect(s.tracker.status().problem).toBeNull();
  await minutes(s, 30);
  expect(gets(s, task.uuid)).toBe(0);
});

test('I10: a Task that the service denies is counted as gone by the command line, and neither as under way nor as waiting', async () => {
  using s = new Setting();
  const [gone, denied] = [s.accept(s.create('processing')), s.accept(s.create('waiting'))];
  for (const task of [s.accept(s.create('processing')), s.accept(s.create('waiting'))])
    s.service.tasks.move(task, 'completed');
  await s.cycle();
  const ofOneMoment: boolean[] = [];
  const clockText = () => {
    ofOneMoment.push(s.ledger.db.inTransaction);
    return '08:00';
  };
  const account = createActivityLines(s.ledger, [], { since: s.clock.now(), clockText });
  expect(unsentText(s.ledger, [])).toBe('Nothing is left to send.');
  s.service.tasks.forget(gone);
  setDetailsDue(s.ledger, gone.uuid, true);
  await minutes(s, 2);
  noteDenial(s.ledger, denied.uuid, false, s.clock.now());
  const lines = account();
  expect(new Set(ofOneMoment)).toEqual(new Set([true]));
  expect(lines).toContain(
    `08:00  gone: Task 1: ${describeProblem({ code: 'tracking.gone', detail: null }).message}`,
  );
  expect(lines.at(-2)).toBe(
    '1 Task is gone from the service. For a list: clearfolder tasks --status gone. ' +
      '1 Task has an unknown status. For a list: clearfolder tasks. 4 Tasks: 0 approved, ' +
      '0 with a code that was not approved, 0 waiting for you, 1 gone from the service, 1 with an unknown status.',
  );
  const named = (status: string) => tasksView(s.ledger, { status: [status] }).tasks.map(({ uuid }) => uuid);
  expect([named('processing'), named('gone')]).toEqual([[], [gone.uuid]]);
  expect(named('waiting')).toEqual([denied.uuid]);
});

test.each(['deferred', 'paused'])(
  'I10, I7: a Task that the service denies: a Task that is %s is still under way for the command line',
  async (status) => {
    using s = new Setting();
    s.accept(s.create(status));
    s.service.tasks.move(s.accept(s.create('processing')), 'completed');
    await s.cycle();
    const account = createActivityLines(s.ledger, [], { since: s.clock.now(), clockText: () => '08:00' });
    expect(account().filter((line) => line.includes('approved'))).toEqual([]);
  },
);

test('I10: a Task that the service denies of which no other is known cannot be confirmed, and is not gone however often it is denied', async () => {
  using s = new Setting();
  const task = s.accept(s.create('processing'));
  await s.cycle();
  s.service.tasks.forget(task);
  setDetailsDue(s.ledger, task.uuid, true);
  await minutes(s, 60);
  expect(row(s, task.uuid)).toMatchObject({ gone_since: null, denied_since: expect.any(String) });
  expect(attention(s)).toEqual([['tracking.denied', 1]]);
  expect(s.tracker.status().problem?.code).toBe('tracking.denied');
  expect(tasksChecked(s.ledger).count).toBe(0);
});

test('I10: a Task that the service denies, as by whoever denies all, is not gone, and all is well again after it', async () => {
  using s = new Setting();
  const tasks = [1, 2, 3].map(() => s.accept(s.create('processing')));
  await s.cycle();
  for (const { uuid } of tasks) setDetailsDue(s.ledger, uuid, true);
  s.before = ({ call }) => (call === 'get' ? refused(404, 'Not Found') : null);
  await minutes(s, 30);
  expect(tasks.map(({ uuid }) => row(s, uuid)?.gone_since)).toEqual([null, null, null]);
  expect(attention(s)).toEqual([['tracking.denied', 3]]);
  s.before = () => null;
  await minutes(s, 15);
  expect(attention(s)).toEqual([]);
  expect(tasks.map(({ uuid }) => row(s, uuid)?.denied_since)).toEqual([null, null, null]);
  expect(tasksChecked(s.ledger).count).toBe(3);
});

test('I10: a Task that the service denies is not gone where the other Task is found with another token', async () => {
  using s = new Setting();
  // The other Task has ended, so no cycle asks for the other Task with the token of its own.
  const [task] = [s.accept(s.create('processing')), s.accept(s.create('completed'))];
  await s.cycle();
  s.service.tasks.forget(task);
  setDetailsDue(s.ledger, task.uuid, true);
  s.before = ({ taskUuid }) => {
    s.service.signedBy = taskUuid === task.uuid ? 'second' : 'first';
    return null;
  };
  await minutes(s, 30);
  expect(row(s, task.uuid)).toMatchObject({ gone_since: null, denied_since: expect.any(String) });
});

test('I10: a Task that the service denies is found out though nothing asked for it: the list of all does not name it', async () => {
  using s = new Setting();
  const tasks = [1, 2, 3, 4, 5].map(() => s.accept(s.create('waiting')));
  await s.cycle();
  for (const task of tasks.slice(0, 2)) s.service.tasks.forget(task);
  await minutes(s, 65);
  expect(attention(s)).toEqual([['tracking.gone', 2]]);
  expect(waitingView(s.ledger, { offset: 0, length: 10 }, s.clock.now()).count).toBe(3);
});

test.each([
  ['500', 500, null],
  ["a gateway's 404", 404, null],
])(
  'I10: a Task that the service denies is not confirmed where the list of all names it no more and asking for it gives %s',
  async (_name, status, detail) => {
    using s = new Setting();
    const [task, other] = [s.accept(s.create('processing')), s.accept(s.create('processing'))];
    await s.cycle();
    s.service.tasks.forget(task);
    s.before = ({ taskUuid }) => (taskUuid === task.uuid ? refused(status, detail) : null);
    await minutes(s, 61);
    expect(row(s, task.uuid)?.denied_since).toBeNull();
    await minutes(s, 14);
    expect(row(s, task.uuid)).toMatchObject({
      denied_since: expect.stringMatching(/^2026-03-01T09:0/),
      gone_since: null,
    });
    expect(attention(s)).toEqual([['tracking.denied', 1]]);
    expect(tasksChecked(s.ledger).tasks.map(({ uuid }) => uuid)).toEqual([other.uuid]);
    expect(s.tracker.status().problem?.code).toBe('tracking.denied');
    s.service.tasks.all.push(task);
    await minutes(s, 65);
    expect(row(s, task.uuid)?.denied_since).toBeNull();
  },
);

test('I10: a Task that the service denies whose details alone cannot be had keeps its status: the list of all names it', async () => {
  using s = new Setting();
  const task = s.accept(s.create('processing'));
  await s.cycle();
  setDetailsDue(s.ledger, task.uuid, true);
  s.before = ({ taskUuid }) => (taskUuid === task.uuid ? refused(500, null) : null);
  await minutes(s, 130);
  expect(row(s, task.uuid)?.denied_since).toBeNull();
});

test('I2: a Task that was gone and is back, and the Task into which a person sent the same documents meanwhile, are told as two Tasks of one submission', async () => {
  using s = new Setting();
  const [task, again] = [s.create('processing'), s.create('processing')];
  const other = s.accept(s.create('processing'));
  const sent = ({ uuid, external_id: id }: ModelTask) => {
    const files = [newFile('a.pdf')];
    s.ledger.transaction(() => addSubmission(s.ledger, newSubmission(`sub-${id}`, files), s.clock.now()));
    submissionTable(s.ledger).accept(`sub-${id}`, uuid, s.clock.now());
  };
  sent(task);
  await s.cycle();
  s.before = ({ taskUuid }) => (taskUuid === task.uuid ? refused(404, 'No Task matches.') : null);
  setDetailsDue(s.ledger, task.uuid, true);
  await minutes(s, 2);
  expect(row(s, task.uuid)?.gone_since).not.toBeNull();
  sent(again);
  expect(openTwins(s.ledger).count).toBe(0);
  s.before = () => null;
  s.service.tasks.move(task, 'completed');
  await s.cycle();
  expect(openTwins(s.ledger)).toEqual({ count: 1, task: task.uuid });
  expect([twinOf(s.ledger, task.uuid)?.other, twinOf(s.ledger, other.uuid)]).toEqual([again.uuid, null]);
});

test('I10: a Task that the service denies and that a list names again is gone no more', async () => {
  using s = new Setting();
  const [task] = [s.accept(s.create('processing')), s.accept(s.create('processing'))];
  await s.cycle();
  s.before = ({ taskUuid }) => (taskUuid === task.uuid ? refused(404, 'No Task matches.') : null);
  setDetailsDue(s.ledger, task.uuid, true);
  await minutes(s, 2);
  expect(row(s, task.uuid)?.gone_since).not.toBeNull();
  s.before = () => null;
  s.service.tasks.move(task, 'completed');
  const { changed } = await s.cycle();
  expect(changed).toContain(task.uuid);
  expect(readTask(s.ledger, task.uuid)).toMatchObject({
    gone_since: null,
    denied_since: null,
    denials: 0,
    status: 'completed',
  });
});
