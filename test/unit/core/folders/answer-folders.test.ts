import { randomUUID } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { answerFolderPath } from '../../../../src-main/core/folders/answers/answer-places.ts';
import { type Committer, createCommitter } from '../../../../src-main/core/ledger/db/group-commit.ts';
import { putAway, takeBack } from '../../../../src-main/core/ledger/tasks/handling.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { until } from '../../../support/until.ts';
import { twoStations } from '../stations/files/support/two-stations.ts';
import { type BenchOptions, expectAccountAddsUp, type IntakeBench, intakeBench } from './intake-bench.ts';
import { knownTask } from './support/known-task.ts';

const NOTE = 'What is missing.txt';
const SPANISH_NOTE = 'Lo que falta.txt';
const NEEDS = [
  {
    key: 'task.medical_record.missing',
    message: 'Jane Doe has no insurance_card',
    medical_record_type: 'insurance_card',
  },
  { key: 'task.data.missing', message: 'No member_id', property: 'member_id' },
];

/** The station learns a status of the Task of its first submission. */
function learn(
  { ledger, submissions }: IntakeBench,
  uuid: string,
  status: string,
  at = '2026-01-02T00:00:00Z',
) {
  const [first] = submissions();
  ledger.db
    .prepare(`UPDATE submission SET state = 'accepted', task_uuid = ?, ended_at = 1 WHERE id = ?`)
    .run(uuid, first?.id);
  const details = taskDetails(at, {
    uuid,
    status,
    name: 'Jane Doe',
    issues: status === 'waiting' ? NEEDS : [],
  });
  recordTask(ledger, details, { mine: true, seenAt: Date.now() });
}

/** A folder whose one document became a Task that waits, and the path of the Task's answer folder. */
async function waitingBench(options: BenchOptions = {}) {
  return await firstWaits(await intakeBench({ ...options, rule: { answerFolders: true, ...options.rule } }));
}

async function firstWaits(bench: IntakeBench) {
  await bench.send('a.pdf');
  const task = randomUUID();
  const folder = `Answers/${task.slice(0, 8)}-${task.slice(-6)}`;
  learn(bench, task, 'waiting');
  return { bench, task, folder };
}

const isThere = async (bench: IntakeBench, path: string) =>
  (await readdir(bench.folder, { recursive: true })).includes(path);

const answersOf = ({ ledger }: IntakeBench) =>
  ledger.db
    .prepare<[], { task_uuid: string; state: string; names: string }>(
      `SELECT task_uuid, state, (SELECT group_concat(file_name ORDER BY file_name) FROM message_file
         WHERE message_id = message.id) AS names FROM message WHERE lane = 'answers' ORDER BY seq`,
    )
    .all();

it('makes a folder for a waiting Task, with a note that names what is missing and no patient', async () => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  const text = await readFile(bench.at(folder, NOTE), 'utf8');
  expect(text).toContain('- No insurance card was found in the documents.');
  expect(text).toContain('- The member ID is missing.');
  expect(text).toContain('The service says: No member_id');
  expect(`${folder} ${text}`).not.toContain('Jane');
  await bench.rested();
  expect(bench.row(`${folder}/${NOTE}`)?.ignored_by).toBe('answer-note');
  // A note that is being written is no file that was found.
  await writeFile(bench.at(folder, `.${NOTE}.part`), text);
  await writeFile(bench.at(folder, 'Thumbs.db'), 'junk');
  await until(() => bench.row(`${folder}/Thumbs.db`) !== undefined);
  expect(bench.row(`${folder}/.${NOTE}.part`)).toBeUndefined();
  const shown = (environment: string) =>
    answerFolderPath(
      bench.ledger,
      { folders: [bench.rule], environment },
      { uuid: task, name: 'Jane Doe', folder: 'scans' },
    );
  expect([shown('production'), shown('practice')]).toEqual([bench.at(folder), null]);
});

it('writes the note in the language of the settings, again after a change, and removes the note in each language', async () => {
  let language: 'en' | 'es' = 'es';
  const { bench, task, folder } = await waitingBench({ parts: { language: () => language } });
  const note = (name = SPANISH_NOTE) => readFile(bench.at(folder, name), 'utf8').catch(() => '');
  await until(async () => (await note()).includes('- Falta el documento “tarjeta de seguro”.'));
  expect(await note()).toContain('- Falta el dato “número de afiliado”.');
  expect(await note()).not.toMatch(/\b(the|Data|Documents|Clearfolder wrote)\b/);
  await bench.rested();
  expect(bench.row(`${folder}/${SPANISH_NOTE}`)?.ignored_by).toBe('answer-note');
  language = 'en';
  await until(async () => (await note(NOTE)).includes('- The member ID is missing.'));
  expect(await isThere(bench, `${folder}/${SPANISH_NOTE}`)).toBe(false);
  language = 'es';
  await until(async () => (await note()).includes('Falta el dato'));
  expect(await isThere(bench, `${folder}/${NOTE}`)).toBe(false);
  // A person's file with the name of a note stays as it is.
  await writeFile(bench.at(folder, NOTE), 'of a person');
  language = 'en';
  await until(async () => !(await isThere(bench, `${folder}/${SPANISH_NOTE}`)));
  language = 'es';
  await until(async () => (await note()).includes('Falta el dato'));
  expect(await note(NOTE)).toBe('of a person');
  await rm(bench.at(folder, NOTE));
  learn(bench, task, 'processing', '2026-01-03T00:00:00Z');
  await until(async () => !(await isThere(bench, folder)));
});

