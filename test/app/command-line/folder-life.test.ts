import { chmodSync, mkdirSync, renameSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { expect, test } from 'vitest';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';
import { type FoundFile, watchedStation } from '../../support/watched-station.ts';

const statesOf = (found: readonly FoundFile[]) =>
  Object.fromEntries(found.map((file) => [file.path, file.problem?.code ?? file.state]));

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
  await until(async () => (await station.folder()).reachable === true);
  renameSync(folder.at('new.pdf'), other.at('moved-over.pdf'));
  await until(async () => statesOf(await place.files())['moved-over.pdf'] === 'file.duplicate');
  await running.stop();

  place.setRules({ path: other.path, group: 'folder', groupQuietSeconds: 0.5, backlog: 'ask' });
  running = await station.watch();
  mkdirSync(other.at('patient'));
  renameSync(folder.at('old.pdf'), other.at('patient', 'one.pdf'));
  await until(() => upstream.oracle.creates().length === 3);
  await running.stop();
  await station.folder();
  expect(upstream.oracle.duplicates().size).toBe(0);
  expect(upstream.oracle.creates()).toHaveLength(3);
});

test.concurrent('I2: the command line offers what a folder sent for another task type, and sends it once when asked', async () => {
  await using place = await watchedStation();
  const { station, upstream } = place;
  place.put('a.pdf');
  let running = await station.watch();
  await place.rest(1);
  await running.stop();
  place.setRules({ taskType: 'intake' });
  running = await station.watch();
  await until(async () => (await station.run('folders')).stdout.includes('clearfolder offer in send'));
  expect((await station.run('offer', 'in', 'maybe')).code).toBe(2);
  expect((await station.run('offer', 'nowhere', 'send')).code).toBe(1);
  expect(upstream.oracle.creates()).toHaveLength(1);
  for (let time = 0; time < 2; time += 1) expect((await station.run('offer', 'in', 'send')).code).toBe(0);
  await until(() => upstream.oracle.creates().length === 2);
  await place.rest(1);
  expect((await station.run('folders')).stdout).not.toContain('clearfolder offer');
  await running.stop();
  expect(upstream.oracle.creates()).toHaveLength(2);
});

test.concurrent('I1: a folder that Clearfolder may not open is left to send, and status exits with 3', async () => {
  await using place = await watchedStation({}, { mayReadAll: false });
  const { folder, station } = place;
  place.put('a.pdf');
  place.put('ward/b.pdf');
  chmodSync(folder.at('ward'), 0);
  const running = await station.watch();
  await place.rest(1);
  const status = await until(async () => {
    const { code, stdout } = await station.run('status');
    return code === 3 ? stdout : null;
  });
  expect(status).toContain('1 file or folder cannot be read');
  expect(status).not.toContain('Nothing is left to send');
  chmodSync(folder.at('ward'), 0o755);
  expect((await station.run('rescan', 'in')).code).toBe(0);
  await place.rest(2);
  await until(async () => (await station.run('status')).stdout.includes('Nothing is left to send'));
  await running.stop();
});

test.concurrent('status and folders read beside a running station whose data folder refuses every write', async () => {
  await using place = await watchedStation({}, { mayReadAll: false });
  const { station } = place;
  place.put('a.pdf');
  const running = await station.watch();
  await place.rest(1);
  const { data } = station.choice;
  const folders = [data, ...['test', 'logs'].map((name) => join(data, name))];
  for (const folder of folders) chmodSync(folder, 0o500);
  try {
    for (const verb of ['status', 'folders']) {
      const { code, stderr } = await station.run(verb);
      expect([verb, code, stderr]).toEqual([verb, 0, '']);
    }
  } finally {
    for (const folder of folders) chmodSync(folder, 0o700);
  }
  await running.stop();
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
    expect(ended.stderr).toMatch(/overlap|the data folder of Clearfolder/);
  }
  place.setRules({ path: inner }, { id: 'beside', path: `${inner}-2` });
  await using running = await station.watch();
  await pause(50);
  await running.stop();
  expect(place.upstream.oracle.creates()).toHaveLength(0);
});
