import { expect, test } from 'vitest';
import {
  SAMPLE_REQUEST_SPEC,
  writeSamplePackets,
} from '../../../../src-main/practice/samples/write-sample-packets.ts';
import { until } from '../../../support/until.ts';
import { type AppBench, appBench } from './support/app-bench.ts';
import { overviewOf } from './support/app-place.ts';
import { auditOf } from './support/beside.ts';
import { SEND_EACH, sendByHand } from './support/send-each.ts';
import { visitOf } from './support/waiting-task.ts';

const TOGETHER = { grouping: 'together', request_spec: { ...SAMPLE_REQUEST_SPEC } } as const;

/** Sends files as one Task at once; gives the Task once it has ended. */
async function sent(bench: AppBench, files: string[], more: Partial<typeof SEND_EACH> = {}) {
  const { ids } = await sendByHand(bench.app, files, { ...TOGETHER, ...more });
  return await ended(bench, ids[0] ?? '');
}

async function ended(bench: AppBench, id: string) {
  await bench.ask('outbox.retry', { id });
  return await until(async () => {
    const { rows } = await bench.ask('outbox.page', { length: 500 });
    const uuid = rows.find((row) => row.id === id)?.task_uuid ?? null;
    if (uuid === null) return null;
    const task = await bench.ask('tasks.get', { task: uuid });
    return task.details === 'loaded' && ['completed', 'failed', 'invalid'].includes(task.status)
      ? task
      : null;
  });
}

/** Opens the correction of a Task; gives the drop once the documents are there. */
async function corrected(bench: AppBench, task: string) {
  const { id } = await bench.ask('drops.correct', { task });
  return await until(async () => {
    const drop = await bench.ask('drops.get', { drop: id });
    return drop.reading ? null : drop;
  });
}

const doubtful = async (bench: AppBench) =>
  (await overviewOf(bench.app)).attention.find(({ kind }) => kind === 'wrong-patient');
const followUps = async (bench: AppBench) =>
  (await overviewOf(bench.app)).attention.filter(({ kind }) =>
    ['corrected-patient', 'not-approved'].includes(kind),
  );

test('a card of another patient raises the alarm; the correction leaves the card out and takes the right one', async () => {
  const bench = await appBench();
  const packets = await writeSamplePackets(bench.at('packets'), new Date(), {
    answersDir: bench.at('right'),
  });
  const packet = packets.find(({ folder }) => folder.startsWith('09'));
  const wrong = await sent(bench, [...(packet?.files ?? [])]);
  const { data_items: items } = wrong;
  const nameOf = (uuid: string) => items.find((item) => item.uuid === uuid)?.name;
  expect(
    wrong.patient_conflicts.map(({ property, versions }) => [
      property,
      versions.map((version) => [version.value, version.items.map(nameOf)]),
    ]),
  ).toEqual([
    [
      'name',
      [
        ['Nora Whitaker', ['request form.pdf', 'visit note.pdf']],
        ['Norman Whitlock', ['insurance card.pdf']],
      ],
    ],
    [
      'birth_date',
      [
        ['1990-06-14', ['request form.pdf', 'visit note.pdf']],
        ['1952-11-25', ['insurance card.pdf']],
      ],
    ],
    [
      'member_id',
      [
        ['LHP-226914', ['request form.pdf']],
        ['LHP-839060', ['insurance card.pdf']],
      ],
    ],
  ]);
  expect(wrong.may_correct).toBe(true);
  await until(async () => (await doubtful(bench)) ?? null);
  expect(await doubtful(bench)).toEqual({ kind: 'wrong-patient', count: 1, task: wrong.uuid });
  expect(await followUps(bench)).toEqual([{ kind: 'not-approved', count: 1 }]);

  const drop = await corrected(bench, wrong.uuid);
  expect(drop.files.map(({ path, state, carried }) => [path, state, carried])).toEqual([
    ['request form.pdf', 'ready', true],
    ['visit note.pdf', 'ready', true],
    ['insurance card.pdf', 'ready', true],
  ]);
  expect(drop.correction).toMatchObject({
    task: wrong.uuid,
    task_type: 'prior-auth',
    lost: [],
    unchanged: true,
  });
  const send = { drop: drop.id, ...SEND_EACH, ...TOGETHER, what_changed: 'The right card.' };
  // The same bytes with the same type and details would be a second claim (I2).
  expect(await bench.refused('drops.send', send)).toBe('drop.unchanged');
  expect(await bench.refused('drops.send', { ...send, what_changed: null })).toBe('correct.nothing-said');
  await bench.ask('drops.remove-file', { drop: drop.id, index: drop.files[2]?.index ?? 0 });
  await bench.ask('drops.add-paths', {
    drop: drop.id,
    paths: [bench.at('right', 'Whitaker insurance card.pdf')],
  });
  expect((await bench.ask('drops.get', { drop: drop.id })).correction?.unchanged).toBe(false);

  const isListedAsCorrected = async () =>
    (await bench.ask('tasks.page', {})).rows.find(({ uuid }) => uuid === wrong.uuid)?.corrected;
  expect(await isListedAsCorrected()).toBe(false);
  const { ids } = await bench.ask('drops.send', send);
  expect(await isListedAsCorrected()).toBe(true);
  expect((await bench.ask('tasks.get', { task: wrong.uuid })).corrections.by).toEqual([
    { task: null, name: null, state: 'queued', what: 'The right card.', result: null },
  ]);
  const right = await ended(bench, ids[0] ?? '');
  expect(right.verdicts.map(({ approved }) => approved)).toEqual([true]);
  expect(right.patient_conflicts).toEqual([]);
  expect(right.may_correct).toBe(false);
  expect(right.corrections).toEqual({
    of: { task: wrong.uuid, name: wrong.name, what: 'The right card.' },
    by: [],
  });
  expect((await bench.ask('tasks.get', { task: wrong.uuid })).corrections.by).toEqual([
    {
      task: right.uuid,
      name: right.name,
      state: 'accepted',
      what: 'The right card.',
      result: { status: 'completed', denied_since: null, gone_since: null, approved: true },
    },
  ]);
  await until(async () => ((await doubtful(bench)) === undefined ? true : null));
  // A person first tells who is responsible for privacy.
  expect((await bench.ask('tasks.get', { task: wrong.uuid })).history.map(({ kind }) => kind)).not.toContain(
    'sent',
  );
  expect(await followUps(bench)).toEqual([{ kind: 'corrected-patient', count: 1, task: wrong.uuid }]);
  const mark = await bench.ask('tasks.set-cleared', { tasks: [wrong.uuid], cleared: true });
  await bench.ask('outbox.retry', { id: mark.ids[0] ?? '' });
  await until(async () => (await bench.ask('tasks.get', { task: wrong.uuid })).cleared);
  await until(async () => (await followUps(bench)).length === 0);
  const corrects = (await auditOf(bench.dir)).filter(({ detail }) =>
    detail.includes(`"corrects":"${wrong.uuid}"`),
  );
  expect(corrects.map(({ action, subject }) => [action, subject]).toSorted()).toEqual([
    ['drop.files-added', drop.id],
    ['submission.added', ids[0]],
  ]);
  expect(await bench.refused('drops.correct', { task: right.uuid })).toBe('correct.not-now');

  // The same correction once more is known too, although it differs from the Task that it corrects.
  const again = await corrected(bench, wrong.uuid);
  await bench.ask('drops.remove-file', { drop: again.id, index: again.files[2]?.index ?? 0 });
  await bench.ask('drops.add-paths', {
    drop: again.id,
    paths: [bench.at('right', 'Whitaker insurance card.pdf')],
  });
  expect(await bench.refused('drops.send', { ...send, drop: again.id })).toBe('drop.unchanged');
});

