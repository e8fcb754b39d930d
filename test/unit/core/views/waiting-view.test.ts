import { afterEach, beforeEach, expect, test } from 'vitest';
import { dayOf } from '../../../../src-main/contract/local-day.ts';
import { taskQuerySchema } from '../../../../src-main/contract/verbs/tasks.ts';
import { checkAnswer } from '../../../../src-main/core/answering/compose-answer.ts';
import { type Deed, handleTask } from '../../../../src-main/core/answering/handle-task.ts';
import { insightsOf } from '../../../../src-main/core/insights/insights.ts';
import { addMessage, messageTable } from '../../../../src-main/core/ledger/tables/messages.ts';
import { pageOfTasks } from '../../../../src-main/core/ledger/tasks/task-search.ts';
import { taskFullView } from '../../../../src-main/core/views/task-full-view.ts';
import { taskRows } from '../../../../src-main/core/views/task-rows-view.ts';
import { waitingView } from '../../../../src-main/core/views/waiting-view.ts';
import { Setting } from '../tracking/support/setting.ts';

let s: Setting;
beforeEach(() => {
  s = new Setting();
});
afterEach(() => s[Symbol.dispose]());

type Task = ReturnType<Setting['create']>;
let ids = 0;

function answer(task: Task, at = s.clock.now()): string {
  ids += 1;
  const id = `M${ids}`;
  const check = checkAnswer(
    { ledger: s.ledger, taskUuid: task.uuid, data: { member_id: 'A1' }, actor: 'anna', id },
    0,
  );
  addMessage(s.ledger, check.message([]), at);
  return id;
}
const messages = () => messageTable(s.ledger);
const accept = (
  id: string,
  more: { note?: Parameters<ReturnType<typeof messages>['accept']>[2]; to?: string; at?: number } = {},
) =>
  messages().accept(
    id,
    more.to === undefined ? {} : { redirectedTo: [more.to] },
    more.note ?? null,
    more.at ?? s.clock.now(),
  );
const reject = (id: string) =>
  messages().reject(id, {}, { code: 'service.refused', detail: null }, s.clock.now());

/** Which Tasks the list shows, and how many answered ones it leaves out. */
function listed(): [string[], number] {
  const { rows, count, answered, answers_not_out } = waitingView(
    s.ledger,
    { offset: 0, length: 10 },
    s.clock.now(),
  );
  expect(count).toBe(rows.length);
  return [rows.map((row) => row.uuid), answered + answers_not_out];
}

async function waitAgain(task: Task): Promise<void> {
  s.service.tasks.move(task, 'processing', { at: s.service.tasks.micros() + 1 });
  await s.cycle();
  s.service.tasks.move(task, 'waiting', { at: s.service.tasks.micros() + 1 });
  await s.cycle();
}

test('longest first, with what is needed by the issues themselves, known or not (I7)', async () => {
  const later = s.create('waiting', s.service.tasks.micros() + 2_000_000);
  const earlier = s.create('waiting', s.service.tasks.micros() + 1_000_000);
  s.create('completed');
  Object.assign(later, {
    issues: [
      { key: 'task.medical_record.missing', message: 'm', medical_record_type: 'insurance-card' },
      { key: 'task.data.missing', message: 'm', property: 'birth_date', hint: 'kept' },
      { key: 'task.new.kind', message: 'something new', extra: 1 },
    ],
  });
  s.service.tasks.move(later, 'processing', { at: s.service.tasks.micros() + 3_000_000 });
  s.service.tasks.move(later, 'waiting', { at: s.service.tasks.micros() + 4_000_000 });
  await s.cycle();
  const view = waitingView(s.ledger, { offset: 0, length: 10 }, s.clock.now());
  expect(view.rows.map((row) => row.uuid)).toEqual([earlier.uuid, later.uuid]);
  // The time of the oldest proof: the service was asked for `later` alone.
  expect(view.as_of).toBe(new Date(s.clock.now() - 15_000).toISOString());
  expect(view.rows[1]?.needs).toEqual({
    since: later.latest_status_change,
    documents: [{ record_type: 'insurance-card', issue: later.issues[0] }],
    data: [{ property: 'birth_date', kind: 'date', issue: later.issues[1] }],
    others: [{ issue: later.issues[2] }],
  });
  expect(waitingView(s.ledger, { offset: 1, length: 1 }, s.clock.now()).rows.map((row) => row.uuid)).toEqual([
    later.uuid,
  ]);
});

