import { expect, test } from 'vitest';
import { insightsOf } from '../../../../src-main/core/insights/insights.ts';
import type { Ledger } from '../../../../src-main/core/ledger/db/ledger.ts';
import { addCorrection } from '../../../../src-main/core/ledger/tables/corrections.ts';
import { purgeOldContent } from '../../../../src-main/core/ledger/tables/retention.ts';
import { addSubmission } from '../../../../src-main/core/ledger/tables/submissions.ts';
import {
  applySummary,
  noteDenial,
  noteSummary,
  recordTask,
} from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { tasksDecided } from '../../../../src-main/core/views/overview/tasks.ts';
import { newFile, newSubmission } from '../../../support/new-submission.ts';
import { dateText } from '../../../support/service-model/micro-time.ts';
import { detailsOf, type Outcome, summaryOf } from '../../../support/service-model/model-task.ts';
import { Setting } from '../tracking/support/setting.ts';

const DAY = { from: '2026-03-01', to: '2026-03-01' };
const SECOND = 1_000_000;
const NOON = Date.parse('2026-03-01T12:00:00Z') * 1000;

const CARD = {
  key: 'task.medical_record.missing',
  message: 'No card',
  medical_record_type: 'insurance-card',
};
const MEMBER = { key: 'task.data.missing', message: 'member_id?', property: 'member_id' };
const no = (code: string, ...issues: number[]) => ({ code, approved: false, issues });
const yes = (code: string) => ({ code, approved: true, issues: [] });

/** Stores what the service says of a new Task that came to `status` so many seconds after noon, when it was created. */
function told(s: Setting, status: string, seconds: number, outcome: Outcome = {}) {
  const task = s.service.tasks.add({ status: 'pending' }, NOON);
  s.service.tasks.move(task, status, { at: NOON + seconds * SECOND, ...outcome });
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  return task;
}

const reasons = (ledger: Ledger) =>
  insightsOf(ledger, DAY, 0).decided.by_reason.map(
    ({ key, property, record_type: type, not_approved: count }) => [...[key, property ?? type, count]],
  );

test('codes, times to the verdict and reasons are counted; a reason counts once for each code, and a code without a reason says so (I6)', () => {
  using s = new Setting();
  told(s, 'completed', 10, { verdicts: [yes('A'), no('B', 0, 0, 7)], issues: [CARD, MEMBER] });
  told(s, 'completed', 20, {
    verdicts: [no('A', 0, 1)],
    issues: [CARD, { ...CARD, message: 'Where is it?' }],
  });
  told(s, 'completed', 30, { verdicts: [no('A')], issues: [MEMBER] });
  told(s, 'completed', 40, {});
  told(s, 'failed', 1);
  const trial = told(s, 'completed', 1, { verdicts: [yes('A')] });
  s.ledger.db.prepare('UPDATE task SET test = 1 WHERE uuid = ?').run(trial.uuid);
  const { decided, created } = insightsOf(s.ledger, DAY, s.clock.now());
  expect(created).toMatchObject({
    tasks: 5,
    by_status: [
      { status: 'completed', tasks: 4 },
      { status: 'failed', tasks: 1 },
    ],
  });
  expect(decided).toMatchObject({
    ...{ tasks: 4, no_verdict: 1, not_loaded: 0, deleted: 0, approved: 1, not_approved: 3 },
    ...{ p50_seconds: 20, p90_seconds: 30 },
    by_code: [
      { code: 'A', approved: 1, not_approved: 2, p50_seconds: 20, p90_seconds: 30 },
      { code: 'B', approved: 0, not_approved: 1, p50_seconds: 10, p90_seconds: 10 },
    ],
    by_folder: [{ folder: null, other_station: false, tasks: 3, approved: 1, not_approved: 3 }],
  });
  expect(reasons(s.ledger)).toEqual([
    [null, null, 2],
    [CARD.key, 'insurance-card', 2],
  ]);
  expect(decided.by_reason.map(({ tasks }) => tasks)).toEqual([2, 2]);
  expect(decided.by_reason[1]?.words).toEqual([
    { message: 'No card', count: 2 },
    { message: 'Where is it?', count: 1 },
  ]);
});

