import { existsSync, mkdirSync, readdirSync, renameSync, utimesSync } from 'node:fs';
import { homedir } from 'node:os';
import { expect, it } from 'vitest';
import { z } from 'zod';
import { NOTHING_FOUND } from '../../../../src-main/contract/views/common.ts';
import { until } from '../../../support/until.ts';
import { type AppBench, appBench, pdf } from './support/app-bench.ts';
import { beside } from './support/beside.ts';

const ids = async (bench: AppBench) => (await bench.ask('folders.list', {})).map((folder) => folder.id);
const states = (findings: readonly { what: string; state: string }[]) =>
  Object.fromEntries(findings.map(({ what, state }) => [what, state]));

it('folders in the app: are added, changed and removed without interrupting anything; what was queued still goes out', async () => {
  const bench = await appBench();
  expect(await ids(bench)).toEqual([]);
  const scans = bench.rule('scans');
  bench.write('scans/a.pdf', pdf('a'));
  const view = await bench.ask('folders.save', { rule: scans, replaces: null });
  expect(view).toMatchObject({ id: 'scans', path: scans.path, rule: scans, backlog_waiting: 0 });
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 1);
  expect((await bench.ask('folders.list', {}))[0]).toMatchObject({
    reachable: true,
    counts: { found: 1, accepted: 1 },
  });
  const sent = await bench.ask('audit.page', { action: ['submission.began'] });
  expect(sent.rows).toEqual([
    expect.objectContaining({
      actor: 'clearfolder',
      subject: (await bench.ask('outbox.page', {})).rows[0]?.id,
      detail: { folder: 'scans' },
    }),
  ]);

  expect(await bench.refused('folders.save', { rule: bench.rule('scans'), replaces: null })).toBe(
    'folder.id-taken',
  );
  const inside = bench.rule('scans/inner', { id: 'inner' });
  expect(await bench.refused('folders.save', { rule: inside, replaces: null })).toBe('folder.overlap');
  expect(await bench.refused('folders.save', { rule: { ...scans, path: 'scans' }, replaces: null })).toBe(
    'folder.not-absolute',
  );
  expect(await bench.refused('folders.save', { rule: inside, replaces: 'nowhere' })).toBe('folder.unknown');
  expect(await ids(bench)).toEqual(['scans']);

  // A folder beside it comes and goes while the first is watched by the same watcher as before.
  const fax = bench.rule('fax', { backlog: 'ask' });
  bench.write('fax/old.pdf', pdf('old'));
  await bench.ask('folders.save', { rule: fax, replaces: null });
  await until(async () => (await bench.ask('folders.list', {}))[1]?.backlog_waiting === 1);
  await bench.ask('folders.decide-backlog', { folder: 'fax', decision: 'send' });
  await until(async () => (await bench.ask('outbox.page', {})).by_state.accepted === 2);
  await bench.ask('folders.save', { rule: { ...fax, taskType: 'referral' }, replaces: 'fax' });
  bench.write('fax/new.pdf', pdf('new'));
  bench.write('scans/b.pdf', pdf('b'));
  await until(async () => {
    const { rows } = await bench.ask('outbox.page', {});
    return ['fax:referral', 'scans:prior-auth'].every((one) =>
      rows.some((row) => `${row.folder}:${row.task_type}` === one),
    );
  });
  await bench.ask('folders.remove', { folder: 'fax' });
  expect(await ids(bench)).toEqual(['scans']);
  expect(await bench.refused('folders.remove', { folder: 'fax' })).toBe('folder.unknown');
  expect(await bench.refused('folders.pause', { folder: 'fax' })).toBe('folder.unknown');
  // What it sent stays in the record, and its rule in the settings is gone after a restart too.
  await bench.restart();
  expect(await ids(bench)).toEqual(['scans']);
  expect((await bench.ask('files.page', { folder: 'fax' })).count).toBe(2);
});

