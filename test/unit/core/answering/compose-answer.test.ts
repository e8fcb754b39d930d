import { readdirSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { addEdit, composeAnswer } from '../../../../src-main/core/answering/compose-answer.ts';
import { historyOf } from '../../../../src-main/core/answering/history.ts';
import { diskFull } from '../../../../src-main/core/disk-full.ts';
import { messageTable } from '../../../../src-main/core/ledger/tables/messages.ts';
import { messagesOf } from '../../../../src-main/core/ledger/tasks/task-messages.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { createSpool } from '../../../../src-main/core/spool/spool.ts';
import { taskDetailView } from '../../../../src-main/core/views/task-detail-view.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { describeTask } from '../../../../src-main/hosts/command-line/verbs/tasks/task-lines.ts';
import { systemError } from '../../../endurance/faults/child/wrap.ts';
import { detailsOf } from '../../../support/service-model/model-task.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';
import { Setting } from '../tracking/support/setting.ts';

let dir: TestDir;
let s: Setting;
beforeEach(() => {
  dir = testDir();
  s = new Setting();
});
afterEach(() => s[Symbol.dispose]());

const spoolFiles = () => readdirSync(dir.at('spool'));

function requestFor(taskUuid: string, files: readonly string[], data: unknown = null) {
  const spool = createSpool({ dir: dir.at('spool'), clock: s.clock });
  return { ledger: s.ledger, spool, taskUuid, files, data, actor: 'anna', now: 5 };
}

function answer(taskUuid: string, files: readonly string[], data: unknown, id = 'M1') {
  return composeAnswer({ ...requestFor(taskUuid, files, data), id });
}

test('an answer is a durable row with frozen files before anything is sent (I3, I5)', async () => {
  const task = s.create('waiting');
  writeFileSync(dir.at('card (1).txt'), 'Insurance card');
  await answer(task.uuid, [dir.at('card (1).txt')], { member_id: 'A1' });
  writeFileSync(dir.at('card (1).txt'), 'changed afterwards');
  const [message] = messagesOf(s.ledger, task.uuid);
  expect(message).toMatchObject({
    id: 'M1',
    lane: 'answers',
    state: 'queued',
    actor: 'anna',
    payload: { kind: 'answer', data: { member_id: 'A1' } },
    fileNames: ['card (1).txt'],
  });
  expect(s.ledger.db.prepare('SELECT size, path FROM message_file').get()).toEqual({
    size: 'Insurance card'.length,
    path: dir.at('card (1).txt'),
  });
  expect(s.service.calls).toEqual([]);
});

test('I3: what the disk did not keep is no answer, and no copy stays behind', async () => {
  const task = s.create('waiting');
  writeFileSync(dir.at('card.txt'), 'Insurance card');
  const syncDir = () => Promise.reject(systemError('EIO', 'fsync'));
  const spool = createSpool({ dir: dir.at('spool'), clock: s.clock, syncDir });
  const request = { ledger: s.ledger, spool, taskUuid: task.uuid, files: [dir.at('card.txt')], data: null };
  const composed = composeAnswer({ ...request, actor: 'anna', now: 5, id: 'M1' });
  const told = await composed.catch((error: unknown) => diskFull(error));
  expect(told).toMatchObject({ code: 'disk.full', message: expect.stringContaining('EIO') });
  expect(spoolFiles()).toEqual([]);
  expect(messagesOf(s.ledger, task.uuid)).toEqual([]);
});

test.each([
  ['neither documents nor data', null, 'answer.empty'],
  ['data that is a list', [1], 'answer.data'],
  ['data that is a text', 'x', 'answer.data'],
  ['data without a value', {}, 'answer.data'],
  ['data nested beyond all sense', { a: JSON.parse('['.repeat(1500) + ']'.repeat(1500)) }, 'answer.data'],
])('%s: refused in plain words', async (_, data, code) => {
  const task = s.create('waiting');
  await expect(answer(task.uuid, [], data)).rejects.toMatchObject({ name: 'PlainError', code });
  expect(messagesOf(s.ledger, task.uuid)).toEqual([]);
});

test.each(['completed', 'failed', 'invalid'])('a Task that is %s takes no answer', async (status) => {
  await expect(answer(s.create(status).uuid, [], { a: 1 })).rejects.toMatchObject({ code: 'answer.ended' });
});

test('an unknown Task and a file that is not there: refused, and no copy stays behind', async () => {
  writeFileSync(dir.at('good.txt'), 'good');
  await expect(answer('nobody', [], { a: 1 })).rejects.toMatchObject({ code: 'task.unknown' });
  const task = s.create('waiting');
  await expect(answer(task.uuid, [dir.at('good.txt'), dir.at('none.txt')], null)).rejects.toMatchObject({
    code: 'answer.file',
  });
  expect(spoolFiles()).toEqual([]);
  expect(messagesOf(s.ledger, task.uuid)).toEqual([]);
});

test('I3: a document that is still being written is no answer: half of it would let the Task go on', async () => {
  const task = s.create('waiting');
  writeFileSync(dir.at('half.pdf'), '%PDF-1.4 half of it');
  const half = { ...requestFor(task.uuid, [dir.at('half.pdf')]), id: 'M2' };
  await expect(composeAnswer(half)).rejects.toMatchObject({ code: 'file.unfinished' });
  await expect(composeAnswer({ ...half, accept: ['file.not-a-document'] })).rejects.toMatchObject({
    code: 'file.unfinished',
  });
  expect(spoolFiles()).toEqual([]);
  expect(messagesOf(s.ledger, task.uuid)).toEqual([]);
});

test('more text than the service can tell of one Task is no answer', async () => {
  const task = s.create('waiting');
  for (const name of ['a.txt', 'b.txt']) writeFileSync(dir.at(name), 'x'.repeat(25 * 1024 * 1024));
  const given = answer(task.uuid, [dir.at('a.txt'), dir.at('b.txt')], null);
  await expect(given).rejects.toMatchObject({ code: 'file.too-much-text' });
  expect(spoolFiles()).toEqual([]);
});

test('the history tells what was asked and what was sent, by whom, in order', async () => {
  const task = s.create('pending');
  s.service.tasks.move(task, 'waiting', { at: s.service.tasks.micros() + 1 });
  task.issues = [{ key: 'task.data.missing', message: '', property: 'member_id' }];
  s.clock.forward(10);
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  s.clock.forward(10);
  const spool = createSpool({ dir: dir.at('spool'), clock: s.clock });
  const more = { actor: 'anna', now: s.clock.now(), id: 'M2', files: [], data: { member_id: 'A1' } };
  await composeAnswer({ ledger: s.ledger, spool, taskUuid: task.uuid, ...more });
  const history = historyOf(s.ledger, task.uuid);
  expect(history.map((entry) => entry.kind)).toEqual(['status', 'status', 'asked', 'sent']);
  expect(history[2]).toMatchObject({ needs: ['The member ID is missing.'] });
  expect(history[3]).toMatchObject({ by: 'anna', data: { member_id: 'A1' }, state: 'queued' });
});

test('the history says why the service has not accepted a message, in the words for answers and for changes', async () => {
  const task = s.create('waiting');
  await answer(task.uuid, [], { member_id: 'A1' });
  addEdit({
    ledger: s.ledger,
    taskUuid: task.uuid,
    payload: { kind: 'name', name: 'Ada' },
    actor: 'anna',
    now: 6,
    notBefore: 6,
    id: 'M2',
  });
  const messages = messageTable(s.ledger);
  messages.reject('M1', {}, { code: 'service.invalid', detail: 'data: too long' }, 7);
  messages.again(
    'M2',
    'queued',
    {},
    { nextAt: 9, failures: 1, problem: { code: 'service.busy', detail: null } },
    7,
  );
  const told = () =>
    taskFullView(s.ledger, task.uuid, '2026-11-20').history.flatMap((entry) =>
      entry.kind === 'sent' ? [entry.problem] : [],
    );
  const [ofAnswer, ofName] = told();
  expect(ofAnswer).toMatchObject({ subject: 'answer', message: expect.stringContaining('data: too long') });
  expect(ofName).toMatchObject({ code: 'service.busy', subject: 'change' });
  const lines = describeTask(taskDetailView(s.ledger, task.uuid));
  expect(lines).toContain(`        ${ofAnswer?.message}`);
  expect(lines).toContain(`        ${ofName?.message}`);
  const newer = s.create('completed');
  s.ledger.db
    .prepare(`UPDATE message SET problem_code = 'answer.frozen', progress = ? WHERE id = 'M1'`)
    .run(JSON.stringify({ redirectedTo: [newer.uuid] }));
  expect(told()[0]).toMatchObject({ code: 'answer.frozen' });
  expect(historyOf(s.ledger, newer.uuid)).toContainEqual(
    expect.objectContaining({ state: 'rejected', problem: null }),
  );
  messages.withdraw('M1', 8);
  messages.accept('M2', {}, null, 8);
  expect(told()).toEqual([null, null]);
});

test('an answer that a frozen Task led elsewhere is told in the history of both Tasks', async () => {
  const [old, current] = [s.create('waiting'), s.create('waiting')];
  await answer(old.uuid, [], { member_id: 'A1' });
  s.ledger.db
    .prepare(`UPDATE message SET state = 'accepted', ended_at = 9, progress = ?`)
    .run(JSON.stringify({ redirectedTo: [current.uuid], alreadyThere: { count: 1, files: ['card.pdf'] } }));
  const last = (uuid: string) => historyOf(s.ledger, uuid).find((entry) => entry.kind === 'sent');
  expect(last(old.uuid)?.words).toContain(`redirected to the newer Task ${current.uuid}`);
  expect(last(old.uuid)?.words).toContain('the service already had card.pdf');
  expect(last(current.uuid)).toMatchObject({ by: 'anna', went_to: current.uuid });
  expect(taskDetailView(s.ledger, old.uuid).frozen_to).toBe(current.uuid);
  expect(taskDetailView(s.ledger, current.uuid).frozen_to).toBeNull();
});
