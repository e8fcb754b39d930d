import { expect, test } from 'vitest';
import { detailIn } from '../../../../../src-main/contract/texts/detail.ts';
import type { Failure } from '../../../../../src-main/core/service/service-failure.ts';
import { type CallName, refused } from '../../../../support/service-model/scripted-service.ts';
import { bench, benchForEachTest, QUARANTINE_MS } from '../support/bench.ts';
import { failing } from '../support/fates.ts';

benchForEachTest();

const HOURS = 4 * 3_600_000;
const data = { member_id: 'M-1' };

/** The first `times` calls of this kind are refused with a 409 that names no newer Task. */
function refuse(call: CallName, times: number, detail = 'Another change is under way.'): void {
  let left = times;
  bench.service.fate = (made) => (made.call === call && left-- > 0 ? failing(409, detail) : { do: 'answer' });
}

const kinds = (uuid: string) => bench.service.tasks.get(uuid).data_items.map((item) => item.data_type);

test('I5: a 409 of the update says nothing of the documents: data and documents arrive', async () => {
  const uuid = bench.addTask().uuid;
  const id = bench.say(uuid, { kind: 'answer', data }, ['card.pdf']);
  refuse('update', 1);
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(kinds(uuid)).toEqual(['json', 'file']);
});

test.each([
  ['data', []],
  ['data and documents', ['card.pdf']],
])('I5: an update of %s that is always refused so comes to a person', async (_, files) => {
  const uuid = bench.addTask().uuid;
  const id = bench.say(uuid, { kind: 'answer', data }, files);
  refuse('update', Number.POSITIVE_INFINITY);
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({
    state: 'rejected',
    problem_code: 'answer.conflict',
    problem_detail: 'Another change is under way.',
  });
  expect(bench.service.count('update')).toBeLessThan(6);
  // It was kept: a person tries it again.
  bench.service.recover();
  bench.outbox.retry(id);
  await bench.end(HOURS);
  expect(kinds(uuid)).toEqual(['json', ...files.map(() => 'file')]);
});

const filesOnly = { kind: 'answer', data: null } as const;

test('I5: a 409 of the upload, while the look at the Task lags behind: the documents arrive', async () => {
  const uuid = bench.addTask().uuid;
  const id = bench.say(uuid, filesOnly, ['card.pdf', 'note.pdf']);
  refuse('upload', 1, 'The Task is in status processing.');
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(kinds(uuid)).toEqual(['file', 'file']);
});

test('I5: documents that the Task is said to hold, and holds in part, come to a person with their copies', async () => {
  const task = bench.addTask();
  const id = bench.say(task.uuid, filesOnly, ['card.pdf', 'note.pdf']);
  bench.hold(task, id, 'card.pdf');
  refuse('upload', Number.POSITIVE_INFINITY, 'All files are already there.');
  await bench.startAndEnd(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.conflict' });
  bench.service.recover();
  bench.outbox.retry(id);
  await bench.end(HOURS);
  expect(kinds(task.uuid)).toEqual(['file', 'file']);
});

test.each(['card.pdf', 'renamed by the service'])(
  'documents that the Task holds (as %s) are accepted with a note at once',
  async (name) => {
    const task = bench.addTask();
    const id = bench.say(task.uuid, filesOnly, ['card.pdf']);
    bench.hold(task, id, 'card.pdf', name);
    await bench.startAndEnd(HOURS);
    expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: 'answer.already-there' });
    expect(bench.service.count('upload')).toBe(1);
  },
);

const outOfReach: [string, Failure][] = [
  ['cannot be reached', { kind: 'not-sent', cause: 'ECONNREFUSED' }],
  ['says nothing', { kind: 'unknown', cause: 'the connection was idle' }],
  ['has a fault', refused(503)],
  ['gives no file', refused(400, 'The item is not a file.')],
  ['is not protected', { kind: 'unreadable', status: 200, cause: 'the download link is not protected' }],
];

test.each(outOfReach)(
  'documents that the Task holds, where the host of their links %s: it ends',
  async (_, failure) => {
    const task = bench.addTask();
    const id = bench.say(task.uuid, filesOnly, ['card.pdf']);
    bench.hold(task, id, 'card.pdf');
    bench.service.linkFate = () => ({ do: 'fail', failure });
    await bench.start(QUARANTINE_MS / 2);
    // The service answers: it is not said to be out of reach.
    expect(bench.message(id)).toMatchObject({ state: 'queued', problem_code: 'answer.comparing' });
    await bench.end(HOURS);
    expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: 'answer.already-there' });
    expect(bench.service.count('upload')).toBeLessThan(6);
  },
);

test('I5: a comparison of bytes that is broken off as Clearfolder ends proves nothing', async () => {
  const task = bench.addTask();
  const id = bench.say(task.uuid, filesOnly, ['card.pdf', 'note.pdf']);
  bench.hold(task, id, 'card.pdf');
  let asked = 0;
  // The last look that the quarantine needs is under way when it ends.
  bench.service.linkFate = () => (++asked < 4 ? { do: 'answer' } : { do: 'hang', commit: false });
  refuse('upload', Number.POSITIVE_INFINITY, 'All files are already there.');
  await bench.start();
  expect(await bench.clock.runUntil(() => asked === 4, HOURS)).toBe(true);
  const stopped = bench.outbox.stop();
  await bench.clock.advance(60_000);
  await stopped;
  expect(bench.message(id).state).toBe('queued');
  expect(bench.message(id).progress.filesSent).toBeUndefined();
});

test('I3: an upload that perhaps arrived, where the host of its links is out of reach, comes to a person after a day', async () => {
  const id = bench.say(bench.addTask().uuid, filesOnly, ['card.pdf']);
  bench.service.fate = (made) =>
    made.call === 'upload'
      ? { do: 'lose', failure: { kind: 'unknown', cause: 'the connection was reset' } }
      : { do: 'answer' };
  bench.service.linkFate = () => ({ do: 'fail', failure: { kind: 'not-sent', cause: 'ECONNREFUSED' } });
  await bench.start();
  await bench.settle(HOURS);
  expect(bench.message(id)).toMatchObject({ state: 'unconfirmed', problem_code: 'service.no-answer' });
  bench.service.tasks.move(bench.service.tasks.get(bench.message(id).task_uuid), 'completed');
  await bench.end(6 * HOURS);
  const { state, problem_code, problem_detail } = bench.message(id);
  expect({ state, problem_code }).toEqual({ state: 'rejected', problem_code: 'answer.unproved' });
  expect(detailIn(problem_detail ?? '', 'en')).toMatch(
    /^Sent: card\.pdf \(2026-.*\)\. In the Task: card\.pdf \(2026-.*\)\.$/,
  );
  expect(bench.service.count('upload')).toBe(1);
});
