import fc from 'fast-check';
import { expect, test } from 'vitest';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import type { Ledger } from '../../../../../src-main/core/ledger/db/ledger.ts';
import { openLedger } from '../../../../../src-main/core/ledger/db/open-ledger.ts';
import { start } from '../../../../../src-main/core/ledger/migrations/0001-start.ts';
import { MIGRATIONS } from '../../../../../src-main/core/ledger/migrations/index.ts';
import { addMessage } from '../../../../../src-main/core/ledger/tables/messages.ts';
import { purgeOldContent } from '../../../../../src-main/core/ledger/tables/retention.ts';
import { addSubmission } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { addStaffNote, assignTask } from '../../../../../src-main/core/ledger/tasks/handling.ts';
import { earliestCreated } from '../../../../../src-main/core/ledger/tasks/task-queries.ts';
import { pageOfTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import { applySummary, recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskRows } from '../../../../../src-main/core/views/task-rows-view.ts';
import { tasksView } from '../../../../../src-main/core/views/tasks-view.ts';
import { newFile, newSubmission } from '../../../../support/new-submission.ts';
import { dateText } from '../../../../support/service-model/micro-time.ts';
import { detailsOf, summaryOf } from '../../../../support/service-model/model-task.ts';
import { taskDetails } from '../../../../support/task-details.ts';
import { TEST_KEY, testDir, testLedger } from '../../../../support/test-dir.ts';
import { Setting } from '../../tracking/support/setting.ts';

const denied = { verdicts: [{ code: '73721', approved: false, issues: [] }] };
const find = (ledger: Ledger, query: object) => pageOfTasks(ledger, taskQuerySchema.parse(query)).uuids;
const verdictsOf = (ledger: Ledger, uuid: string) => taskRows(ledger, [uuid])[0]?.verdicts;

/** The list says of every Task what its payloads say. */
function expectAgreement(ledger: Ledger): void {
  for (const task of tasksView(ledger, {}).tasks) {
    expect(verdictsOf(ledger, task.uuid)).toEqual(
      task.verdicts.map(({ code, approved }) => ({ code, approved })),
    );
  }
}

test('verdicts are listed only while their payload is of the status that is shown (I6)', async () => {
  using s = new Setting();
  const task = s.create('processing');
  Object.assign(task, denied);
  s.service.tasks.move(task, 'completed', { at: s.service.tasks.micros() + 1 });
  await s.cycle();
  expect(verdictsOf(s.ledger, task.uuid)).toEqual([{ code: '73721', approved: false }]);
  expect(find(s.ledger, { code: '73721' })).toEqual([task.uuid]);

  // The service takes it up again: its details are not here yet.
  s.service.tasks.move(task, 'waiting', { at: s.service.tasks.micros() + 2 });
  applySummary(s.ledger, summaryOf(task), { seenAt: s.clock.now(), asked: s.clock.now() });
  expect(tasksView(s.ledger, {}).tasks[0]?.status).toBe('waiting');
  expect(verdictsOf(s.ledger, task.uuid)).toEqual([]);
  expect(find(s.ledger, { code: '73721' })).toEqual([]);

  task.verdicts = [{ code: '73721', approved: true, issues: [] }];
  s.service.tasks.move(task, 'completed', { at: s.service.tasks.micros() + 60_000_000 });
  await s.cycle(60_000);
  expect(find(s.ledger, { code: '73721', outcome: 'approved' })).toEqual([task.uuid]);
  expectAgreement(s.ledger);
});

test('Tasks are in the order of their creation, however finely it is written', () => {
  using s = new Setting();
  const created = ['2026-01-02T10:00:00.5Z', '2026-01-02T10:00:00Z', '2026-01-02T11:59:59+02:00'];
  const [middle, early, earliest] = created.map((at) => {
    const task = s.service.tasks.add({ status: 'processing' });
    const details = { ...detailsOf(task), created: at };
    recordTask(s.ledger, details, { mine: true, seenAt: s.clock.now() });
    return task.uuid;
  });
  expect(tasksView(s.ledger, {}).tasks.map(({ uuid }) => uuid)).toEqual([middle, early, earliest]);
  expect(earliestCreated(s.ledger, 'station')).toBe(created[2]);
});

test('whatever answers come in whatever order, lists say of verdicts what the payloads say (I6)', () => {
  const step = fc.record({
    how: fc.constantFrom('details', 'summary'),
    status: fc.constantFrom('processing', 'waiting', 'completed', 'invalid'),
    // The same instant in two spellings, and others.
    changed: fc.constantFrom('08:00:01Z', '09:00:01.000+01:00', '08:00:02Z', '08:00:03.000001Z', '08:00:03Z'),
    approved: fc.array(fc.boolean(), { maxLength: 2 }),
    asked: fc.boolean(),
  });
  fc.assert(
    fc.property(fc.array(step, { minLength: 1, maxLength: 12 }), (steps) => {
      using s = new Setting();
      const task = s.service.tasks.add({ status: 'pending' });
      for (const { how, status, changed, approved, asked } of steps) {
        s.clock.forward(10);
        const seenAt = s.clock.now();
        const answer = {
          ...detailsOf(task),
          status,
          latest_status_change: `2026-03-01T${changed}`,
          verdicts: approved.map((yes, at) => ({ code: `C${at}`, approved: yes, issues: [] })),
        };
        const times = asked ? { seenAt, asked: seenAt - 1 } : { seenAt };
        if (how === 'details') recordTask(s.ledger, answer, { mine: true, ...times });
        else applySummary(s.ledger, answer, times);
        expectAgreement(s.ledger);
      }
    }),
    { numRuns: 60 },
  );
});

test('retention takes verdicts and search text with the payload', () => {
  using s = new Setting();
  const task = s.service.tasks.add({ status: 'completed', name: 'Task 1' });
  task.cleared = dateText(s.service.tasks.micros());
  Object.assign(task, denied);
  recordTask(s.ledger, detailsOf(task), { mine: true, seenAt: s.clock.now() });
  expect(find(s.ledger, { search: 'task 1' })).toHaveLength(1);
  purgeOldContent(s.ledger, 1, s.clock.now() + 3 * 86_400_000);
  expect(find(s.ledger, { search: 'task 1' })).toEqual([]);
  expect(find(s.ledger, { code: '73721' })).toEqual([]);
  expectAgreement(s.ledger);
  // A list does not bring the words back.
  const summary = { ...summaryOf(task), external_id: 'ext-9' };
  expect(applySummary(s.ledger, summary, { seenAt: s.clock.now() })).toBe(true);
  for (const search of ['task 1', 'ext-9']) expect(find(s.ledger, { search })).toEqual([]);
});

test('a ledger of version 1 is brought up to date with all it holds', () => {
  const path = testDir().at('ledger.db');
  const old = openLedger({ path, key: TEST_KEY, now: () => 0, migrations: [start] });
  const ulid = '01JD0000000000000000000000';
  const addTask = (uuid: string, status: string, changed: string, externalId: string, cleared?: string) =>
    old.db
      .prepare(
        `INSERT INTO task (uuid, mine, external_id, task_type, status, name, cleared, created, latest_status_change, seen_at)
         VALUES (?, 1, ?, 't', ?, ?, ?, ?, ?, 0)`,
      )
      .run(uuid, externalId, status, cleared === undefined ? 'Zoë ÜBEL' : '', cleared, changed, changed);
  const addPayload = (uuid: string, status: string, changed: string, verdicts: unknown) =>
    old.db
      .prepare('INSERT INTO snapshot (task_uuid, taken_at, status, payload) VALUES (?, 0, ?, ?)')
      .run(uuid, status, JSON.stringify({ uuid, status, latest_status_change: changed, verdicts, issues }));
  const issues = [
    { key: 'task.data.missing', message: 'id?', property: 'member_id', medical_record_type: ' ' },
    { key: 'task.medical_record.missing', message: 'No card', property: 7, medical_record_type: 'card' },
  ];
  addTask('same', 'completed', '2026-03-01T08:00:05.100000Z', `MRN-7-${ulid}`);
  addPayload('same', 'waiting', '2026-03-01T07:00:00Z', [{ code: 'old', approved: true, issues: [] }]);
  addPayload('same', 'completed', '2026-03-01T09:00:05.1+01:00', [
    { code: '73721', approved: false, issues: [1, 0, 9] },
    { code: '99213', approved: true, issues: [0] },
  ]);
  addTask('moved', 'waiting', '2026-03-01T08:00:06Z', 'own');
  addPayload('moved', 'completed', '2026-03-01T08:00:05Z', [{ code: 'stale', approved: true, issues: [] }]);
  addTask('purged', 'completed', '2026-03-01T08:00:05Z', 'gone', '2026-03-02T08:00:00.25Z');
  addPayload('purged', 'completed', '2026-03-01T08:00:05Z', null);
  old.db
    .prepare(
      `INSERT INTO submission (id, seq, origin, folder_id, group_key, task_type, request_spec, external_id, payload_hash, state,
         task_uuid, created_at, ended_at) VALUES ('S', 1, 'folder', 'scans', 'A/MRN-8', 't', '{}', 'own', 'h', 'accepted', 'moved', 0, 0)`,
    )
    .run();
  old.db
    .prepare(
      `INSERT INTO submission_file (submission_id, position, path, file_name, media_type, size, sha256)
       VALUES ('S', 0, 'p', 'Scan Ä.pdf', 'application/pdf', 1, 'x')`,
    )
    .run();
  old.close();

  const ledger = testLedger(() => 0, path);
  expect(ledger.db.prepare('SELECT task_uuid, position, code, approved FROM task_verdict').all()).toEqual([
    { task_uuid: 'same', position: 0, code: '73721', approved: 0 },
    { task_uuid: 'same', position: 1, code: '99213', approved: 1 },
  ]);
  const id = ['task.data.missing', 'member_id', null, 'id?'];
  const card = ['task.medical_record.missing', null, 'card', 'No card'];
  const rowsOf = (table: string) => ledger.db.prepare(`SELECT * FROM ${table}`).raw().all();
  expect(rowsOf('verdict_reason')).toEqual([
    ['same', 0, 0, ...card],
    ['same', 0, 1, ...id],
    ['same', 0, 2, null, null, null, ''],
  ]);
  const since = 1_772_348_400_000_000;
  expect(rowsOf('task_wait')).toEqual([
    ['same', since, 0, ...id],
    ['same', since, 1, ...card],
  ]);
  const columns = 'uuid, folder_id, journey, search_text, created_us, changed_us, cleared_us';
  const [second, clearedAt] = [1_772_352_005_000_000, 1_772_438_400_250_000];
  const [same, moved] = [second + 100_000, second + 1_000_000];
  expect(ledger.db.prepare(`SELECT ${columns} FROM task ORDER BY uuid`).raw().all()).toEqual([
    ['moved', 'scans', 'MRN-8', 'zoë übel\nown\nmrn-8\nscan ä.pdf', moved, moved, null],
    ['purged', null, null, '', second, second, clearedAt],
    ['same', null, 'MRN-7', `zoë übel\nmrn-7-${ulid.toLowerCase()}\nmrn-7`, same, same, null],
  ]);
});

test('a search finds the notes of the staff and who looks after a Task, also those of an older version, until retention', () => {
  const path = testDir().at('ledger.db');
  const options = { path, key: TEST_KEY, now: () => 0 };
  const uuid = '6f000000-0000-4000-8000-000000000001';
  const other = '6f000000-0000-4000-8000-000000000002';
  const old = openLedger({ ...options, migrations: MIGRATIONS.filter(({ version }) => version < 23) });
  // Today's code writes the Tasks of the older ledger.
  old.db.exec('ALTER TABLE task ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0');
  for (const task of [uuid, other])
    recordTask(old, taskDetails('2026-01-02T10:00:00Z', { uuid: task, name: 'Fenwick' }), {
      mine: true,
      seenAt: 0,
    });
  old.db.exec(`
    INSERT INTO staff_note VALUES ('1', '${uuid}', 0, 'Eva', 'Rang the ÖRTLICHE office');
    INSERT INTO task_assignee VALUES ('${uuid}', 'José', 0, 'Eva');
  `);
  old.db.exec('ALTER TABLE task DROP COLUMN checked_at');
  old.close();
  const ledger = openLedger(options);
  expect(find(ledger, { search: 'örtliche' })).toEqual([uuid]);
  expect(find(ledger, { search: 'josé' })).toEqual([uuid]);

  const by = { author: 'Eva', at: 1 };
  addStaffNote(ledger, { ...by, id: '2', task: other, text: 'The card comes on Friday.' });
  const found = tasksView(ledger, { search: 'comes on Friday' }).tasks;
  expect(found.map((task) => [task.uuid, task.note])).toEqual([[other, '…comes on Friday.']]);
  assignTask(ledger, { ...by, task: other }, 'Ana');
  expect(find(ledger, { search: 'Ana' })).toEqual([other]);
  assignTask(ledger, { ...by, task: other }, null);
  expect(find(ledger, { search: 'Ana' })).toEqual([]);

  ledger.db.prepare(`UPDATE task SET cleared = '2026-01-03T00:00:00Z'`).run();
  purgeOldContent(ledger, 1, Date.parse('2026-03-01T00:00:00Z'));
  for (const search of ['örtliche', 'josé', 'Friday']) expect(find(ledger, { search })).toEqual([]);
  expect(ledger.db.prepare('SELECT group_concat(search_text) FROM task').pluck().get()).toBe(',');
  ledger.close();
});

test('the files of accepted answers are files of the Task that got them, also those of an older version', () => {
  const path = testDir().at('ledger.db');
  const options = { path, key: TEST_KEY, now: () => 0 };
  const [frozen, newer] = ['6f000000-0000-4000-8000-000000000001', '6f000000-0000-4000-8000-000000000002'];
  const old = openLedger({ ...options, migrations: MIGRATIONS.filter(({ version }) => version < 25) });
  // Today's code writes the Tasks of the older ledger.
  old.db.exec(
    'ALTER TABLE task ADD COLUMN checked_at INTEGER NOT NULL DEFAULT 0; ALTER TABLE submission ADD COLUMN reference TEXT',
  );
  for (const uuid of [frozen, newer])
    recordTask(old, taskDetails('2026-01-02T10:00:00Z', { uuid }), { mine: true, seenAt: 0 });
  addSubmission(old, newSubmission('s', [newFile('visit.pdf')]), 0);
  old.db.exec(`UPDATE submission SET state = 'accepted', task_uuid = '${newer}', ended_at = 0`);
  const answer = (id: string, state: string, progress: object = {}) => {
    const payload = { kind: 'answer', data: null } as const;
    addMessage(old, { id, taskUuid: frozen, payload, files: [newFile(`${id}.pdf`)], actor: 'Eva' }, 7);
    old.db
      .prepare('UPDATE message SET state = ?, ended_at = 9, progress = ? WHERE id = ?')
      .run(state, JSON.stringify(progress), id);
  };
  answer('card', 'accepted');
  answer('refused', 'rejected');
  answer('led', 'accepted', { redirectedTo: ['elsewhere', newer] });
  old.db.exec('ALTER TABLE task DROP COLUMN checked_at; ALTER TABLE submission DROP COLUMN reference');
  old.close();
  const ledger = openLedger(options);
  const found = ['card', 'refused', 'led'].map((search) => find(ledger, { search }));
  expect(found).toEqual([[frozen], [], [newer]]);
  expect(taskRows(ledger, [newer, frozen]).map((row) => row.file_names)).toEqual([
    ['visit.pdf', 'led.pdf'],
    ['card.pdf'],
  ]);
  ledger.close();
});
