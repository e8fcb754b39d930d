import { expect, test } from 'vitest';
import { dropRow } from '../../../../../src-main/core/drops/queue-drop.ts';
import { createFiles } from '../../../../../src-main/core/ledger/tables/files.ts';
import { addMessage, messageTable } from '../../../../../src-main/core/ledger/tables/messages.ts';
import type { MessagePayload } from '../../../../../src-main/core/ledger/tables/outbox-rows.ts';
import { outboxRows } from '../../../../../src-main/core/views/outbox/outbox-rows-view.ts';
import { rejectedAttention } from '../../../../../src-main/core/views/overview/attention.ts';
import { Setting } from '../../tracking/support/setting.ts';

const DOCUMENT = { size: 3, mtimeMs: 1, inode: '1', ctimeMs: null };

test('a refused answer needs a person while its Task waits, after a part was taken, or where its documents are not out', async () => {
  using s = new Setting();
  const waiting = s.create('waiting');
  const ended = s.create('completed');
  await s.cycle();
  const messages = messageTable(s.ledger);
  const refuse = (id: string, taskUuid: string, code: 'answer.not-waiting' | 'answer.part-taken') => {
    const payload = { kind: 'answer', data: { member_id: 'A1' } } as const;
    addMessage(s.ledger, { id, taskUuid, payload, files: [], actor: 'anna' }, s.clock.now());
    messages.reject(id, {}, { code, detail: null }, s.clock.now());
  };
  const told = () =>
    rejectedAttention(s.ledger).map((one) =>
      one.kind === 'rejected' ? [one.problem.code, one.count] : null,
    );

  refuse('data', ended.uuid, 'answer.not-waiting');
  expect(told()).toEqual([]);
  refuse('asked', waiting.uuid, 'answer.not-waiting');
  expect(told()).toEqual([['answer.not-waiting', 1]]);
  refuse('part', ended.uuid, 'answer.part-taken');
  refuse('document', ended.uuid, 'answer.not-waiting');
  const files = createFiles(s.ledger);
  const file = files.insert(dropRow('page.pdf', DOCUMENT, { state: 'settling' }), s.clock.now());
  files.bind(file, 'a'.repeat(64), { to: 'message', id: 'document', move: false }, s.clock.now());
  expect(told()).toEqual([
    ['answer.not-waiting', 2],
    ['answer.part-taken', 1],
  ]);
  messages.withdraw('document', s.clock.now());
  messages.withdraw('part', s.clock.now());
  expect(told()).toEqual([['answer.not-waiting', 1]]);
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
