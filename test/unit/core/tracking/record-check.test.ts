import { expect, onTestFinished, test } from 'vitest';
import { handleTask } from '../../../../src-main/core/answering/handle-task.ts';
import { deriveStamp, newSubmissionId } from '../../../../src-main/core/ids.ts';
import { readBehind } from '../../../../src-main/core/ledger/tables/record-behind.ts';
import { writeStamps } from '../../../../src-main/core/ledger/tables/stamps.ts';
import { addSubmission, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { openTwins, readLag, twinOf } from '../../../../src-main/core/ledger/tables/twins.ts';
import { witnessOf } from '../../../../src-main/core/ledger/tables/witnessed.ts';
import { readTask } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { silentLog } from '../../../../src-main/core/log/events.ts';
import { taskSummarySchema } from '../../../../src-main/core/service/schemas.ts';
import { createRecordCheck } from '../../../../src-main/core/tracking/record-check.ts';
import { createTracker } from '../../../../src-main/core/tracking/tracker.ts';
import { twinView } from '../../../../src-main/core/views/task-full-view.ts';
import { sha256Of } from '../../../support/documents.ts';
import { newSubmission } from '../../../support/new-submission.ts';
import { seededRandom } from '../../../support/random.ts';
import { summaryOf } from '../../../support/service-model/model-task.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from './support/setting.ts';

const OURS = deriveStamp('station-one', 'production', '');
const THEIRS = deriveStamp('station-two', 'production', '');
const MINUTE_MS = 60_000;

/** A station with one Task, whose ledger is compared with the list of the service. */
function place() {
  const setting = new Setting();
  onTestFinished(() => setting[Symbol.dispose]());
  const { ledger, clock, service } = setting;
  const random = seededRandom(7);
  const idOf = (stamp: string) => {
    writeStamps(ledger, [stamp]);
    const { externalId } = newSubmissionId({ ledger, clock, random });
    writeStamps(ledger, [OURS]);
    return externalId;
  };
  const addTask = (externalId: string, content = 'a document') => {
    const task = service.tasks.add({ external_id: externalId, status: 'completed' });
    const name = `${content}.pdf`;
    const sha256 = sha256Of(Buffer.from(content));
    const file = { part: 'uploads', name, mediaType: 'application/pdf', sha256, size: content.length };
    service.tasks.addFile(task, file, 'create');
    return task;
  };
  writeStamps(ledger, [OURS]);
  const holds: number[] = [];
  const stamps: string[] = [];
  const begin = () =>
    createRecordCheck({
      ...{ ledger, clock, client: service.client(clock), log: silentLog },
      taskTypes: () => new Set(['prior-auth']),
      holdFolders: async (change) => {
        holds.push(clock.now());
        change();
      },
      takeNewStamp: async () => {
        stamps.push('new');
        writeStamps(ledger, [deriveStamp('station-one', 'production', 'new')]);
      },
      onDone: () => undefined,
    });
  let check = begin();
  const look = async () => {
    const client = service.client(clock);
    const lister = { list: client.listTasks, now: clock.now, pageLength: 200 };
    const { signal } = new AbortController();
    await check.look(lister, signal);
  };
  return {
    ...{ setting, ledger, clock, service, idOf, addTask, holds, stamps, look },
    check: () => check,
    restart: () => {
      check = begin();
    },
    isOurs: (uuid: string) => readTask(ledger, uuid)?.mine === 1,
  };
}

test('I2: a listed Task with the stamp of this station that the ledger lacks is added, and the folders are held', async () => {
  const { setting, addTask, idOf, look, holds, isOurs, ledger, check, restart } = place();
  setting.accept(setting.create());
  const lost = [addTask(idOf(OURS), 'one'), addTask(idOf(OURS), 'two')];
  const others = [addTask(idOf(THEIRS)), addTask('case-7'), addTask(`case-7-${idOf(THEIRS)}`)];
  expect(check().isDone()).toBe(false);
  await look();
  expect(check().isDone()).toBe(true);
  expect(lost.map(({ uuid }) => isOurs(uuid))).toEqual([true, true]);
  expect(others.map(({ uuid }) => isOurs(uuid))).toEqual([false, false, false]);
  expect(readBehind(ledger)).toMatchObject({ kind: 'older', tasks: 2, unread: 0 });
  expect(holds).toHaveLength(1);
  restart();
  await look();
  expect(holds).toHaveLength(1);
});

test('I2: Tasks of other desks, and Tasks that the ledger knows, stop nobody', async () => {
  const { setting, addTask, idOf, look, holds, check } = place();
  setting.accept(setting.create());
  addTask(idOf(THEIRS));
  await look();
  // A Task that another station found under its own stamp, on any later page of the list.
  check().note([addTask(idOf(THEIRS))]);
  await check().settle(new AbortController().signal);
  expect(holds).toEqual([]);
});

test('I2: the look begins a day before the newest Task of the ledger', async () => {
  const { setting, service, look, clock } = place();
  const known = setting.create();
  clock.jump(30 * 86_400_000);
  await look();
  const [first] = service.calls.filter(({ call }) => call === 'list');
  const from = String(first?.query['dateFrom']);
  expect(Date.parse(known.created) - Date.parse(from)).toBe(86_400_000);
});

test('I2: where the service does not give the bytes, the name of a document counts; without a name, the Task counts as unread', async () => {
  const { service, addTask, idOf, look, ledger, setting } = place();
  setting.accept(setting.create());
  const named = addTask(idOf(OURS), 'Scan 1');
  const nameless = addTask(idOf(OURS), 'other');
  for (const item of nameless.data_items) item.name = null;
  service.linkFate = () => ({ do: 'fail', failure: refused(404, 'No such data item.') });
  await look();
  const witness = (name: string) => witnessOf(ledger, 'prior-auth', { name, sha256: 'f'.repeat(64) });
  expect(witness('scan 1.PDF')).toBe(named.uuid);
  expect(witness('scan 2.pdf')).toBeNull();
  expect(readBehind(ledger)).toMatchObject({ tasks: 2, unread: 1 });
});

test('I2: a look that fails is repeated, and what was found stays held until every Task is added', async () => {
  const { setting, addTask, idOf, look, holds, check, service, isOurs } = place();
  setting.accept(setting.create());
  const lost = addTask(idOf(OURS));
  service.fate = ({ call }) =>
    call === 'get' ? { do: 'fail', failure: { kind: 'unknown', cause: 'no answer' } } : { do: 'answer' };
  await expect(look()).rejects.toThrow();
  expect(check().isDone()).toBe(false);
  expect(holds).toHaveLength(1);
  service.recover();
  await look();
  expect(check().isDone()).toBe(true);
  expect(isOurs(lost.uuid)).toBe(true);
  expect(holds).toHaveLength(1);
});

test.each([
  ['without an answer', { kind: 'unknown', cause: 'no answer' }],
  ['with an answer that is cut short', { kind: 'unreadable', status: 200, cause: 'no JSON' }],
] as const)(
  'I5: a first look that fails for an hour %s is told, and repeated within 15 seconds',
  async (_how, failure) => {
    const { setting, clock, service, ledger, check } = place();
    setting.accept(setting.create());
    service.fate = () => ({ do: 'fail', failure });
    const tracker = createTracker({
      ...{ ledger, clock, client: service.client(clock), random: () => 0.999, seconds: 15, scope: 'station' },
      commit: async (work) => ledger.transaction(work),
      recordCheck: check(),
    });
    await tracker.start();
    await clock.advance(60 * MINUTE_MS);
    expect(check().isDone()).toBe(false);
    expect(tracker.status()).toMatchObject({ reachable: false, problem: { code: expect.any(String) } });
    service.recover();
    await clock.advance(15_000);
    expect(check().isDone()).toBe(true);
    await tracker.stop();
  },
);

test('I2: a Task that the service cannot tell in full is added as the list has it', async () => {
  const { setting, addTask, idOf, look, ledger, service } = place();
  setting.accept(setting.create());
  const lost = addTask(idOf(OURS));
  service.fate = ({ call }) =>
    call === 'get' ? { do: 'fail', failure: refused(500, 'fault') } : { do: 'answer' };
  await look();
  expect(readTask(ledger, lost.uuid)).toMatchObject({ mine: 1, details_due: 1, status: 'completed' });
  expect(readBehind(ledger)).toMatchObject({ tasks: 1, unread: 1 });
});

test.each([
  [5, 'older'],
  [30, 'copy'],
] as const)('I2: a Task under our stamp %i minutes after a Task of this run: %s', async (minutes, seen) => {
  const { setting, addTask, idOf, look, holds, stamps, check, clock } = place();
  setting.accept(setting.create());
  await look();
  setting.accept(setting.create());
  clock.forward(minutes * MINUTE_MS);
  // Another computer that was made from a copy of the disk sends under the same stamp.
  check().note([addTask(idOf(OURS))]);
  await check().settle(new AbortController().signal);
  expect([holds.length, stamps.length]).toEqual(seen === 'copy' ? [0, 1] : [1, 0]);
  const next = addTask(idOf(OURS));
  if (seen === 'copy') {
    writeStamps(setting.ledger, [deriveStamp('station-one', 'production', 'new')]);
    check().note([next]);
    await check().settle(new AbortController().signal);
    expect(holds).toEqual([]);
  }
});

test('I2: a second Task under one external_id of ours is a twin: both are followed until a person decides', async () => {
  const { setting, service, look, ledger, isOurs, check, holds, clock } = place();
  const first = setting.accept(setting.create());
  const second = service.tasks.add({ external_id: first.external_id, status: 'completed' });
  // Another program may use the external_id of a Task for another journey of the patient (docs/service.md 1, rule 7).
  service.tasks.add({ external_id: first.external_id, task_type: 'intake' });
  await look();
  expect(holds).toEqual([]);
  expect(isOurs(second.uuid)).toBe(true);
  expect(openTwins(ledger)).toEqual({ count: 1, task: first.uuid });
  expect(twinOf(ledger, second.uuid)).toMatchObject({ other: first.uuid, decided_at: null });
  expect(readLag(ledger)).toBeNull();
  const by = { actor: 'Ana', now: clock.now() };
  handleTask(ledger, second.uuid, { kind: 'twin', superfluous: true }, by);
  expect(openTwins(ledger).count).toBe(0);
  expect(twinView(ledger, first.uuid)).toMatchObject({
    other: second.uuid,
    decision: 'other',
    decided_by: 'Ana',
  });
  check().note([taskSummarySchema.parse(summaryOf(second))]);
  expect(openTwins(ledger).count).toBe(0);
  const unpaired = setting.create();
  expect(() => handleTask(ledger, unpaired.uuid, { kind: 'twin', superfluous: true }, by)).toThrow(
    'only one Task',
  );
  const actions = ledger.db.prepare('SELECT action FROM audit ORDER BY seq').pluck().all();
  expect(actions).toEqual(['task.made-twice', 'task.twin-decided']);
});

test('I2: the hourly list finds a twin that is older than every Task that the ledger knows', async () => {
  const { setting, ledger, clock, service, check, look } = place();
  await look();
  // The service hides the first Task of the first submission, so that the submission is sent again.
  service.tasks.add({ external_id: 'ext-2', status: 'completed' });
  clock.forward(9 * MINUTE_MS);
  const task = setting.accept(setting.create('processing'));
  const tracker = createTracker({
    ...{ ledger, clock, client: service.client(clock), random: () => 0.5, seconds: 15, scope: 'station' },
    commit: async (work) => ledger.transaction(work),
    recordCheck: check(),
  });
  for (let quarter = 0; quarter < 6; quarter += 1) {
    clock.forward(15 * MINUTE_MS);
    await tracker.cycle();
  }
  expect(openTwins(ledger)).toEqual({ count: 1, task: task.uuid });
});

test('I2: a twin that the list shows before its submission is accepted counts once the submission has its Task', async () => {
  const { setting, service, look, ledger, check } = place();
  setting.accept(setting.create());
  await look();
  const first = setting.create();
  const id = 'sub-open';
  const externalId = first.external_id ?? id;
  ledger.transaction(() => addSubmission(ledger, newSubmission(id, [], { externalId }), setting.clock.now()));
  const twin = service.tasks.add({ external_id: externalId });
  check().note([taskSummarySchema.parse(summaryOf(twin))]);
  expect(openTwins(ledger).count).toBe(0);
  const table = submissionTable(ledger);
  table.beginSending(id, 0);
  table.accept(id, first.uuid, 0);
  await check().settle(new AbortController().signal);
  expect(openTwins(ledger)).toEqual({ count: 1, task: first.uuid });
});

test('I2: a listed Task of a submission that the ledger has not sent yet is looked up before any create, as after a disk was put back', async () => {
  const { setting, addTask, idOf, look, holds, ledger, clock } = place();
  setting.accept(setting.create());
  const [sent, waiting] = [idOf(OURS), idOf(OURS)];
  for (const id of [sent, waiting])
    ledger.transaction(() => addSubmission(ledger, newSubmission(id, []), clock.now()));
  addTask(sent);
  await look();
  const { get } = submissionTable(ledger);
  expect(get(sent)).toMatchObject({ state: 'unconfirmed', attempts: 1 });
  expect(get(waiting)).toMatchObject({ state: 'queued', attempts: 0 });
  expect(holds).toEqual([]);
});

test('I2: a station without a record knows the documents of its organization, by bytes', async () => {
  const { addTask, look, ledger, holds, check } = place();
  const theirs = addTask('case-7', 'one');
  await look();
  expect(check().isDone()).toBe(true);
  expect(holds).toEqual([]);
  const witness = (sha256: string, taskType = 'prior-auth') =>
    witnessOf(ledger, taskType, { name: 'any.pdf', sha256 });
  expect(witness(sha256Of(Buffer.from('one')))).toBe(theirs.uuid);
  expect(witness(sha256Of(Buffer.from('one')), 'intake')).toBeNull();
  expect(witness(sha256Of(Buffer.from('two')))).toBeNull();
});

test('I2: a station whose first look found no Task has a record, so at its next start Tasks of other desks hold no file', async () => {
  const { addTask, look, ledger, restart } = place();
  await look();
  addTask('case-7', 'one');
  restart();
  await look();
  expect(
    witnessOf(ledger, 'prior-auth', { name: 'one.pdf', sha256: sha256Of(Buffer.from('one')) }),
  ).toBeNull();
});
