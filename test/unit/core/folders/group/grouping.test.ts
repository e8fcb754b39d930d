import { mkdir, rename, rm, writeFile } from 'node:fs/promises';
import { expect, it, vi } from 'vitest';
import { createGrouping } from '../../../../../src-main/core/folders/group/grouping.ts';
import { until } from '../../../../support/until.ts';
import { expectAccountAddsUp, intakeBench, pdf } from '../intake-bench.ts';
import { knownTask } from '../support/known-task.ts';

it('places by subfolder, by depth, and by a key in the name', () => {
  const byFolder = createGrouping('folder');
  expect(byFolder('p1/a.pdf')).toEqual({ kind: 'group', key: 'p1' });
  expect(byFolder('p1/x/y/a.pdf')).toEqual({ kind: 'group', key: 'p1' });
  expect(byFolder('a.pdf')).toEqual({ kind: 'held', code: 'file.outside-groups' });
  const byDepth = createGrouping({ folderDepth: 2 });
  expect(byDepth('ward/p1/x/a.pdf')).toEqual({ kind: 'group', key: 'ward/p1' });
  expect(byDepth('ward/a.pdf')).toEqual({ kind: 'held', code: 'file.outside-groups' });
  const byKey = createGrouping({ key: '^(?<key>[^_]+)_' });
  expect(byKey('any/where/123_a.pdf')).toEqual({ kind: 'group', key: '123' });
  expect(byKey('123_dir/a.pdf')).toEqual({ kind: 'held', code: 'file.no-group-key' });
  expect(byFolder('Mu\u0308ller/a.pdf')).toEqual(byFolder('M\u00fcller/b.pdf'));
});

it('one Task of each subfolder waits until nothing in it changes, and sends all files in one submission', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 3 } });
  await mkdir(bench.at('p1/deep'), { recursive: true });
  let last = 0;
  for (const [before, name] of ['p1/a.pdf', 'p1/b.pdf', 'p1/deep/c.pdf', 'p1/d.pdf'].entries()) {
    last = performance.now();
    await bench.put(name, pdf(name));
    await bench.counts({ settling: before + 1 });
    expect(bench.submissions()).toHaveLength(0);
  }
  await bench.submitted(1);
  expect(performance.now() - last).toBeGreaterThanOrEqual(3_000);
  expect(bench.submissions()[0]?.paths).toHaveLength(4);
  expect(bench.submissions()[0]?.group_key).toBe('p1');
});

it('one Task of each subfolder is held, visibly, by a member that is held, but not by junk', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.3 } });
  await bench.put('p1/a.pdf');
  await bench.put('p1/b.pdf', '%PDF-1.4 cut off');
  await bench.put('p1/Thumbs.db', 'x');
  await until(() => bench.row('p1/a.pdf')?.problem_code === 'file.group-held');
  expect(expectAccountAddsUp(bench, 3)).toMatchObject({ held: 2, ignored: 1 });
  expect(bench.submissions()).toHaveLength(0);
  await bench.send('p1/b.pdf', pdf('b'));
  expect(expectAccountAddsUp(bench, 3)).toMatchObject({ queued: 2, ignored: 1 });
});

it('one Task of each subfolder waits, visibly, for a file that cannot be looked at: a group does not go out without it', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 600 } });
  const strange = Buffer.concat([Buffer.from(bench.at('p1/')), Buffer.from([0xe9]), Buffer.from('.pdf')]);
  await mkdir(bench.at('p1'));
  await writeFile(strange, pdf('b'));
  await bench.put('p1/a.pdf');
  await bench.put('p1/.ready', '');
  const one = () => bench.row('p1/a.pdf');
  await until(() => one()?.problem_code === 'file.group-held');
  expect(bench.submissions()).toHaveLength(0);
  await rename(strange, bench.at('p1/b.pdf'));
  await bench.intake.rescan();
  await bench.submitted(1);
  expect(bench.submissions()[0]?.paths).toHaveLength(2);
});

it('one Task of each subfolder goes without a held member that is left out or removed', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.3 } });
  for (const group of ['p1', 'p2']) {
    await bench.put(`${group}/a.pdf`, pdf(`a ${group}`));
    await bench.put(`${group}/b.pdf`, '');
  }
  const empty = (group: string) => bench.row(`${group}/b.pdf`);
  await until(() => empty('p1')?.state === 'held' && empty('p2')?.state === 'held');
  await bench.intake.decideFile(empty('p1')?.id ?? 0, 'leave-out');
  await bench.submitted(1);
  await rm(bench.at('p2/b.pdf'));
  await bench.submitted(2);
  expect(expectAccountAddsUp(bench, 4)).toMatchObject({ queued: 2, withdrawn: 2 });
});