test('a correction changes typed text and the request details', async () => {
  const bench = await appBench();
  const spec = { required_records: [] };
  const wrong = await sent(bench, [bench.write('note.txt', 'Nothing about anybody.')], {
    request_spec: spec,
  });
  expect(wrong.status).toBe('invalid');
  const drop = await corrected(bench, wrong.uuid);
  const index = drop.files[0]?.index ?? 0;
  expect(await bench.ask('drops.text', { drop: drop.id, index })).toEqual({
    name: 'note.txt',
    kind: 'text',
    text: 'Nothing about anybody.',
  });
  await bench.ask('drops.purpose', { drop: drop.id, task_type: 'prior-auth', request_spec: {} });
  expect((await bench.ask('drops.get', { drop: drop.id })).correction).toMatchObject({
    changed: { task_type: false, request_spec: true },
    unchanged: false,
  });
  await bench.ask('drops.purpose', { drop: drop.id, task_type: 'prior-auth', request_spec: spec });
  expect((await bench.ask('drops.get', { drop: drop.id })).correction?.unchanged).toBe(true);
  const kept = { drop: drop.id, name: 'note.txt', kind: 'text', text: visitOf(), replaces: index } as const;
  expect((await bench.ask('drops.add-text', kept)).files.map(({ path, carried }) => [path, carried])).toEqual(
    [['note.txt', false]],
  );
  const send = { drop: drop.id, ...SEND_EACH, request_spec: spec, what_changed: 'The visit.' };
  const right = await ended(bench, (await bench.ask('drops.send', send)).ids[0] ?? '');
  expect(right.status).toBe('completed');

  // The new Task goes on with the follow-up of the corrected Task; a person can open the follow-up again.
  await until(async () => (await bench.ask('tasks.get', { task: wrong.uuid })).cleared);
  const done = (await auditOf(bench.dir)).find(
    ({ subject, action }) => subject === wrong.uuid && action === 'edit.added',
  );
  expect(done?.actor).toBe('clearfolder');
  expect(done?.detail).toContain(`"corrected_by":"${right.uuid}"`);
  const { ids } = await bench.ask('tasks.set-cleared', { tasks: [wrong.uuid], cleared: false });
  await bench.ask('outbox.retry', { id: ids[0] ?? '' });
  await until(async () => (await bench.ask('tasks.get', { task: wrong.uuid })).cleared === null);
});

test('a waiting Task with documents of two patients says so in the list, and can be corrected', async () => {
  const bench = await appBench();
  const [packet] = await writeSamplePackets(bench.at('packets'), new Date());
  const form = packet?.files.find((path) => path.endsWith('request form.pdf')) ?? '';
  const nine = `${bench.at('packets')}/09 Whitaker knee MRI/insurance card.pdf`;
  const { ids } = await sendByHand(bench.app, [form, nine], TOGETHER);
  await bench.ask('outbox.retry', { id: ids[0] ?? '' });
  const row = await until(async () =>
    (await bench.ask('waiting.list', {})).rows.find((one) => one.patient_conflict),
  );
  expect(row.needs?.documents.map(({ record_type: type }) => type)).toEqual(['patient-visit']);
  expect((await corrected(bench, row.uuid)).correction?.documents.toSorted()).toEqual([
    'insurance card.pdf',
    'request form.pdf',
  ]);
  // A Task that is set aside stays loud; a Task that a person gave up does not.
  await bench.ask('tasks.set-aside', { task: row.uuid, until: '2999-01-01' });
  expect(await doubtful(bench)).toMatchObject({ count: 1 });
  await bench.ask('tasks.give-up', { task: row.uuid, reason: 'Two patients.' });
  expect(await doubtful(bench)).toBeUndefined();
});