it('folders in the app show before anything is written what would go, as what, and how old it is', async () => {
  const bench = await appBench();
  const rule = bench.rule('cases', { group: 'folder', exclude: ['**/*.log'] });
  for (const name of ['a/1.pdf', 'a/2.pdf', 'b/1.pdf', 'stray.pdf', 'a/x.log', 'b/Thumbs.db']) {
    bench.write(`cases/${name}`, pdf(name));
  }
  const days = (n: number) => Date.now() / 1000 - n * 86_400;
  utimesSync(bench.at('cases/a/2.pdf'), days(20), days(20));
  utimesSync(bench.at('cases/b/1.pdf'), days(800), days(800));
  const preview = await bench.ask('folders.preview', { rule });
  expect(preview).toMatchObject({
    reachable: true,
    taken: 3,
    tasks: 2,
    ignored_count: 2,
    held_count: 1,
    held: [{ path: 'stray.pdf', code: 'file.outside-groups' }],
    unreadable: [],
  });
  expect(
    preview.examples
      .sort((a, b) => (a.group < b.group ? -1 : 1))
      .map(({ group, files }) => [group, files.length]),
  ).toEqual([
    ['a', 2],
    ['b', 1],
  ]);
  expect(preview.backlog.map(({ files }) => files)).toEqual([1, 1, 2, 2, 3]);
  expect(readdirSync(bench.at('cases')).sort()).toEqual(['a', 'b', 'stray.pdf']);
  expect(await bench.ask('folders.preview', { rule: { ...rule, path: bench.at('no') } })).toMatchObject({
    reachable: false,
    unreadable: [{ path: '', code: 'ENOENT' }],
  });
});

it('files that wait for a decision have one number in the folder, the question and Today, without empty files, and each file says one reason', async () => {
  const bench = await appBench();
  for (const name of ['a.pdf', 'b.pdf']) bench.write(`scans/${name}`, pdf(name));
  bench.write('scans/half.pdf', '%PDF-1.4 and no end');
  bench.write('scans/empty.pdf', '');
  await bench.watch('scans', { backlog: 'ask' });
  const folder = async () => (await bench.ask('folders.list', {}))[0];
  await until(async () => (await folder())?.backlog_waiting === 3);
  const before = (count: number) => [{ cause: 'before', count }];
  expect(await folder()).toMatchObject({ backlog_causes: before(3), counts: { held: 4 } });
  const needs = async () => (await bench.ask('app.overview', {})).attention;
  expect(await needs()).toMatchObject([
    { kind: 'held', count: 1, problem: { code: 'file.empty' } },
    { kind: 'backlog', folder: 'scans', count: 3, causes: before(3) },
  ]);
  const rule = bench.rule('scans', { backlog: 'ask' });
  const preview = await bench.ask('folders.preview', { rule });
  expect([preview.taken_waiting, preview.backlog.at(-1)?.files]).toEqual([2, 2]);

  const page = async () => (await bench.ask('files.page', { states: ['held'] })).rows;
  const leftOut = (await page()).find(({ path }) => path === 'a.pdf');
  await bench.ask('files.decide', { file: leftOut?.id ?? 0, decision: 'leave-out' });
  renameSync(bench.at('scans/a.pdf'), bench.at('scans/c.pdf'));
  await bench.ask('folders.rescan', { folder: 'scans' });
  await until(async () => (await folder())?.backlog_waiting === 3);
  expect((await folder())?.backlog_causes).toEqual([...before(2), { cause: 'left-out', count: 1 }]);
  expect(Object.fromEntries((await page()).map(({ path, problem }) => [path, problem?.code]))).toEqual({
    'b.pdf': 'file.backlog',
    'c.pdf': 'file.backlog-left-out',
    'half.pdf': 'file.backlog',
    'empty.pdf': 'file.empty',
  });
});

