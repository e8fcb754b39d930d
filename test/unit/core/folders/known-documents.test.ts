import { mkdir, utimes, writeFile } from 'node:fs/promises';
import { basename } from 'node:path';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { submitDrop } from '../../../../src-main/core/drops/submit-drop.ts';
import { releaseDuplicates } from '../../../../src-main/core/ledger/tables/duplicates.ts';
import { submissionById, submissionTable } from '../../../../src-main/core/ledger/tables/submissions.ts';
import { noteDenial, recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { seededRandom } from '../../../support/random.ts';
import { taskDetails } from '../../../support/task-details.ts';
import { until } from '../../../support/until.ts';
import { dropOf, REQUEST } from '../drops/support/drop-sessions.ts';
import { expectAccountAddsUp, type IntakeBench, intakeBench, pdf } from './intake-bench.ts';
import { expectDropsAddUp } from './support/drop-looks.ts';

const random = seededRandom(19);

const submit = (
  { ledger, spool, at }: IntakeBench,
  paths: readonly string[],
  { together = true, requestSpec = {} }: { together?: boolean; requestSpec?: Record<string, unknown> } = {},
) =>
  submitDrop({
    ledger,
    spool,
    paths: paths.map((path) => at(path)),
    taskType: 'prior-auth',
    requestSpec,
    together,
    clock: systemClock,
    random,
  });

/** The paths of each submission; a dropped file has an absolute one. */
const sent = (bench: IntakeBench) =>
  bench
    .submissions()
    .map(({ paths }) => paths.map((path) => path.replace(bench.at(''), '').replace(/^[\\/]/, '')).toSorted());
const idOf = (bench: IntakeBench, path: string, state: string) =>
  bench.rows().find((row) => row.path.endsWith(path) && row.state === state)?.id ?? 0;

function takeBack({ ledger }: IntakeBench, index: number): void {
  const id = ledger.db.prepare('SELECT id FROM submission ORDER BY seq').pluck().all().at(index);
  const submission = submissionById(ledger, String(id));
  if (submission === null) throw new Error('no such submission');
  ledger.transaction(() => {
    submissionTable(ledger).withdraw(submission.id, 1);
    releaseDuplicates(ledger, submission);
    // The other stations of the folder were told.
    ledger.db.prepare('UPDATE submission SET problem_code = NULL WHERE id = ?').run(submission.id);
  });
}

it('I2: a document of an earlier Task of several is a duplicate for "clearfolder submit"; with a new page its parcel goes whole', async () => {
  await using bench = await intakeBench({ start: false });
  for (const name of ['card', 'visit', 'form']) await bench.put(`${name}.pdf`, pdf(name));
  await submit(bench, ['card.pdf', 'visit.pdf']);
  const again = await submit(bench, ['card.pdf']);
  expect(again).toMatchObject({ submissionIds: [], notTaken: [{ code: 'file.duplicate-waits' }] });
  expect((await submit(bench, ['card.pdf', 'form.pdf'])).notTaken).toEqual([]);
  const known = await submit(bench, ['visit.pdf', 'form.pdf']);
  expect(known.notTaken.map(({ code }) => code)).toEqual(['file.duplicate-waits', 'file.duplicate-waits']);
  expect(sent(bench)).toEqual([
    ['card.pdf', 'visit.pdf'],
    ['card.pdf', 'form.pdf'],
  ]);
  expect(expectDropsAddUp(bench, 7)).toMatchObject({ queued: 4, duplicate: 3 });
  // Its pages equal two submissions, and go as the one Task that they came as.
  await bench.intake.sendAnyway(idOf(bench, 'form.pdf', 'duplicate'));
  const names = sent(bench)
    .at(-1)
    ?.map((path) => basename(path));
  expect(names).toEqual(['form.pdf', 'visit.pdf']);
});

const detailOf = ({ ledger }: IntakeBench, path: string) =>
  ledger.db.prepare('SELECT problem_detail FROM file WHERE path = ?').pluck().get(path);
const IN_GROUPS = { rule: { group: 'folder', groupQuietSeconds: 0.2 } } as const;

it('I1: a group whose documents are all known from other groups waits for a person, who can send the whole group', async () => {
  await using bench = await intakeBench(IN_GROUPS);
  await bench.putPacket('Adams', ['referral', 'form']);
  await bench.submitted(1);
  await bench.putPacket('Baker', ['form']);
  await bench.putPacket('Clark', ['form', 'note']);
  await bench.submitted(2);
  await bench.putPacket('Davis', ['referral', 'note']);
  await bench.rested();
  expect(bench.held()).toEqual([
    ['Baker/form.pdf', 'file.in-other-group'],
    ['Davis/note.pdf', 'file.in-other-group'],
    ['Davis/referral.pdf', 'file.in-other-group'],
  ]);
  expect(detailOf(bench, 'Baker/form.pdf')).toMatch(/^(Adams|Clark)$/);
  expect(expectAccountAddsUp(bench, 7)).toMatchObject({ queued: 4, duplicate: 0, held: 3 });
  await bench.restart();
  await bench.rested();
  expect(expectAccountAddsUp(bench, 7)).toMatchObject({ queued: 4, held: 3 });
  await bench.intake.decideFile(idOf(bench, 'Davis/note.pdf', 'held'), 'send');
  await bench.intake.decideFile(idOf(bench, 'Baker/form.pdf', 'held'), 'send');
  expect(sent(bench).slice(2)).toEqual([['Davis/note.pdf', 'Davis/referral.pdf'], ['Baker/form.pdf']]);
  expect(expectAccountAddsUp(bench, 7)).toMatchObject({ queued: 7, held: 0 });
});

it('I1: a group whose document a person sent by hand, and so without a group, waits for a person', async () => {
  await using bench = await intakeBench(IN_GROUPS);
  await mkdir(bench.at('../given'), { recursive: true });
  await writeFile(bench.at('../given/scan.pdf'), pdf('scan'));
  await submit(bench, ['../given/scan.pdf']);
  await bench.putPacket('Baker', ['scan']);
  await bench.problem('file.in-other-group');
  expect(detailOf(bench, 'Baker/scan.pdf')).toBeNull();
});

it('I1: a duplicate whose submission was taken back waits for a person, also if another group has the document', async () => {
  await using bench = await intakeBench(IN_GROUPS);
  await bench.send('a/card.pdf', pdf('card'));
  await bench.putPacket('b', ['card', 'form']);
  await bench.submitted(2);
  await bench.putPacket('a/again', ['card']);
  await bench.rested();
  const { id = 0 } = bench.row('a/again/card.pdf') ?? {};
  // The state of a page that is a duplicate within its group, as the same group in the folder of another rule would be.
  const { id: of = '' } =
    bench.ledger.db.prepare<[], { id: string }>('SELECT id FROM submission').get() ?? {};
  bench.ledger.db
    .prepare(`UPDATE file SET state = 'duplicate', problem_code = 'file.duplicate', duplicate_of = ?, sha256 =
       (SELECT sha256 FROM submission_file WHERE submission_id = ?) WHERE id = ?`)
    .run(of, of, id);
  takeBack(bench, 0);
  expect(bench.row('a/again/card.pdf')).toMatchObject({
    state: 'held',
    problem_code: 'file.duplicate-withdrawn',
  });
});

it.each(['processing', 'completed'])(
  'I1: a document of a Task that the service has no more waits for a person, unless the Task ended: %s',
  async (status) => {
    await using bench = await intakeBench();
    await bench.send('a.pdf', pdf('a'));
    const uuid = '00000000-0000-4000-8000-000000000001';
    const task = taskDetails('2026-01-05T08:00:00Z', { uuid, status });
    recordTask(bench.ledger, task, { mine: true, seenAt: 1 });
    submissionTable(bench.ledger).accept(bench.submissions()[0]?.id ?? '', uuid, 1);
    for (let time = 0; time < 2; time += 1) noteDenial(bench.ledger, uuid, true, 1);
    await bench.put('again.pdf', pdf('a'));
    await until(() => bench.account().held + bench.account().duplicate === 1);
    expect(bench.held()).toEqual(status === 'completed' ? [] : [['again.pdf', 'file.perhaps-sent']]);
    if (status === 'completed') return;
    await bench.intake.decideFile(idOf(bench, 'again.pdf', 'held'), 'send');
    expect(sent(bench)).toEqual([['a.pdf'], ['again.pdf']]);
  },
);

it('I2: "send anyway" sends the parcel of a drop, not what else of the drop equals the same Task', async () => {
  await using bench = await intakeBench({ start: false });
  for (const name of ['one', 'two']) await bench.put(`${name}.pdf`, pdf(name));
  await submit(bench, ['one.pdf', 'two.pdf']);
  await bench.put('new.pdf');
  const { drops, id } = await dropOf(bench, 'one.pdf', 'two.pdf', 'new.pdf');
  await drops.send(id, { ...REQUEST, taskType: 'prior-auth' });
  expect(expectDropsAddUp(bench, 5)).toMatchObject({ queued: 3, duplicate: 2 });
  await bench.intake.sendAnyway(idOf(bench, 'one.pdf', 'duplicate'));
  expect(sent(bench)).toEqual([['one.pdf', 'two.pdf'], ['new.pdf'], ['one.pdf']]);
  expect(expectDropsAddUp(bench, 5)).toMatchObject({ queued: 4, duplicate: 1 });
});

it.each(['app', 'command line'])(
  'I1: a file that was refused in a drop waits no longer once it was added again (%s)',
  async (way) => {
    await using bench = await intakeBench({ start: false });
    const give = async (...paths: string[]) => {
      if (way === 'command line') return void (await submit(bench, paths, { together: false }));
      const { drops, id } = await dropOf(bench, ...paths);
      await drops.send(id, { ...REQUEST, taskType: 'prior-auth' });
    };
    await bench.put('good.pdf');
    for (const name of ['cut', 'other']) await bench.put(`${name}.pdf`, '%PDF-1.4');
    await give('good.pdf', 'cut.pdf', 'other.pdf');
    expect(expectDropsAddUp(bench, 3)).toMatchObject({ queued: 1, held: 2 });
    await bench.put('cut.pdf');
    await give('cut.pdf');
    expect(expectDropsAddUp(bench, 4)).toMatchObject({ queued: 2, held: 1, withdrawn: 1 });
    expect(bench.rows().find(({ state }) => state === 'withdrawn')).toMatchObject({
      path: bench.at('cut.pdf'),
      problem_code: 'file.given-again',
    });
  },
);

it('I1: a document that waits for a decision goes on waiting when another document was added under the same name', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('scan.pdf', pdf('one'));
  await submit(bench, ['scan.pdf']);
  await submit(bench, ['scan.pdf']);
  takeBack(bench, 0);
  expect(expectDropsAddUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
  await bench.put('scan.pdf', pdf('two'));
  await submit(bench, ['scan.pdf']);
  expect(expectDropsAddUp(bench, 3)).toMatchObject({ withdrawn: 1, held: 1, queued: 1 });
  await bench.put('scan.pdf', pdf('one'));
  await submit(bench, ['scan.pdf']);
  expect(expectDropsAddUp(bench, 4)).toMatchObject({ withdrawn: 2, held: 0, queued: 2 });
});

it('I2: "send anyway" sends for no other purpose once retention removed the request_spec', async () => {
  await using bench = await intakeBench({ start: false });
  await bench.put('a.pdf', pdf('a'));
  await submit(bench, ['a.pdf'], { requestSpec: { payer: 'one' } });
  // As retention leaves it.
  bench.ledger.db.prepare(`UPDATE submission SET request_spec = '{}', name = NULL`).run();
  await submit(bench, ['a.pdf'], { requestSpec: { payer: 'one' } });
  const id = idOf(bench, 'a.pdf', 'duplicate');
  await expect(bench.intake.sendAnyway(id)).rejects.toMatchObject({ code: 'file.purpose-not-kept' });
  expect(bench.submissions()).toHaveLength(1);
  expect(expectDropsAddUp(bench, 2)).toMatchObject({ queued: 1, duplicate: 1 });
});

it.each([null, 'folder'] as const)(
  'I1: a document that was taken back, and is saved again with the same bytes waits for a person, who can send it (group: %s)',
  async (group) => {
    const rule = group === null ? {} : ({ group, groupQuietSeconds: 0.2 } as const);
    await using bench = await intakeBench({ rule });
    await bench.send('p/a.pdf', pdf('a'));
    takeBack(bench, 0);
    await utimes(bench.at('p/a.pdf'), 1_700_000_000, 1_700_000_000);
    await bench.intake.rescan();
    await until(() => bench.account().held === 1 && !bench.intake.busy());
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
    expect(bench.rows().at(-1)).toMatchObject({ problem_code: 'file.duplicate-withdrawn' });
    // Another time alone changes nothing.
    await utimes(bench.at('p/a.pdf'), 1_700_000_001, 1_700_000_001);
    await bench.intake.rescan();
    await bench.idle();
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, held: 1 });
    await bench.intake.decideFile(idOf(bench, 'a.pdf', 'held'), 'send');
    expect(sent(bench)).toEqual([['p/a.pdf'], ['p/a.pdf']]);
    expect(expectAccountAddsUp(bench, 2)).toMatchObject({ withdrawn: 1, queued: 1 });
  },
);

