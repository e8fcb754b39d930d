import { describe, expect, test } from 'vitest';
import { detailIn } from '../../../../../src-main/contract/texts/detail.ts';
import { taskQuerySchema } from '../../../../../src-main/contract/verbs/tasks.ts';
import { successorsOf } from '../../../../../src-main/core/ledger/tasks/task-messages.ts';
import { pageOfTasks } from '../../../../../src-main/core/ledger/tasks/task-search.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import { detailsOf, type ModelTask } from '../../../../support/service-model/model-task.ts';
import { bench, benchForEachTest } from '../support/bench.ts';
import { LOST, loseFirst, NEVER } from '../support/fates.ts';

benchForEachTest();

const data = { member_id: 'M-1', nested: { b: 2, a: [1, null] } };
const answer = { kind: 'answer', data } as const;
const filesOnly = { kind: 'answer', data: null } as const;
/** The uuid of a data item that somebody else made. */
const OTHER_ITEM = '8f14e45f-ceea-467f-a0f4-000000000001';

function arrived(uuid: string) {
  const { data_items: items, resumes, status } = bench.service.tasks.get(uuid);
  return {
    json: items.filter((item) => item.data_type === 'json').length,
    files: items.filter((item) => item.data_type === 'file').length,
    resumes,
    status,
  };
}

test('an answer of data goes as one update that resumes', async () => {
  const uuid = bench.addTask().uuid;
  const id = bench.say(uuid, answer);
  await bench.start();
  await bench.rest();
  expect(bench.message(id)).toMatchObject({ state: 'accepted', problem_code: null });
  expect(arrived(uuid)).toEqual({ json: 1, files: 0, resumes: 1, status: 'processing' });
  expect(bench.recorded).toEqual([{ uuid, mine: false }]);
});

test('an answer of data and files: data first without resuming, then the upload resumes once', async () => {
  const uuid = bench.addTask().uuid;
  bench.say(uuid, answer, ['card.pdf', 'note.pdf']);
  await bench.start();
  await bench.rest();
  const calls = bench.service.calls.map(({ call, shouldResume }) => `${call} ${shouldResume}`);
  expect(calls).toEqual(['get false', 'update false', 'get false', 'upload false']);
  expect(arrived(uuid)).toEqual({ json: 1, files: 2, resumes: 1, status: 'processing' });
});

test('an answer of data and files, where the service keeps no data without resuming: files first, data when it waits again', async () => {
  bench.service.keepsData = false;
  const task = bench.addTask();
  const uuid = task.uuid;
  const id = bench.say(uuid, answer, ['card.pdf']);
  await bench.start(20_000);
  expect(arrived(uuid)).toMatchObject({ json: 0, files: 1, resumes: 1 });
  expect(bench.message(id).state).toBe('queued');
  bench.service.tasks.move(task, 'waiting');
  await bench.rest();
  expect(bench.message(id).state).toBe('accepted');
  expect(arrived(uuid)).toMatchObject({ json: 1, files: 1, resumes: 2 });
});

test('an answer of a frozen Task follows to the current one, and says where it went', async () => {
  const newest = bench.addTask();
  const middle = bench.addTask();
  const first = bench.addTask();
  first.frozenTo = middle.uuid;
  middle.frozenTo = newest.uuid;
  for (const task of [first, newest])
    recordTask(bench.ledger, detailsOf(task), { mine: true, seenAt: bench.clock.now() });
  const id = bench.say(first.uuid, filesOnly, ['card.pdf']);
  await bench.start();
  await bench.rest();
  const row = bench.message(id);
  expect(row).toMatchObject({ state: 'accepted', problem_code: 'answer.frozen' });
  expect(row.problem_detail).toContain(newest.uuid);
  expect(row.progress.redirectedTo).toEqual([middle.uuid, newest.uuid]);
  expect(arrived(newest.uuid).files).toBe(1);
  expect(bench.recorded).toEqual([{ uuid: newest.uuid, mine: true }]);
  const query = taskQuerySchema.parse({ search: 'card.pdf' });
  expect(pageOfTasks(bench.ledger, query).uuids).toEqual([newest.uuid]);
});