test('decided Tasks are counted by their outcome as on Today, and the corrected ones among them are named', () => {
  using s = new Setting();
  told(s, 'completed', 10, { verdicts: [yes('A'), yes('B')] });
  told(s, 'completed', 20, { verdicts: [yes('A')] });
  const refused = told(s, 'completed', 30, { verdicts: [yes('A'), no('B')] });
  told(s, 'completed', 40, {});
  const unread = told(s, 'processing', 1);
  s.service.tasks.move(unread, 'completed', { at: NOON + 50 * SECOND, verdicts: [yes('A')] });
  noteSummary(s.ledger, summaryOf(unread), { seenAt: s.clock.now(), add: 'never' });
  applySummary(s.ledger, summaryOf(unread), { seenAt: s.clock.now() });
  for (const id of ['first', 'second']) {
    addSubmission(s.ledger, newSubmission(id, [newFile(id)]), 1);
    addCorrection(s.ledger, id, { corrects: refused.uuid, what: 'The right card.' });
  }
  expect(insightsOf(s.ledger, DAY, s.clock.now()).decided).toMatchObject({
    ...{ tasks: 5, tasks_approved: 2, tasks_not_approved: 1, no_verdict: 1, not_loaded: 1, deleted: 0 },
    tasks_corrected: 1,
  });
  const today = tasksDecided(s.ledger, new Date(NOON / 1000).setHours(0, 0, 0, 0));
  expect(today).toMatchObject({ count: 5, approved: 2, not_approved: 1, not_loaded: 1 });
});

test('the reasons of a verdict go with its payload: with the next one, with a status without one, and with retention (I6)', () => {
  using s = new Setting();
  const task = told(s, 'completed', 10, { verdicts: [no('A', 0)], issues: [CARD] });
  s.clock.forward(1000);
  s.service.tasks.move(task, 'completed', { at: NOON + 11 * SECOND, issues: [MEMBER] });
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  expect(reasons(s.ledger)).toEqual([[MEMBER.key, 'member_id', 1]]);
  s.service.tasks.move(task, 'completed', { at: NOON + 12 * SECOND });
  applySummary(s.ledger, summaryOf(task), { seenAt: s.clock.now() });
  expect(reasons(s.ledger)).toEqual([]);
  expect(insightsOf(s.ledger, DAY, s.clock.now()).decided).toMatchObject({ tasks: 1, not_approved: 0 });
  task.cleared = dateText(NOON + 13 * SECOND);
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now(), settlesDue: true });
  expect(reasons(s.ledger)).toHaveLength(1);
  purgeOldContent(s.ledger, 1, s.clock.now() + 3 * 86_400_000);
  expect(reasons(s.ledger)).toEqual([]);
  expect(insightsOf(s.ledger, DAY, s.clock.now()).decided).toMatchObject({
    tasks: 1,
    deleted: 1,
    not_loaded: 0,
  });
});

test('each wait counts once with what it last lacked, also after the Task went on; retention takes the waits too', () => {
  using s = new Setting();
  const task = told(s, 'waiting', 1, { issues: [CARD, MEMBER, MEMBER] });
  const wait = (...issues: NonNullable<Outcome['issues']>) => {
    Object.assign(task, { issues });
    recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  };
  wait(MEMBER);
  told(s, 'waiting', 2, { issues: [] });
  s.service.tasks.move(task, 'waiting', { at: NOON + 90 * SECOND });
  wait(CARD);
  s.service.tasks.move(task, 'completed', { at: NOON + 100 * SECOND });
  task.cleared = dateText(NOON);
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  const waits = () => {
    const { waiting } = insightsOf(s.ledger, DAY, s.clock.now());
    return [waiting.waits, waiting.by_reason.map(({ key, waits: count }) => [key, count])];
  };
  const lacking = [null, MEMBER.key, CARD.key].toSorted().map((key) => [key, 1]);
  expect(waits()).toEqual([3, expect.arrayContaining(lacking)]);
  purgeOldContent(s.ledger, 1, s.clock.now() + 3 * 86_400_000);
  expect(waits()).toEqual([1, [[null, 1]]]);
});

test('a period has whole days of this machine, its first and its last', () => {
  using s = new Setting();
  const at = (text: string) => s.create('processing', new Date(text).getTime() * 1000);
  for (const time of [
    '2026-03-27T23:59:59',
    '2026-03-28T00:00:00',
    '2026-03-29T23:59:59',
    '2026-03-30T00:00:00',
  ])
    at(time);
  expect(
    insightsOf(s.ledger, { from: '2026-03-28', to: '2026-03-29' }, s.clock.now()).created.by_day,
  ).toEqual([
    { day: '2026-03-28', tasks: 1 },
    { day: '2026-03-29', tasks: 1 },
  ]);
  expect(() => insightsOf(s.ledger, { from: '2026-03-29', to: '2026-03-28' }, s.clock.now())).toThrow(
    'before its first day',
  );
});

test('I10: a Task that the service denies is not counted as being checked', () => {
  using s = new Setting();
  const [gone, denied] = [told(s, 'processing', 1), told(s, 'processing', 1)];
  for (const uuid of [gone.uuid, gone.uuid]) noteDenial(s.ledger, uuid, true, s.clock.now());
  noteDenial(s.ledger, denied.uuid, false, s.clock.now());
  expect(insightsOf(s.ledger, DAY, s.clock.now()).created.by_status).toEqual([
    { status: 'denied', tasks: 1 },
    { status: 'gone', tasks: 1 },
  ]);
});
