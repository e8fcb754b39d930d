import { expect, test } from 'vitest';
import { dropRow } from '../../../../src-main/core/intake/queue-drop.ts';
import { createFiles } from '../../../../src-main/core/ledger/files.ts';
import { messageTable } from '../../../../src-main/core/ledger/messages.ts';
import { addMessage } from '../../../../src-main/core/ledger/new-message.ts';
import { rejectedAttention } from '../../../../src-main/core/views/overview-attention.ts';
import { Setting } from '../tracking/support/setting.ts';

const DOCUMENT = { size: 3, mtimeMs: 1, inode: '1' };

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
