import { mkdirSync, renameSync, rmSync } from 'node:fs';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { type FoundFile, watchedStation } from '../../support/watched-station.ts';

const statesOf = (found: readonly FoundFile[]) =>
  Object.fromEntries(found.map((file) => [file.path, file.problem?.code ?? file.state]));

test.concurrent('a folder that goes away and comes back, or is emptied and filled again, loses and doubles nothing', async () => {
  await using place = await watchedStation({ rescanMinutes: 0.05 });
  const { folder, station, upstream } = place;
  await using running = await station.watch();
  const expected = [place.put('a.pdf'), place.put('b.pdf')];
  await place.rest(2);
  renameSync(folder.path, `${folder.path}-away`);
  await until(async () => (await station.folders())[0]?.reachable === false);
  renameSync(`${folder.path}-away`, folder.path);
  expected.push(place.put('c.pdf'));
  await place.rest(3);
  expect((await station.folders())[0]?.reachable).toBe(true);
  renameSync(folder.path, `${folder.path}-away`);
  mkdirSync(folder.path);
  await until(async () => (await station.folders())[0]?.reachable === false);
  expect((await place.files()).map((file) => file.state)).toEqual(['accepted', 'accepted', 'accepted']);
  rmSync(folder.path, { recursive: true });
  renameSync(`${folder.path}-away`, folder.path);
  for (const name of ['a.pdf', 'b.pdf', 'c.pdf']) {
    rmSync(folder.at(name));
    place.put(name);
  }
  expected.push(place.put('d.pdf'));
  const found = await place.rest(4);
  await running.stop();
  upstream.oracle.assertExactlyOnce(expected);
  // Written anew with the same bytes they are the same documents.
  expect(found.map((file) => file.state)).not.toContain('held');
});

test.concurrent('settings that change between two runs lose nothing and send nothing unasked', async () => {
  await using place = await watchedStation({ include: ['*.pdf'], backlog: 'ask' });
  const { folder, station, upstream } = place;
  place.put('old.pdf');
  place.put('note.txt');
  let running = await station.watch();
  await until(async () => statesOf(await place.files())['old.pdf'] === 'file.backlog');
  place.put('new.pdf');
  await place.rest(1);
  await running.stop();

  place.setRules({ include: ['*.pdf', '*.txt'], backlog: 'ask' });
  running = await station.watch();
  await until(async () => statesOf(await place.files())['note.txt'] === 'file.backlog');
  await running.stop();

  place.setRules({ include: ['*.txt'], backlog: 'ask' });
  running = await station.watch();
  await until(async () => statesOf(await place.files())['old.pdf'] === 'ignored');
  expect((await station.run('backlog', 'in', 'send')).code).toBe(0);
  await until(() => upstream.oracle.creates().length === 2);
  await running.stop();

  await using other = await tempDir('other');
  place.setRules({ path: other.path, include: ['*.pdf'], backlog: 'ask' });
  running = await station.watch();
  await until(async () => (await station.folders())[0]?.reachable === true);
  renameSync(folder.at('new.pdf'), other.at('moved-over.pdf'));
  await until(async () => statesOf(await place.files())['moved-over.pdf'] === 'file.duplicate');
  await running.stop();

  place.setRules({ path: other.path, group: 'folder', groupQuietSeconds: 0.5, backlog: 'ask' });
  running = await station.watch();
  mkdirSync(other.at('patient'));
  renameSync(folder.at('old.pdf'), other.at('patient', 'one.pdf'));
  await until(() => upstream.oracle.creates().length === 3);
  await running.stop();
  const [view] = await station.folders();
  const { found = 0, ...rest } = view?.counts ?? {};
  expect(Object.values(rest).reduce((sum, count) => sum + count, 0)).toBe(found);
  expect(upstream.oracle.duplicates().size).toBe(0);
  expect(upstream.oracle.creates()).toHaveLength(3);
});

test.concurrent('late files, files without a key and the backlog wait for a person, and go as decided', async () => {
  await using place = await watchedStation({
    group: { key: '^(?<key>[^_]+)_' },
    groupQuietSeconds: 0.6,
    backlog: 'ask',
    watch: 'poll',
  });
  const { station, upstream } = place;
  const before = [place.put('P1_a.pdf'), place.put('P1_b.pdf')];
  await using running = await station.watch();
  await until(async () => (await place.files()).length === 2);
  const second = [place.put('P2_a.pdf'), place.put('P2_b.pdf'), place.put('P2_c.pdf')];
  place.put('nokey.pdf');
  await until(() => upstream.oracle.creates().length === 1);
  const late = place.put('P2_late.pdf');
  await until(async () => statesOf(await place.files())['P2_late.pdf'] === 'file.late-for-group', {});
  expect(statesOf(await place.files())).toMatchObject({
    'P1_a.pdf': 'file.backlog',
    'nokey.pdf': 'file.no-group-key',
  });
  const id = (await place.files()).find((file) => file.path === 'P2_late.pdf')?.id;
  expect((await station.run('decide', String(id), 'send')).code).toBe(0);
  expect((await station.run('backlog', 'in', 'send')).code).toBe(0);
  await place.rest(3);
  await running.stop();
  upstream.oracle.assertExactlyOnce([before, second, late]);
});

test.concurrent('folders that overlap each other or the data folder are refused before anything is sent', async () => {
  await using place = await watchedStation();
  const { folder, station } = place;
  place.put('a.pdf');
  const inner = folder.at('inner');
  mkdirSync(inner);
  for (const rules of [
    [{}, { id: 'same' }],
    [{}, { id: 'inner', path: inner }],
    [{ path: inner }, { id: 'outer' }],
    [{ path: station.dir.path }],
    [{ path: station.dir.at('data', 'test', 'spool') }],
  ]) {
    place.setRules(...rules);
    const ended = await station.run('run');
    expect(ended.code).toBe(1);
    expect(ended.stderr).toMatch(/overlap|own data folder/);
  }
  place.setRules({ path: inner }, { id: 'beside', path: `${inner}-2` });
  await using running = await station.watch();
  await pause(50);
  await running.stop();
  expect(place.upstream.oracle.creates()).toHaveLength(0);
});