it('sends the documents of an answer folder as one answer, once, and takes none of them as a new Task', async () => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  await bench.put(`${folder}/card.pdf`);
  await bench.put(`${folder}/back/card 2.pdf`);
  await until(() => answersOf(bench).length > 0);
  await bench.restart();
  await bench.rested();
  expect(answersOf(bench)).toEqual([{ task_uuid: task, state: 'queued', names: 'card 2.pdf,card.pdf' }]);
  expect(bench.submissions()).toHaveLength(1);
  expectAccountAddsUp(bench);
});

it('I1: holds a file beside the answer folders, and in a renamed one, until the file lies in the folder of its Task', async () => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  await rename(bench.at(folder), bench.at('Answers/Mrs Doe'));
  await bench.put('Answers/Mrs Doe/card.pdf');
  await bench.put('Answers/loose.pdf');
  await until(() => bench.held().length === 2);
  expect(bench.held()).toEqual([
    ['Answers/Mrs Doe/card.pdf', 'file.outside-answers'],
    ['Answers/loose.pdf', 'file.outside-answers'],
  ]);
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  await rename(bench.at('Answers/Mrs Doe/card.pdf'), bench.at(folder, 'card.pdf'));
  await until(() => answersOf(bench).length > 0);
  expect(answersOf(bench)).toEqual([{ task_uuid: task, state: 'queued', names: 'card.pdf' }]);
  await bench.intake.decideFile(bench.row('Answers/loose.pdf')?.id ?? 0, { answerTo: task });
  expect(answersOf(bench).map(({ names }) => names)).toEqual(['card.pdf', 'loose.pdf']);
  await bench.rested();
  expect(bench.held()).toEqual([]);
  expect(bench.submissions()).toHaveLength(1);
  expectAccountAddsUp(bench);
});

it.each([
  ['the folder of the answer folders was renamed', 'Answers', 'Answers of March'],
  ['an answer folder was moved out', null, 'moved'],
])('I1: holds a document of an answer folder that lies elsewhere: %s', async (_, from, to) => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  const path = `${to}/${folder.slice('Answers/'.length)}`;
  if (from === null) await mkdir(bench.at(to));
  await (from === null ? rename(bench.at(folder), bench.at(path)) : rename(bench.at(from), bench.at(to)));
  await bench.put(`${path}/card.pdf`);
  await until(() => bench.held().length === 1);
  expect(bench.held()).toEqual([[`${path}/card.pdf`, 'file.outside-answers']]);
  await bench.intake.decideFile(bench.row(`${path}/card.pdf`)?.id ?? 0, { answerTo: task });
  expect(answersOf(bench).map(({ names }) => names)).toEqual(['card.pdf']);
  expect(bench.submissions()).toHaveLength(1);
});

it('leaves an answer folder of another station alone, and practice every answer folder', async () => {
  const { bench } = await waitingBench();
  const ofOther = knownTask(bench.ledger);
  const path = `Answers/${ofOther.slice(0, 8)}-${ofOther.slice(-6)}/card.pdf`;
  await bench.put(path);
  const practice = await intakeBench({ rule: { answerFolders: true }, parts: { environment: 'practice' } });
  await practice.put(path);
  for (const one of [bench, practice]) {
    await until(() => one.row(path)?.ignored_by === 'answer-folder');
    expect(one.held()).toEqual([]);
  }
});

it('waits for an unfinished document, and holds a program', async () => {
  const { bench, folder } = await waitingBench();
  await until(() => isThere(bench, folder));
  await bench.put(`${folder}/card.pdf`, '%PDF-1.4\n');
  await bench.problem('file.unfinished');
  await bench.put(`${folder}/setup.exe`);
  await bench.problem('file.not-a-document');
  expect(answersOf(bench)).toEqual([]);
  await rm(bench.at(folder, 'setup.exe'));
  await bench.put(`${folder}/card.pdf`);
  await until(() => answersOf(bench).length === 1);
});

it('removes the folder once the Task goes on, and keeps a file of a person', async () => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, folder));
  await bench.put(`${folder}/Thumbs.db`, 'of a person');
  learn(bench, task, 'processing', '2026-01-03T00:00:00Z');
  await until(async () => !(await isThere(bench, `${folder}/${NOTE}`)));
  expect(await isThere(bench, `${folder}/Thumbs.db`)).toBe(true);
  await rm(bench.at(folder, 'Thumbs.db'));
  await until(async () => !(await isThere(bench, folder)));
  expect(await readdir(bench.folder)).toContain('a.pdf');
});