it('one Task of each subfolder keeps a late file for a decision: another Task, left out, or an answer', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.2 } });
  await bench.send('p1/a.pdf');
  for (const name of ['b', 'c', 'd']) await bench.put(`p1/${name}.pdf`, pdf(name));
  await bench.counts({ held: 3 });
  const idOf = (name: string) => bench.row(`p1/${name}.pdf`)?.id ?? 0;
  expect(bench.rows().filter((row) => row.problem_code === 'file.late-for-group')).toHaveLength(3);
  expect(bench.submissions()).toHaveLength(1);
  await bench.intake.decideFile(idOf('b'), 'send');
  await bench.intake.decideFile(idOf('c'), 'leave-out');
  // As an answer to a Task that takes none, it would be refused there and wait for nobody here.
  for (const [answerTo, code] of [
    [crypto.randomUUID(), 'task.unknown'],
    [knownTask(bench.ledger, 'completed'), 'answer.ended'],
  ] as const)
    await expect(bench.intake.decideFile(idOf('d'), { answerTo })).rejects.toMatchObject({ code });
  expect(bench.account().held).toBe(1);
  await bench.intake.decideFile(idOf('d'), { answerTo: knownTask(bench.ledger) }, 'kim');
  expect(bench.submissions()).toHaveLength(2);
  expect(expectAccountAddsUp(bench, 4)).toMatchObject({ queued: 3, withdrawn: 1, held: 0 });
  expect(bench.ledger.db.prepare('SELECT lane, actor FROM message').all()).toEqual([
    { lane: 'answers', actor: 'kim' },
  ]);
  await bench.restart();
  await bench.idle();
  expect(bench.submissions()).toHaveLength(2);
});

it('I1: one Task of each subfolder: a late file that equals a document of another group is not called sent when a person sends it', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.2 } });
  for (const group of ['p1', 'p2']) {
    await bench.put(`${group}/a.pdf`, pdf(group));
  }
  await bench.put('p1/consent.pdf', pdf('consent'));
  await bench.submitted(2);
  await bench.put('p2/consent.pdf', pdf('consent'));
  await bench.counts({ held: 1 });
  const id = bench.rows().find((row) => row.state === 'held')?.id ?? 0;
  const kept = vi.fn();
  const decided = bench.intake.decideFile(id, 'send', 'kim', kept);
  await expect(decided).rejects.toMatchObject({ code: 'file.in-other-group' });
  expect(kept).not.toHaveBeenCalled();
  expect(expectAccountAddsUp(bench, 4)).toMatchObject({ queued: 3, held: 1 });
  await bench.intake.decideFile(id, 'send', 'kim', kept);
  expect(kept).toHaveBeenCalledOnce();
  expect(bench.submissions()).toHaveLength(3);
});

it('one Task of each subfolder keeps a changed file of a sent group for a decision, but not one merely touched', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.2 } });
  await bench.put('p1/a.pdf');
  await bench.send('p1/b.pdf', pdf('b'));
  await bench.put('p1/a.pdf');
  await bench.put('p1/b.pdf', pdf('b changed'));
  await bench.problem('file.late-for-group');
  await bench.idle();
  const known = bench.rows().map(({ path, state }) => `${path} ${state}`);
  expect(known.sort()).toEqual(['p1/a.pdf bound', 'p1/b.pdf bound', 'p1/b.pdf held']);
});

it.each([
  ['file.late-for-refused', 0],
  ['file.late-for-group', 1],
])(
  'one Task of each subfolder whose submission was refused has no Task that a late page could be added to: %s',
  async (code, perhapsSent) => {
    await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.2 } });
    await bench.send('p1/a.pdf');
    bench.ledger.db
      .prepare("UPDATE submission SET state = 'rejected', ended_at = 1, perhaps_sent = ?")
      .run(perhapsSent);
    await bench.put('p1/b.pdf', pdf('b'));
    await until(() => bench.held().length === 1);
    expect(bench.held()).toEqual([['p1/b.pdf', code]]);
    await bench.restart();
    await bench.rested();
    expect(bench.held()).toEqual([['p1/b.pdf', code]]);
    await bench.intake.decideFile(bench.rows().at(-1)?.id ?? 0, 'send');
    expect(bench.submissions().at(-1)?.paths).toEqual(['p1/b.pdf']);
  },
);

it('one Task of each subfolder whose first page is taken back does not go with a late page alone', async () => {
  await using bench = await intakeBench({ rule: { group: 'folder', groupQuietSeconds: 0.2 } });
  const put = (group: string, page: string) => bench.put(`${group}/${page}.pdf`, pdf(page));
  await put('p1', 'card');
  await bench.submitted(1);
  bench.ledger.db.prepare("UPDATE submission SET state = 'withdrawn', ended_at = 1").run();
  await put('p1', 'form');
  await until(() => bench.held().length === 1);
  expect(bench.held()).toEqual([['p1/form.pdf', 'file.late-for-kept-back']]);
  await bench.restart();
  await bench.rested();
  expect(bench.held()).toHaveLength(1);
  // As the text says.
  await put('p3', 'card');
  await put('p3', 'form');
  await bench.submitted(2);
  expect(bench.submissions().at(-1)?.paths.toSorted()).toEqual(['p3/card.pdf', 'p3/form.pdf']);
  expectAccountAddsUp(bench, 4);
});