test('an answered Task is left out while the answer is on its way and after it was taken, until it waits again', async () => {
  const task = s.create('waiting');
  s.clock.forward(1000);
  const id = answer(task);
  const out = () => waitingView(s.ledger, { offset: 0, length: 10 }, s.clock.now());
  expect(listed()).toEqual([[], 1]);
  // During the undo time the service checks nothing.
  expect(out()).toMatchObject({ answers_not_out: 1, answered: 0 });
  expect(taskRows(s.ledger, [task.uuid])[0]?.answer).toEqual({ id, state: 'queued' });
  accept(id);
  expect(listed()).toEqual([[], 1]);
  expect(out()).toMatchObject({ answers_not_out: 0, answered: 1 });
  expect(taskRows(s.ledger, [task.uuid])[0]?.answer).toBeNull();
  await waitAgain(task);
  expect(listed()).toEqual([[task.uuid], 0]);
  // And is left out again once it is answered again.
  s.clock.forward(1000);
  answer(task);
  expect(listed()).toEqual([[], 1]);
  const today = dayOf(new Date(s.clock.now()));
  const { created } = insightsOf(s.ledger, { from: '2000-01-01', to: today }, s.clock.now());
  expect(created.by_status).toEqual([{ status: 'answered', tasks: 1 }]);
});

const HOUR = 3_600_000;
const day = (later: number) => dayOf(new Date(s.clock.now() + later * 24 * HOUR));
const handle = (task: Task, deed: Deed) =>
  handleTask(s.ledger, task.uuid, deed, { actor: 'anna', now: s.clock.now() });
const away = () => {
  const { set_aside, given_up } = waitingView(s.ledger, { offset: 0, length: 10 }, s.clock.now());
  return { set_aside, given_up };
};

test('a Task that was set aside is counted, and comes back on its day, or when the service moves the Task', async () => {
  const task = s.create('waiting');
  expect(() => handle(task, { kind: 'set-aside', until: day(0) })).toThrow(
    expect.objectContaining({ code: 'task.day' }),
  );
  handle(task, { kind: 'set-aside', until: day(2) });
  expect([listed(), away()]).toEqual([[[], 0], { set_aside: 1, given_up: 0 }]);
  s.clock.forward(24 * HOUR);
  expect(listed()[0]).toEqual([]);
  s.clock.forward(24 * HOUR);
  expect([listed(), away()]).toEqual([[[task.uuid], 0], { set_aside: 0, given_up: 0 }]);
  handle(task, { kind: 'set-aside', until: day(9) });
  expect(listed()[0]).toEqual([]);
  await waitAgain(task);
  expect([listed()[0], away().set_aside]).toEqual([[task.uuid], 0]);
});

test('a Task that was given up has its own filter, and is taken back; the service moves the Task back too', async () => {
  const task = s.create('waiting');
  const other = s.create('completed');
  const found = (put_away: 'given-up' | 'set-aside') =>
    pageOfTasks(s.ledger, taskQuerySchema.parse({ put_away })).uuids;
  handle(task, { kind: 'give-up', reason: 'The patient moved away.' });
  expect([listed(), away(), found('given-up'), found('set-aside')]).toEqual([
    [[], 0],
    { set_aside: 0, given_up: 1 },
    [task.uuid],
    [],
  ]);
  expect(taskFullView(s.ledger, task.uuid, day(0)).handling.put_away).toMatchObject({
    kind: 'given-up',
    by: 'anna',
    reason: 'The patient moved away.',
  });
  handle(task, { kind: 'take-back' });
  expect(listed()[0]).toEqual([task.uuid]);
  expect(() => handle(task, { kind: 'take-back' })).toThrow(
    expect.objectContaining({ code: 'task.not-away' }),
  );
  expect(() => handle(other, { kind: 'give-up', reason: 'x' })).toThrow(
    expect.objectContaining({ code: 'task.not-waiting' }),
  );
  handle(task, { kind: 'give-up', reason: 'x' });
  await waitAgain(task);
  expect([listed()[0], found('given-up')]).toEqual([[task.uuid], []]);
});

test('a person has their own list of waiting Tasks and of Tasks, whatever the case of the name', () => {
  const [mine, other] = [s.create('waiting'), s.create('waiting')];
  handle(mine, { kind: 'assign', to: 'Ana' });
  handle(other, { kind: 'assign', to: 'Ben' });
  handle(other, { kind: 'assign', to: null });
  const { rows, count } = waitingView(s.ledger, { offset: 0, length: 10, assignee: 'ANA' }, s.clock.now());
  expect([rows.map(({ uuid, assignee }) => [uuid, assignee]), count]).toEqual([[[mine.uuid, 'Ana']], 1]);
  expect(pageOfTasks(s.ledger, taskQuerySchema.parse({ assignee: 'ana' })).uuids).toEqual([mine.uuid]);
  handle(mine, { kind: 'staff-note', id: 'n1', text: 'Called.' });
  expect(taskFullView(s.ledger, mine.uuid, day(0)).staff_notes).toMatchObject([
    { by: 'anna', text: 'Called.' },
  ]);
});

