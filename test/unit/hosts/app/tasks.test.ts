import { expect, it } from 'vitest';
import { until } from '../../../support/until.ts';
import { type AppBench, appBench } from './support/app-bench.ts';
import { CALLER } from './support/ask.ts';
import { auditOf } from './support/beside.ts';
import { cardOf, visitOf, waitingTask } from './support/waiting-task.ts';

const QUICK = { tracking: { seconds: 0.2 } };

const auditActions = async (bench: AppBench) =>
  (await auditOf(bench.dir))
    .filter(({ action }) => action.endsWith('.added'))
    .map(({ actor, action, subject }) => ({ actor, action, subject }));

it('a waiting Task in the app is answered with the files of a drop: taken back within the undo time, then sent, and it goes on', async () => {
  const bench = await appBench(QUICK);
  const task = await waitingTask(bench);
  expect(task).toMatchObject({
    status: 'waiting',
    file_names: ['visit.txt'],
    folder: null,
    answer: null,
    frozen_to: null,
    needs: {
      documents: [{ record_type: 'insurance-card', issue: { key: 'task.medical_record.missing' } }],
    },
  });
  const dropped = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', {
    drop: dropped.id,
    paths: [bench.write('card.txt', cardOf('MBR-7719'))],
  });
  const sent = await bench.ask('answers.send', { task: task.uuid, drop: dropped.id, data: null });
  expect(Date.parse(sent.undo_until)).toBeGreaterThan(Date.now() + 5_000);
  expect(await bench.ask('waiting.list', {})).toMatchObject({ count: 0, answers_not_out: 1, rows: [] });
  expect((await bench.ask('tasks.get', { task: task.uuid })).answer).toEqual({
    id: sent.ids[0],
    state: 'queued',
  });
  expect(await bench.ask('outbox.withdraw', { ids: sent.ids })).toMatchObject({ withdrawn: 1, too_late: 0 });
  expect(await bench.ask('waiting.list', {})).toMatchObject({
    count: 1,
    answered: 0,
    rows: [{ answer: null }],
  });

  const again = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', { drop: again.id, paths: [bench.at('card.txt')] });
  const second = await bench.ask('answers.send', {
    task: task.uuid,
    drop: again.id,
    data: { note: 'see card' },
  });
  expect(await bench.ask('drops.list', {})).toEqual([]);
  await until(async () => (await bench.ask('tasks.get', { task: task.uuid })).status === 'completed');
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(second.undo_until));
  expect(await bench.ask('waiting.list', {})).toMatchObject({ count: 0, answered: 0 });
  const detail = await bench.ask('tasks.get', { task: task.uuid });
  expect(detail.history.filter((entry) => entry.kind === 'sent')).toMatchObject([
    { id: sent.ids[0], by: CALLER.actor, what: 'answer', files: ['card.txt'], state: 'withdrawn' },
    {
      id: second.ids[0],
      by: CALLER.actor,
      files: ['card.txt'],
      data: { note: 'see card' },
      state: 'accepted',
    },
  ]);
  // The withdrawn answer brought no document to the Task.
  expect(detail.sent_files).toEqual([
    { name: 'visit.txt', answered_at: null },
    { name: 'card.txt', answered_at: detail.history.findLast(({ kind }) => kind === 'sent')?.at },
  ]);
  expect((await bench.ask('tasks.page', { search: 'card.txt' })).rows).toMatchObject([
    { uuid: task.uuid, file_names: ['visit.txt', 'card.txt'] },
  ]);
  expect(detail.verdicts).toMatchObject([{ code: '73721', approved: true }]);
  expect((await bench.ask('tasks.page', { code: '73721', outcome: 'approved' })).rows).toMatchObject([
    { uuid: task.uuid, verdicts: [{ code: '73721', approved: true }], answer: null },
  ]);
  expect(await bench.ask('tasks.facets', {})).toMatchObject({
    statuses: ['completed'],
    task_types: ['prior-auth'],
    codes: ['73721'],
    folders: [],
  });
  const raw = await bench.ask('tasks.raw', { task: task.uuid });
  expect(JSON.parse(raw.json)).toMatchObject({ uuid: task.uuid, status: 'completed' });
  expect(await auditActions(bench)).toEqual([
    expect.objectContaining({ action: 'submission.added' }),
    { actor: CALLER.actor, action: 'answer.added', subject: task.uuid },
    { actor: CALLER.actor, action: 'answer.added', subject: task.uuid },
  ]);
  // An ended Task takes no more; the drop stays as it was.
  const late = await bench.ask('drops.open', {});
  await bench.ask('drops.add-paths', { drop: late.id, paths: [bench.write('late.txt', 'late')] });
  expect(await bench.refused('answers.send', { task: task.uuid, drop: late.id, data: null })).toBe(
    'answer.ended',
  );
  expect(await bench.ask('drops.list', {})).toHaveLength(1);
});