it('I13: folders in the app: are tried in practice: reading, other rules and the task type, and nothing is moved', async () => {
  const bench = await appBench();
  const rule = bench.rule('scans', { after: 'move' });
  bench.write('scans/a.pdf', pdf('a'));
  expect(states(await bench.ask('folders.test', { rule }))).toEqual({
    Reading: 'ok',
    Moving: 'unknown',
    'Other folders': 'ok',
    'Task type': 'unknown',
  });
  expect(readdirSync(bench.at('scans'))).toEqual(['a.pdf']);
  expect(states(await bench.ask('folders.test', { rule: { ...rule, path: bench.at('no') } }))).toMatchObject({
    Reading: 'fault',
    Moving: 'unknown',
  });
  await bench.ask('folders.save', { rule: { ...rule, after: 'keep', backlog: 'skip' }, replaces: null });
  const other = bench.rule('scans/inner', { id: 'inner', after: 'move' });
  expect(states(await bench.ask('folders.test', { rule: other }))).toEqual({
    Reading: 'ok',
    'Other folders': 'fault',
    'Task type': 'unknown',
  });
  expect(existsSync(bench.at('scans/inner/Sent (Clearfolder)'))).toBe(false);
  expect(await bench.refused('folders.test', { rule: { ...rule, path: 'scans' } })).toBe(
    'folder.not-absolute',
  );
});

it('folders in the app have their task type tried with a document about nobody, and what the service says is kept in mind', async () => {
  const bench = await appBench();
  const rule = bench.rule('scans');
  expect(await bench.ask('task-types.try', { task_type: 'prior-auth' })).toMatchObject({ state: 'ok' });
  expect(await bench.ask('task-types.try', { task_type: 'prior-auth' })).toMatchObject({ state: 'ok' });
  const refused = await bench.ask('task-types.try', { task_type: 'no such type' });
  expect(refused).toMatchObject({ state: 'fault' });
  expect(refused.words).toContain('It allows: ');
  const known = await bench.ask('task-types.known', {});
  expect(known[0]).toBe('prior-auth');
  expect(known.length).toBeGreaterThan(1);
  expect(known).not.toContain('no such type');
  const finding = async (taskType: string) =>
    (await bench.ask('folders.test', { rule: { ...rule, taskType } })).find(
      (one) => one.what === 'Task type',
    );
  expect(await finding('prior-auth')).toMatchObject({
    state: 'ok',
    words: expect.stringContaining('2 times'),
  });
  expect(await finding('no such type')).toMatchObject({ state: 'fault' });

  // A test is in no list and in no count, also after a rename and a restart.
  const ended = () =>
    beside(bench.dir, ({ db }) =>
      z.array(z.string()).parse(db.prepare("SELECT uuid FROM task WHERE status = 'invalid'").pluck().all()),
    );
  const [task] = await until(async () => ((await ended()).length === 2 ? await ended() : false));
  const renamed = async () => (await bench.ask('tasks.get', { task: task ?? '' })).name === 'Renamed';
  await bench.ask('tasks.rename', { task: task ?? '', name: 'Renamed' });
  await bench.restart();
  await until(renamed);
  for (const search of ['', 'renamed', 'clearfolder'])
    expect(await bench.ask('tasks.page', { search })).toMatchObject({ count: 0, rows: [] });
  expect(await bench.ask('outbox.page', { states: ['accepted', 'rejected'] })).toMatchObject({ count: 1 });
  expect(await bench.ask('files.page', {})).toMatchObject({ count: 0, rows: [] });
  expect(await bench.ask('app.overview', {})).toMatchObject({
    account: NOTHING_FOUND,
    attention: [],
    decided_today: { count: 0, tasks: [] },
    checking: { count: 0 },
    tasks_known: 0,
  });
});

it('places to choose a folder from begin at the usual ones and lead down and up again, without hidden ones', async () => {
  const bench = await appBench();
  const usual = await bench.ask('places.list', { path: null });
  expect(usual).toMatchObject({ path: null, parent: null });
  expect(usual.folders.map((place) => place.path)).toContain(homedir());
  for (const name of ['b', 'A', 'c10', 'c9', '.hidden'])
    mkdirSync(bench.at('top', name), { recursive: true });
  bench.write('top/file.txt', 'x');
  const top = await bench.ask('places.list', { path: bench.at('top') });
  expect(top.folders.map((place) => place.name)).toEqual(['A', 'b', 'c9', 'c10']);
  expect(top.parent).toBe(bench.at());
  expect(await bench.ask('places.list', { path: '/' })).toMatchObject({ parent: null });
  expect(await bench.refused('places.list', { path: bench.at('none') })).toBe('place.unreadable');
  expect(await bench.refused('places.list', { path: 'top' })).toBe('place.unreadable');
});
