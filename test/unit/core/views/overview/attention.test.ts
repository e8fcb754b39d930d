import { expect, test } from 'vitest';
import { answersNotOut } from '../../../../../src-main/core/ledger/tables/counts.ts';
import { addMessage, messageTable } from '../../../../../src-main/core/ledger/tables/messages.ts';
import type { MessagePayload } from '../../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { outboxRows } from '../../../../../src-main/core/views/outbox/outbox-rows-view.ts';
import { rejectedAttention } from '../../../../../src-main/core/views/overview/attention.ts';
import { newFile } from '../../../../support/new-submission.ts';
import { Setting } from '../../tracking/support/setting.ts';

test('a refused answer needs a person, and counts as not out, until the person decides (I5)', async () => {
  using s = new Setting();
  const waiting = s.create('waiting');
  const ended = s.create('completed');
  await s.cycle();
  const messages = messageTable(s.ledger);
  const refuse = (id: string, taskUuid: string, { files = 0, data = false } = {}) => {
    const payload = { kind: 'answer', data: data ? { member_id: 'A1' } : null } as const;
    const sent = Array.from({ length: files }, (_, nth) => newFile(`${id}-${nth}.pdf`));
    addMessage(s.ledger, { id, taskUuid, payload, files: sent, actor: 'anna' }, s.clock.now());
    messages.reject(id, {}, { code: 'answer.not-waiting', detail: null }, s.clock.now());
  };
  const told = () => [
    rejectedAttention(s.ledger).reduce((sum, one) => sum + (one.kind === 'rejected' ? one.count : 0), 0),
    answersNotOut(s.ledger),
  ];
  refuse('resume of an ended Task', ended.uuid);
  expect(told()).toEqual([0, 0]);
  refuse('resume', waiting.uuid);
  refuse('data', ended.uuid, { data: true });
  refuse('documents', ended.uuid, { files: 2 });
  refuse('both', waiting.uuid, { files: 1, data: true });
  expect(told()).toEqual([4, 4]);
  messages.reopen('resume', 'rejected', 'queued', s.clock.now());
  expect(told()).toEqual([3, 4]);
  for (const id of ['data', 'documents', 'both']) messages.withdraw(id, s.clock.now());
  expect(told()).toEqual([0, 1]);
});

test('an answer and a change that are refused for one reason are told apart, each in words of its own', async () => {
  using s = new Setting();
  const waiting = s.create('waiting');
  await s.cycle();
  const messages = messageTable(s.ledger);
  const refuse = (id: string, payload: MessagePayload) => {
    addMessage(s.ledger, { id, taskUuid: waiting.uuid, payload, files: [], actor: 'anna' }, s.clock.now());
    messages.reject(id, {}, { code: 'service.no-task', detail: null }, s.clock.now());
  };
  refuse('answer', { kind: 'answer', data: { member_id: 'A1' } });
  refuse('name', { kind: 'name', name: 'Knee' });
  refuse('cleared', { kind: 'cleared', cleared: true });
  expect(rejectedAttention(s.ledger).map((one) => (one.kind === 'rejected' ? one : null))).toMatchObject([
    { count: 2, problem: { subject: 'change', message: expect.stringContaining('the change was not made') } },
    {
      count: 1,
      problem: { subject: 'answer', message: expect.stringContaining('did not accept the answer') },
    },
  ]);
  const refs = ['answer', 'name', 'cleared'].map((id) => ({ table: 'message', id }) as const);
  const subjects = outboxRows(s.ledger, refs, []).map(({ problem }) => problem?.subject);
  expect(subjects).toEqual(['answer', 'change', 'change']);
});