test.each(['its own', 'a newer'])(
  'an answer of which only the documents were taken when %s Task ended is said to be taken in part, not to be refused',
  async (which) => {
    bench.service.keepsData = false;
    const task = bench.addTask();
    const first = which === 'its own' ? task : bench.addTask();
    if (first !== task) first.frozenTo = task.uuid;
    const id = bench.say(first.uuid, answer, ['card.pdf']);
    await bench.start(20_000);
    bench.service.tasks.move(task, 'completed');
    await bench.rest();
    const row = bench.message(id);
    expect(row).toMatchObject({ state: 'rejected', problem_code: 'answer.part-taken' });
    expect(detailIn(row.problem_detail ?? '', 'en')).toBe(
      `Task ${task.uuid} (completed): the service accepted the documents but not the data.`,
    );
    expect(arrived(task.uuid)).toMatchObject({ json: 0, files: 1 });
  },
);

describe('an answer of a frozen Task is in one Task (I5)', () => {
  const frozen = () => {
    const newer = bench.addTask();
    const old = bench.addTask();
    old.frozenTo = newer.uuid;
    return { old, newer };
  };
  const NOTHING = { json: 0, files: 0 };

  test('the first update stored the data there: the answer comes to a person, who reads which Task has what', async () => {
    const { old, newer } = frozen();
    const id = bench.say(old.uuid, answer, ['card.pdf']);
    await bench.start();
    await bench.rest();
    expect([arrived(old.uuid), arrived(newer.uuid)]).toMatchObject([{ json: 1, files: 0 }, NOTHING]);
    const row = bench.message(id);
    expect(row).toMatchObject({ state: 'rejected', problem_code: 'answer.replaced' });
    expect(detailIn(row.problem_detail ?? '', 'en')).toBe(
      `About Task ${old.uuid}: the service accepted the data but not the documents. The newer Task is ${newer.uuid}.`,
    );
    expect(successorsOf(bench.ledger, [old.uuid]).get(old.uuid)).toBe(newer.uuid);
    bench.outbox.retry(id);
    await bench.rest();
    expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.replaced' });
    expect([arrived(old.uuid), arrived(newer.uuid)]).toMatchObject([{ json: 1, files: 0 }, NOTHING]);
  });

  test('the Task that has the data was itself the newer one', async () => {
    const { old: middle, newer } = frozen();
    const first = bench.addTask();
    first.frozenTo = middle.uuid;
    bench.service.fate = ({ taskUuid }) => {
      bench.service.keepsData = taskUuid !== first.uuid;
      return { do: 'answer' };
    };
    const id = bench.say(first.uuid, answer, ['card.pdf']);
    await bench.start();
    await bench.rest();
    const some = [first, middle, newer].map(({ uuid }) => arrived(uuid));
    expect(some).toMatchObject([NOTHING, { json: 1, files: 0 }, NOTHING]);
    expect(detailIn(bench.message(id).problem_detail ?? '', 'en')).toContain(`About Task ${middle.uuid}: `);
  });

  test('an update that stored nothing leaves the whole answer to the newer Task', async () => {
    bench.service.keepsData = false;
    const { old, newer } = frozen();
    bench.say(old.uuid, answer, ['card.pdf']);
    await bench.start(20_000);
    bench.service.tasks.move(newer, 'waiting');
    await bench.rest();
    expect([arrived(old.uuid), arrived(newer.uuid)]).toMatchObject([NOTHING, { json: 1, files: 1 }]);
  });

  test('documents of an upload without an answer, which arrived before the Task was frozen, go to no second Task', async () => {
    const { old, newer } = frozen();
    old.frozenTo = null;
    const lost = loseFirst('upload');
    bench.service.fate = (made) => {
      if (made.call === 'get' && old.status === 'processing') {
        bench.service.tasks.move(old, 'waiting');
        old.frozenTo = newer.uuid;
      }
      return lost(made);
    };
    const id = bench.say(old.uuid, filesOnly, ['card.pdf']);
    await bench.start();
    await bench.rest();
    expect([arrived(old.uuid), arrived(newer.uuid)]).toMatchObject([{ json: 0, files: 1 }, NOTHING]);
    expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.replaced' });
  });
});