it('a waiting Task in the app is answered with data alone; the answer is kept over an end of the program (I5)', async () => {
  const bench = await appBench(QUICK);
  const task = await waitingTask(bench, { request_spec: { required_data: ['member_id'] } });
  expect(task.needs?.data).toMatchObject([{ property: 'member_id', kind: 'text' }]);
  expect(await bench.refused('answers.send', { task: task.uuid, drop: null, data: null })).toBe(
    'answer.empty',
  );
  expect(await bench.refused('answers.send', { task: task.uuid, drop: null, data: {} })).toBe('answer.data');
  expect(await bench.refused('answers.send', { task: 'nobody', drop: null, data: { a: 1 } })).toBe(
    'task.unknown',
  );
  await bench.ask('answers.send', { task: task.uuid, drop: null, data: { member_id: 'MBR-7719' } });
  await bench.restart();
  expect(await bench.ask('waiting.list', {})).toMatchObject({ count: 0, answers_not_out: 1 });
  await until(async () => (await bench.ask('tasks.get', { task: task.uuid })).status === 'completed');
});

it('a change of a Task in the app waits out its undo time, can be taken back, and is found under its new name', async () => {
  const bench = await appBench(QUICK);
  const { uuid: task } = await waitingTask(bench);
  const regretted = await bench.ask('tasks.rename', { task, name: 'Wrong name' });
  expect(await bench.ask('outbox.withdraw', { ids: regretted.ids })).toMatchObject({
    withdrawn: 1,
    too_late: 0,
  });
  const named = await bench.ask('tasks.rename', { task, name: '  Sample, Ida  ' });
  const cleared = await bench.ask('tasks.set-cleared', { tasks: [task], cleared: true });
  expect((await bench.ask('outbox.page', { states: ['queued'] })).count).toBe(2);
  const changed = await until(async () => {
    const { rows } = await bench.ask('tasks.page', { search: 'sample, ida', cleared: true });
    return rows[0];
  });
  expect(Date.now()).toBeGreaterThanOrEqual(Date.parse(named.undo_until));
  expect(changed).toMatchObject({ uuid: task, name: 'Sample, Ida' });
  await bench.ask('tasks.set-cleared', { tasks: [task], cleared: false });
  await until(async () => (await bench.ask('tasks.get', { task })).cleared === null);
  const { history } = await bench.ask('tasks.get', { task });
  expect(history.flatMap((entry) => (entry.kind === 'sent' ? [[entry.what, entry.state]] : []))).toEqual([
    ['name', 'withdrawn'],
    ['name', 'accepted'],
    ['cleared', 'accepted'],
    ['not-cleared', 'accepted'],
  ]);
  expect(cleared.ids).toHaveLength(1);
  expect((await auditActions(bench)).slice(1)).toEqual(
    Array.from({ length: 4 }, () => ({ actor: CALLER.actor, action: 'edit.added', subject: task })),
  );
});