it('what equals a document that was taken back and changed while the program did not run is told by its bytes', async () => {
  await using bench = await intakeBench();
  await bench.send('a.pdf', pdf('same'));
  for (const name of ['touched', 'other']) await bench.put(`${name}.pdf`, pdf('same'));
  await bench.counts({ duplicate: 2 });
  takeBack(bench, 0);
  await bench.intake.stop();
  await utimes(bench.at('touched.pdf'), 1, 1);
  await bench.put('other.pdf', pdf('else'));
  await bench.restart();
  await bench.submitted(2);
  expect(bench.submissions()[1]?.paths).toEqual(['other.pdf']);
  await bench.idle();
  expect(bench.row('touched.pdf')?.problem_code).toBe('file.duplicate-withdrawn');
  expect(expectAccountAddsUp(bench, 3)).toMatchObject({ withdrawn: 1, held: 1, queued: 1 });
});

it('a group of which one page changed since goes whole, with the page as it is now, when a person sends the others', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder' } });
  const pages = ['one', 'two', 'six'];
  await bench.putPacket('x', pages);
  await bench.submitted(1);
  await bench.putPacket('y', pages);
  await bench.counts({ held: 3 });
  await bench.put('y/six.pdf', pdf('ten'));
  await until(() => bench.row('y/six.pdf')?.problem_code === 'file.group-held');
  const { id = 0 } = bench.row('y/one.pdf') ?? {};
  await bench.intake.decideFile(id, 'send');
  await bench.submitted(2);
  expect(bench.submissions()[1]?.paths.sort()).toEqual(['y/one.pdf', 'y/six.pdf', 'y/two.pdf']);
  expect(expectAccountAddsUp(bench, 6)).toMatchObject({ queued: 6 });
});

it('the preview says of a group whose documents are all known whether they were sent with this group or only with another', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', backlog: 'send' } });
  await bench.putPacket('adams', ['form', 'page']);
  await bench.submitted(1);
  await bench.put('baker/form.pdf', pdf('form'));
  await bench.problem('file.in-other-group');
  await bench.restart({ start: false });
  await bench.put('clark/form.pdf', pdf('form'));
  await bench.put('clark/new.pdf', pdf('new'));
  const preview = await bench.intake.preview(bench.rule);
  expect(preview).toMatchObject({ taken: 2, tasks: 1 });
  expect(preview.held.map(({ path, code }) => [path, code]).sort()).toEqual([
    ['adams/form.pdf', 'file.duplicate'],
    ['adams/page.pdf', 'file.duplicate'],
    ['baker/form.pdf', 'file.in-other-group'],
  ]);
});