test('an answer of Tasks that are frozen in a circle is refused, not sent round for ever', async () => {
  const one = bench.addTask();
  const two = bench.addTask();
  one.frozenTo = two.uuid;
  two.frozenTo = one.uuid;
  const id = bench.say(one.uuid, filesOnly, ['card.pdf']);
  await bench.start();
  await bench.rest();
  expect(bench.message(id)).toMatchObject({ state: 'rejected', problem_code: 'answer.frozen' });
  expect(bench.service.count('upload')).toBe(2);
  // Tried again, it goes where its own Task leads by then.
  const three = bench.addTask();
  one.frozenTo = three.uuid;
  bench.outbox.retry(id);
  await bench.settle(60_000);
  expect(bench.message(id).state).toBe('accepted');
  expect(three.data_items).toHaveLength(1);
});

test('an answer whose documents are all there already is accepted with a note; its data still resumes the Task', async () => {
  const task = bench.addTask();
  const id = bench.say(task.uuid, answer, ['card.pdf']);
  bench.hold(task, id, 'card.pdf');
  await bench.start();
  await bench.rest();
  const { state, problem_code, progress } = bench.message(id);
  expect({ state, problem_code }).toEqual({ state: 'accepted', problem_code: 'answer.already-there' });
  expect(progress.alreadyThere).toEqual({ count: 1, files: ['card.pdf'] });
  expect(arrived(task.uuid)).toMatchObject({ json: 1, resumes: 1 });
});

test.each([
  ['note.pdf', { count: 1, files: ['card.pdf'] }],
  ['a name of the service', { count: 1, files: [] }],
])(
  'an answer keeps which of its documents the Task already had, where the new one is called %s',
  async (name, known) => {
    const task = bench.addTask();
    const id = bench.say(task.uuid, filesOnly, ['card.pdf', 'note.pdf']);
    bench.hold(task, id, 'card.pdf');
    const items = task.data_items;
    const push = (...added: typeof items) =>
      items.splice(items.length, 0, ...added.map((item) => ({ ...item, name })));
    Object.defineProperty(items, 'push', { value: push });
    await bench.start();
    await bench.rest();
    const { state, problem_code, progress } = bench.message(id);
    expect({ state, problem_code }).toEqual({ state: 'accepted', problem_code: null });
    expect(progress.alreadyThere).toEqual(known);
  },
);

test('I5: an answer of files, lost while another station answers with files of the same names: not taken for arrived', async () => {
  const task = bench.addTask();
  const uuid = task.uuid;
  const id = bench.say(uuid, filesOnly, ['scan.pdf']);
  let losses = 1;
  bench.service.fate = ({ call }) => {
    if (call !== 'upload' || losses-- <= 0) return { do: 'answer' };
    bench.service.tasks.hashes.set(OTHER_ITEM, 'the hash of their scan');
    task.data_items.push({
      uuid: OTHER_ITEM,
      group: 'inputs',
      tag: 'upload',
      name: 'scan.pdf',
      data_type: 'file',
      created: task.created,
    });
    bench.service.tasks.move(task, 'processing');
    return { do: 'lose', failure: LOST, lateMs: NEVER };
  };
  await bench.start(120_000);
  expect(bench.message(id).state).not.toBe('accepted');
  expect(task.data_items).toHaveLength(1);
  bench.service.tasks.move(task, 'waiting');
  await bench.rest();
  expect(bench.message(id).state).toBe('accepted');
  expect(task.data_items).toHaveLength(2);
});