test('an answer that was withdrawn or refused leaves the Task waiting', () => {
  const task = s.create('waiting');
  s.clock.forward(1000);
  messages().withdraw(answer(task), s.clock.now());
  expect(listed()).toEqual([[task.uuid], 0]);
  const refused = answer(task);
  reject(refused);
  expect(listed()).toEqual([[task.uuid], 0]);
  expect(taskRows(s.ledger, [task.uuid])[0]?.answer).toEqual({ id: refused, state: 'rejected' });
});

test('a newer answer decides, not an older one', () => {
  const task = s.create('waiting');
  s.clock.forward(1000);
  reject(answer(task));
  accept(answer(task));
  expect(listed()).toEqual([[], 1]);
  expect(taskRows(s.ledger, [task.uuid])[0]?.answer).toBeNull();
});

test('documents that were there already did not make it go on', () => {
  const task = s.create('waiting');
  s.clock.forward(1000);
  accept(answer(task), { note: { code: 'answer.already-there', detail: null } });
  expect(listed()).toEqual([[task.uuid], 0]);
});

test('a Task that took an answer but still waits at the next proof, a minute or more later, needs somebody', async () => {
  const task = s.create('waiting');
  s.clock.forward(1000);
  accept(answer(task));
  await s.cycle(30_000);
  expect(listed()).toEqual([[], 1]);
  await s.cycle(180_000);
  expect(listed()).toEqual([[task.uuid], 0]);
});

test('an answer from when the clock was a year ahead does not hide a Task that waits again', async () => {
  const [task, frozen] = [s.create('waiting'), s.create('waiting')];
  const current = s.create('completed');
  const ahead = s.clock.now() + 365 * 86_400_000;
  accept(answer(task, ahead), { at: ahead + 1000 });
  accept(answer(frozen, ahead), { at: ahead + 1000, to: current.uuid });
  await waitAgain(task);
  // What took the place of the frozen one has the answer, whenever that was.
  expect(listed()).toEqual([[task.uuid], 1]);
  s.clock.forward(1000);
  accept(answer(task));
  expect(listed()).toEqual([[], 2]);
});

test('an answer that a frozen Task led to a newer one answers both, and names the newer one', async () => {
  const frozen = s.create('waiting');
  const current = s.create('waiting');
  s.clock.forward(1000);
  accept(answer(frozen), { to: current.uuid, note: { code: 'answer.frozen', detail: null } });
  expect(listed()).toEqual([[], 2]);
  expect(taskFullView(s.ledger, frozen.uuid, '2026-11-20').frozen_to).toBe(current.uuid);
  expect(taskFullView(s.ledger, current.uuid, '2026-11-20').frozen_to).toBeNull();
  // The frozen one waits for good, and nothing can be given to it; the newer one may wait again.
  await s.cycle(120_000);
  await waitAgain(current);
  expect(listed()).toEqual([[current.uuid], 1]);
});

test('where the newer Task did not take it, the frozen one is shown with where it leads', () => {
  const frozen = s.create('waiting');
  const current = s.create('completed');
  s.clock.forward(1000);
  messages().reject(
    answer(frozen),
    { redirectedTo: [current.uuid] },
    { code: 'answer.frozen', detail: null },
    s.clock.now(),
  );
  const [row] = waitingView(s.ledger, { offset: 0, length: 10 }, s.clock.now()).rows;
  expect(row).toMatchObject({ uuid: frozen.uuid, frozen_to: current.uuid, answer: { state: 'rejected' } });
});

test('one Task in full: history in order, typed, with what was asked and sent and by whom', async () => {
  const task = s.create('waiting');
  task.issues = [{ key: 'task.new.kind', message: 'm', extra: 1 }];
  await waitAgain(task);
  s.clock.forward(1000);
  const id = answer(task);
  const view = taskFullView(s.ledger, task.uuid, '2026-11-20');
  const kinds = view.history.map((entry) => entry.kind);
  expect(kinds).toEqual(['status', 'asked', 'status', 'status', 'asked', 'sent']);
  expect(view.history.at(-2)).toMatchObject({ kind: 'asked', issues: [{ key: 'task.new.kind', extra: 1 }] });
  expect(view.history.at(-1)).toEqual({
    kind: 'sent',
    at: new Date(s.clock.now()).toISOString(),
    id,
    what: 'answer',
    by: 'anna',
    files: [],
    event: null,
    data: { member_id: 'A1' },
    state: 'queued',
    went_to: null,
    already_there: null,
    problem: null,
  });
  expect(view.issues).toEqual([{ key: 'task.new.kind', message: 'm', extra: 1 }]);
  expect(() => taskFullView(s.ledger, 'nobody', '2026-11-20')).toThrow(
    expect.objectContaining({ code: 'task.unknown' }),
  );
});
