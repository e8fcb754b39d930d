import { expect, test } from 'vitest';
import { z } from 'zod';
import { sourceOf } from '../../../../src-main/contract/texts/messages.ts';
import { readAll } from '../../../../src-main/core/ledger/db/ledger.ts';
import { openFolder } from '../../../../src-main/core/ledger/tables/folders.ts';
import { bench, benchForEachTest } from './support/bench.ts';
import { LOST, loseFirst, NEVER, UNSENT } from './support/fates.ts';

benchForEachTest();

const entrySchema = z.object({ action: z.string(), subject: z.string(), detail: z.string() });
const audited = () =>
  readAll(bench.ledger.db.prepare('SELECT action, subject, detail FROM audit'), entrySchema);

test('I10: while the service is down, the audit says that sending began, and "sent" only once the service has the documents', async () => {
  openFolder(bench.ledger, 'scans', '/scans', bench.clock.now());
  const id = bench.submit({ folderId: 'scans' });
  bench.service.fate = () => UNSENT;
  await bench.start();
  await bench.clock.advance(60_000);
  const began = { action: 'submission.began', subject: id, detail: '{"folder":"scans"}' };
  expect(audited()).toEqual([began]);
  bench.service.recover();
  await bench.end(1_800_000);
  const detail = JSON.stringify({ task: bench.row(id).task_uuid });
  expect(audited()).toEqual([began, { action: 'submission.confirmed', subject: id, detail }]);
});

test('I10: documents that a person gave are confirmed once, also after an answer that got lost', async () => {
  const id = bench.submit();
  bench.service.fate = loseFirst('create', NEVER);
  await bench.startAndEnd(600_000);
  expect(audited().map(({ action, subject }) => [action, subject])).toEqual([['submission.confirmed', id]]);
});

test('I10: an answer is confirmed only once the service has the answer', async () => {
  const task = bench.addTask().uuid;
  const id = bench.say(task, { kind: 'answer', data: { member_id: 'M-1' } });
  bench.service.fate = () => ({ do: 'fail', failure: LOST });
  await bench.start();
  await bench.clock.advance(10_000);
  expect(audited()).toEqual([]);
  bench.service.recover();
  await bench.end(1_800_000);
  const detail = JSON.stringify({ answer: id });
  expect(audited()).toEqual([{ action: 'answer.confirmed', subject: task, detail }]);
});

test('I10: no text of the audit says "sent" for what is only in the outbox', () => {
  const unproved = ['submission.added', 'submission.began', 'answer.added'] as const;
  for (const action of unproved)
    expect(sourceOf(`audit.action.${action}`, 'en')).not.toMatch(/\bsent\b|answered/i);
});