/** The upload is lost before it reaches the service. Meanwhile, `theirs` is put into the Task, and the Task moves to `status`. */
function loseUpload(task: ModelTask, theirs: () => void, status: string): void {
  let losses = 1;
  bench.service.fate = ({ call }) => {
    if (call !== 'upload' || losses-- <= 0) return { do: 'answer' };
    theirs();
    bench.service.tasks.move(task, status);
    return { do: 'lose', failure: LOST, lateMs: NEVER };
  };
}

test('I3: of two lost documents, another desk uploads one: the answer is not accepted, and the other one goes out later', async () => {
  const task = bench.addTask();
  const id = bench.say(task.uuid, filesOnly, ['card.pdf', 'note.pdf']);
  loseUpload(task, () => bench.hold(task, id, 'card.pdf'), 'processing');
  await bench.start(120_000);
  expect(bench.message(id).state).not.toBe('accepted');
  bench.service.tasks.move(task, 'waiting');
  await bench.rest();
  expect(bench.message(id).state).toBe('accepted');
  expect(task.data_items).toHaveLength(2);
});

test('I3: of two lost documents, another desk uploads one, and the Task ends: the answer is refused and names the other one', async () => {
  const task = bench.addTask();
  const id = bench.say(task.uuid, filesOnly, ['card.pdf', 'note.pdf']);
  loseUpload(task, () => bench.hold(task, id, 'card.pdf'), 'completed');
  await bench.start();
  await bench.rest();
  const { state, problem_code, problem_detail } = bench.message(id);
  expect({ state, problem_code }).toEqual({ state: 'rejected', problem_code: 'answer.part-taken' });
  expect(detailIn(problem_detail ?? '', 'en')).toContain('does not have these documents: note.pdf');
});

test.each([
  ['text', 'note.txt', 'text/plain', (own: string) => own, 'accepted'],
  ['text with other line ends', 'note.txt', 'text/plain', (own: string) => `\uFEFF${own}\r\n`, 'accepted'],
  ['text of the same name with other words', 'note.txt', 'text/plain', () => 'Potassium 9.1', 'rejected'],
  ['JSON', 'data.json', 'application/json', (own: string) => JSON.parse(own), 'accepted'],
  ['JSON of the same name with other values', 'data.json', 'application/json', () => ({ a: 2 }), 'rejected'],
] as const)(
  'I3: a lost upload, and a data item of %s: the data proves the document',
  async (_, name, mediaType, dataOf, state) => {
    const task = bench.addTask();
    const own = mediaType === 'text/plain' ? 'Potassium 4.1' : '{ "a": 1 }';
    const id = bench.say(task.uuid, filesOnly, [{ name, mediaType, content: own }]);
    const data_type = mediaType === 'text/plain' ? 'text' : 'json';
    const item = {
      uuid: OTHER_ITEM,
      group: 'inputs',
      tag: 'upload',
      name,
      data_type,
      data: dataOf(own),
      created: task.created,
    };
    loseUpload(task, () => task.data_items.push(item), 'completed');
    await bench.start();
    await bench.rest();
    expect(bench.message(id).state).toBe(state);
  },
);

test('an answer to a finished Task is refused; to a busy one kept, for a day at most', async () => {
  const finished = bench.addTask({ status: 'completed' });
  const busy = bench.addTask({ status: 'processing' });
  const hopeless = bench.addTask({ status: 'processing' });
  const refusedId = bench.say(finished.uuid, filesOnly, ['a.pdf']);
  const keptId = bench.say(busy.uuid, filesOnly, ['b.pdf']);
  const givenUp = bench.say(hopeless.uuid, filesOnly, ['c.pdf']);
  await bench.start(600_000);
  expect(bench.message(refusedId)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-waiting' });
  expect(bench.message(keptId)).toMatchObject({ state: 'queued', problem_code: 'answer.not-waiting' });
  bench.service.tasks.move(busy, 'waiting');
  await bench.clock.advance(1_800_000);
  expect(bench.message(keptId).state).toBe('accepted');
  await bench.end(26 * 3_600_000);
  expect(bench.message(givenUp)).toMatchObject({ state: 'rejected', problem_code: 'answer.not-waiting' });
});
