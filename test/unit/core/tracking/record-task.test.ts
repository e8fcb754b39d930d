import { beforeEach, expect, test } from 'vitest';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { snapshotsOf } from '../../../../src-main/core/ledger/tasks/snapshots.ts';
import { taskHistory, tasksByReference } from '../../../../src-main/core/ledger/tasks/task-queries.ts';
import { readTask } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { noteSummary, recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import type { TaskDetails } from '../../../../src-main/core/service/schemas.ts';
import { detailsOf } from '../../../support/service-model/model-task.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { testLedger } from '../../../support/test-dir.ts';
import { Setting } from './support/setting.ts';

const UUID = '6f000000-0000-4000-8000-000000000001';
let ledger: Ledger;
beforeEach(() => {
  ledger = testLedger(() => 1);
});

const details = (status: string, changed: string, more: Partial<TaskDetails> = {}) =>
  taskDetails('2026-03-01T08:00:00Z', {
    uuid: UUID,
    external_id: 'x-1',
    status,
    latest_status_change: changed,
    ...more,
  });

test('microseconds decide which answer is newer, whatever the text looks like', () => {
  recordTask(ledger, details('waiting', '2026-03-01T08:00:05.000001Z'), { mine: true, seenAt: 1 });
  recordTask(ledger, details('processing', '2026-03-01T08:00:05Z'), { mine: true, seenAt: 2 });
  recordTask(ledger, details('processing', '2026-03-01T10:00:05.000000+02:00'), { mine: true, seenAt: 3 });
  expect(readTask(ledger, UUID)?.status).toBe('waiting');
  recordTask(ledger, details('processing', '2026-03-01T08:00:05.000002Z'), { mine: true, seenAt: 4 });
  expect(readTask(ledger, UUID)).toMatchObject({
    status: 'processing',
    latest_status_change: '2026-03-01T08:00:05.000002Z',
  });
  expect(taskHistory(ledger, UUID).map((row) => row.status)).toEqual(['waiting', 'processing']);
});

test('an answer that was asked for before the known one was stored does not win: its Task is asked about again', () => {
  const at = '2026-03-01T08:00:05Z';
  recordTask(ledger, details('waiting', at), { mine: true, asked: 10, seenAt: 20 });
  recordTask(ledger, details('processing', at), { mine: true, asked: 15, seenAt: 30 });
  expect(readTask(ledger, UUID)).toMatchObject({ status: 'waiting', details_due: 1 });
  recordTask(ledger, details('processing', at), { mine: false, asked: 31, seenAt: 32, settlesDue: true });
  expect(readTask(ledger, UUID)).toMatchObject({ status: 'processing', details_due: 0, mine: 1 });
});

test('the late answer to a creation does not take back a status of the same date', () => {
  const at = '2026-03-01T08:00:05Z';
  noteSummary(ledger, details('processing', at), { add: 'quietly', asked: 10, seenAt: 10 });
  recordTask(ledger, details('pending', at), { mine: true, seenAt: 20 });
  expect(readTask(ledger, UUID)).toMatchObject({ status: 'processing', mine: 1, details_due: 1 });
});

test('an ended Task is not reopened by an answer of the same date', () => {
  const at = '2026-03-01T08:00:05Z';
  recordTask(ledger, details('invalid', at), { mine: true, seenAt: 20 });
  recordTask(ledger, details('processing', at), { mine: true, asked: 25, seenAt: 30 });
  expect(readTask(ledger, UUID)?.status).toBe('invalid');
});

test('details that are due stay due when the outbox stores an answer of its own', () => {
  recordTask(ledger, details('waiting', '2026-03-01T08:00:05Z'), { mine: true, seenAt: 1 });
  const ended = details('completed', '2026-03-01T08:00:09Z');
  expect(noteSummary(ledger, ended, { add: 'never', asked: 2, seenAt: 2 })).toBe('changed');
  recordTask(ledger, details('processing', '2026-03-01T08:00:07Z'), { mine: true, seenAt: 3 });
  expect(readTask(ledger, UUID)?.details_due).toBe(1);
});

test('each snapshot is one payload, the last of its status change, and they are bounded (I6)', () => {
  const issue = (message: string) => ({ issues: [{ key: 'task.llm.other', message }] });
  recordTask(ledger, details('waiting', '2026-03-01T08:00:05Z', issue('a')), { mine: true, seenAt: 1 });
  recordTask(ledger, details('waiting', '2026-03-01T08:00:05Z', issue('b')), { mine: true, seenAt: 2 });
  expect(
    recordTask(ledger, details('waiting', '2026-03-01T08:00:05Z', issue('b')), { mine: true, seenAt: 3 }),
  ).toBe(false);
  expect(snapshotsOf(ledger, UUID).map((row) => row.payload.issues[0]?.message)).toEqual(['b']);
  for (let i = 10; i < 59; i += 1)
    recordTask(ledger, details('waiting', `2026-03-01T08:01:${i}Z`), { mine: true, seenAt: i });
  expect(snapshotsOf(ledger, UUID)).toHaveLength(24);
});

test('recorded inside a transaction that fails, nothing remains', () => {
  expect(() =>
    ledger.transaction(() => {
      recordTask(ledger, details('pending', '2026-03-01T08:00:00Z'), { mine: true, seenAt: 1 });
      throw new Error('the caller failed');
    }),
  ).toThrow('the caller failed');
  expect(readTask(ledger, UUID)).toBeNull();
});

test('a list does not bring back the name that retention removed', () => {
  const cleared = { cleared: '2026-03-01T09:00:00Z' };
  recordTask(ledger, details('completed', '2026-03-01T08:00:05Z', cleared), { mine: true, seenAt: 1 });
  ledger.db.prepare(`UPDATE task SET name = ''`).run();
  noteSummary(ledger, details('completed', '2026-03-01T08:00:05Z', cleared), {
    add: 'never',
    asked: 2,
    seenAt: 2,
  });
  expect(readTask(ledger, UUID)?.name).toBe('');
});

test('a Task is found by its uuid, the beginning of it, or its external_id', () => {
  recordTask(ledger, details('pending', '2026-03-01T08:00:00Z'), { mine: true, seenAt: 1 });
  for (const reference of [UUID, UUID.toUpperCase(), '6f00', 'x-1'])
    expect(tasksByReference(ledger, reference)).toHaveLength(1);
  for (const reference of ['6f01', '6f0', 'x-2', '%', '6f00%'])
    expect(tasksByReference(ledger, reference)).toEqual([]);
});

test('an end whose date is earlier than that of the status before it is an end all the same', async () => {
  using s = new Setting();
  const task = s.create('pending');
  await s.cycle();
  s.service.tasks.move(task, 'processing', { at: s.service.tasks.micros() + 60_000_000 });
  await s.cycle();
  s.service.tasks.move(task, 'completed', { at: s.service.tasks.micros() + 10_000_000 });
  s.clock.forward(1_000);
  // What was asked for before the status was stored is merely old.
  const details = detailsOf(task);
  recordTask(s.ledger, details, { mine: false, asked: s.clock.now() - 3_600_000, seenAt: s.clock.now() });
  expect(s.known(task)).toBe('processing');
  recordTask(s.ledger, details, { mine: false, asked: s.clock.now(), seenAt: s.clock.now() });
  expect(s.known(task)).toBe('completed');
});

test('I8: a date that cannot be keeps no true answer out', () => {
  const at = Date.parse('2026-03-01T09:00:00Z');
  recordTask(ledger, details('processing', '9999-12-31T23:59:59Z'), { mine: true, seenAt: at });
  const waiting = details('waiting', '2026-03-01T08:30:00Z');
  recordTask(ledger, waiting, { mine: true, seenAt: at + 1_000 });
  expect(readTask(ledger, UUID)).toMatchObject({ status: 'processing', details_due: 1 });
  recordTask(ledger, waiting, { mine: false, asked: at + 2_000, seenAt: at + 3_000, settlesDue: true });
  expect(readTask(ledger, UUID)).toMatchObject({ status: 'waiting', details_due: 0 });
});