it('a waiting Task in the app goes on without new input, under another reference and with a note in its log (I5)', async () => {
  const bench = await appBench(QUICK);
  const { uuid: task, latest_status_change: before } = await waitingTask(bench);
  await bench.ask('tasks.set-external-id', { task, external_id: ' claim-7 ' });
  await bench.ask('tasks.add-note', { task, text: 'asked by telephone' });
  await bench.ask('tasks.resume', { task });
  expect(await bench.ask('waiting.list', {})).toMatchObject({ count: 0, answers_not_out: 1 });
  const { name } = await bench.ask('tasks.get', { task });
  const queued = (await bench.ask('outbox.page', { states: ['queued'] })).rows;
  expect(queued.map((row) => [row.kind, row.task_name])).toEqual([
    ['resume', name],
    ['event', name],
    ['external-id', name],
  ]);
  const again = await until(async () => (await bench.ask('waiting.list', {})).rows[0]);
  expect(again.latest_status_change > before).toBe(true);
  const { external_id, history, data_items } = await bench.ask('tasks.get', { task });
  expect(external_id).toBe('claim-7');
  expect(data_items.filter(({ tag }) => tag === 'supplied-data')).toEqual([]);
  expect(history.filter((entry) => entry.kind === 'sent')).toMatchObject([
    { what: 'external-id', state: 'accepted' },
    { what: 'event', data: { text: 'asked by telephone' }, state: 'accepted' },
    { what: 'resume', data: null, files: [], state: 'accepted' },
  ]);
});

it('a change of a Task in the app of a Task that nobody knows is refused in plain words, as every question about it is', async () => {
  const bench = await appBench({ tracking: { seconds: 3_600 } });
  for (const verb of ['tasks.get', 'tasks.raw', 'tasks.texts', 'tasks.look'] as const)
    expect(await bench.refused(verb, { task: 'nobody' })).toBe('task.unknown');
  expect(await bench.refused('tasks.rename', { task: 'nobody', name: 'n' })).toBe('task.unknown');
  expect(await bench.refused('tasks.resume', { task: 'nobody' })).toBe('task.unknown');
  const task = (await waitingTask(bench)).uuid;
  expect(await bench.refused('tasks.set-cleared', { tasks: [task, 'nobody'], cleared: true })).toBe(
    'task.unknown',
  );
  expect((await bench.ask('outbox.page', { states: ['queued'] })).count).toBe(0);
  expect((await bench.ask('tasks.set-cleared', { tasks: [task, task], cleared: true })).ids).toHaveLength(1);
  expect(await bench.refused('tasks.page', { date_from: 'soon' })).toBe('tasks.date');
  expect(await bench.ask('tasks.journeys', {})).toEqual({ more: false, rows: [] });
});

it('journeys in the app: are the Tasks whose files share a key, in whichever folder they lay, oldest first', async () => {
  const bench = await appBench(QUICK);
  const group = { key: '^(?<key>MRN-\\d+)' };
  for (const id of ['intake', 'coverage']) await bench.watch(id, { taskType: id, group });
  const arrives = async (path: string, count: number) => {
    bench.write(path, `${visitOf()}${path}\n`);
    await until(async () => (await bench.ask('tasks.page', {})).count === count);
  };
  await arrives('intake/MRN-1 visit.txt', 1);
  await arrives('intake/MRN-2 visit.txt', 2);
  await arrives('coverage/MRN-1 card.txt', 3);
  const { more, rows } = await bench.ask('tasks.journeys', {});
  expect(more).toBe(false);
  expect(rows.map((row) => [row.key, row.tasks.map((task) => [task.folder, task.file_names])])).toEqual([
    [
      'MRN-1',
      [
        ['intake', ['MRN-1 visit.txt']],
        ['coverage', ['MRN-1 card.txt']],
      ],
    ],
  ]);
  expect((await bench.ask('tasks.page', { folder: 'intake', search: 'mrn-1' })).rows).toHaveLength(1);
  expect((await bench.ask('tasks.journeys', { search: 'MRN-2' })).rows).toEqual([]);
  expect((await bench.ask('tasks.journeys', { key: 'MRN-1' })).rows).toEqual(rows);
});