it('holds a document that comes after its Task went on', async () => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, folder));
  await bench.put(`${folder}/Thumbs.db`, 'of a person');
  learn(bench, task, 'completed', '2026-01-03T00:00:00Z');
  await bench.put(`${folder}/card.pdf`);
  await bench.problem('file.answer-late');
  expect(answersOf(bench)).toEqual([]);
  const id = bench.row(`${folder}/card.pdf`)?.id ?? 0;
  await bench.intake.decideFile(id, 'send');
  expect(bench.submissions()).toHaveLength(2);
});

it('moves a sent answer where the rule says so, and then removes the folder', async () => {
  const { bench, task, folder } = await waitingBench({ rule: { after: 'move' } });
  await until(() => isThere(bench, folder));
  await bench.put(`${folder}/card.pdf`);
  await until(() => answersOf(bench).length === 1);
  bench.ledger.db.prepare(`UPDATE message SET state = 'accepted', ended_at = 1`).run();
  learn(bench, task, 'processing', '2026-01-03T00:00:00Z');
  await until(async () => !(await isThere(bench, folder)));
  const all = await readdir(bench.at('Sent (Clearfolder)'), { recursive: true });
  expect(all.some((path) => path.endsWith(`${folder}/card.pdf`))).toBe(true);
  await bench.rested();
  expect(answersOf(bench)).toHaveLength(1);
});

it('answers once if the program ends between the copy and the answer', async () => {
  let real: Committer | null = null;
  let ends = false;
  const commit: Committer = (work, when) => {
    if (real === null) throw new Error('the bench has no committer yet');
    if (when !== 'now') return real(work, when);
    if (ends) return real(work, when);
    ends = true;
    return Promise.reject(new Error('the program ends'));
  };
  const bench = await intakeBench({ rule: { answerFolders: true }, parts: { commit }, start: false });
  real = createCommitter(bench.ledger);
  await bench.intake.start();
  const { folder } = await firstWaits(bench);
  await until(() => isThere(bench, folder));
  await bench.put(`${folder}/card.pdf`);
  await until(() => ends);
  expect(answersOf(bench)).toEqual([]);
  await bench.restart();
  await until(() => answersOf(bench).length === 1);
  await bench.rested();
  expect(answersOf(bench)).toHaveLength(1);
});

it('I13: practice writes no answer folder, and takes no document of one', async () => {
  const { bench, folder } = await waitingBench({ parts: { environment: 'practice' } });
  await bench.rested();
  // Outside practice, a folder that begins to wait later has its answer folder by now.
  const real = await waitingBench();
  await until(() => isThere(real.bench, real.folder));
  expect(await readdir(bench.folder)).toEqual(['a.pdf']);
  expect(folder).toContain('Answers');
});

it('a station without the lease of the folder writes no answer folder', async () => {
  const { one, two } = await twoStations({ answerFolders: true, backlog: 'send' });
  const task = knownTask(two.ledger);
  two.ledger.db.prepare(`UPDATE task SET folder_id = 'scans'`).run();
  const ofTwo = `Answers/${task.slice(0, 8)}-${task.slice(-6)}`;
  // The station with the lease makes its folder, although its Task begins to wait later.
  const { folder } = await firstWaits(one);
  await until(() => isThere(one, folder));
  expect(await isThere(two, ofTwo)).toBe(false);
  await one.intake.stop();
  await until(() => isThere(two, ofTwo));
});

it('"answerFolderNames": "name" puts the name of the Task before its id', async () => {
  const { bench, folder } = await waitingBench({
    rule: { answerFolders: 'To do', answerFolderNames: 'name' },
  });
  await until(() => isThere(bench, `To do/Jane Doe ${folder.slice('Answers/'.length)}`));
});

it('removes the answer folder of a Task that was given up, keeps a file of a person, and makes the folder again', async () => {
  const { bench, task, folder } = await waitingBench();
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  const act = { task, author: 'Ana', at: 1 };
  putAway(bench.ledger, act, { reason: 'The patient moved away.' });
  await until(async () => !(await isThere(bench, folder)));
  takeBack(bench.ledger, task);
  await until(() => isThere(bench, `${folder}/${NOTE}`));
  await writeFile(bench.at(folder, 'Thumbs.db'), 'junk');
  putAway(bench.ledger, act, { reason: 'The patient moved away.' });
  await until(async () => !(await isThere(bench, `${folder}/${NOTE}`)));
  expect(await isThere(bench, `${folder}/Thumbs.db`)).toBe(true);
  putAway(bench.ledger, act, { until: '9999-01-01' });
  await until(() => isThere(bench, `${folder}/${NOTE}`));
});
