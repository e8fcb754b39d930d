import { mkdirSync, statSync, writeFileSync } from 'node:fs';
import { createConnection } from 'node:net';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { readDoorPlace } from '../../../src-main/core/door/door-place.ts';
import { startClearfolder, testStation } from '../../support/clearfolder.ts';
import { tempDir } from '../../support/temp-dir.ts';
import { until } from '../../support/until.ts';

const placeOf = (dataFolder: string) => readDoorPlace(dataFolder) ?? expect.fail('There is no door.');

async function stationOfTheDoor() {
  const dir = await tempDir('door-scans');
  const station = await testStation({
    environment: 'practice',
    folders: [{ id: 'scans', path: dir.path, taskType: 'prior-auth', backlog: 'send' }],
  });
  const paused = async () =>
    z.array(z.object({ paused: z.boolean() })).parse(await station.json('folders'))[0]?.paused;
  return {
    ...station,
    paused,
    [Symbol.asyncDispose]: async () => {
      await station[Symbol.asyncDispose]();
      await dir.remove();
    },
  };
}

/** Sends `text` to the door, and resolves to what the door says until `until` comes or the connection ends. */
function speak(path: string, text: string, end: string): Promise<string> {
  return new Promise((resolve) => {
    let heard = '';
    const socket = createConnection(path);
    socket.setEncoding('utf8').on('data', (piece: string) => {
      heard += piece;
      if (heard.includes(end)) socket.destroy();
    });
    socket.on('error', () => undefined).on('close', () => resolve(heard));
    socket.write(text);
  });
}

test('I5: a request that the door says is saved is carried out although the engine was killed at once', async () => {
  await using station = await stationOfTheDoor();
  await using first = await station.watch();
  const door = placeOf(station.choice.data);
  if (process.platform !== 'win32') expect(statSync(door).mode & 0o777).toBe(0o600);
  const question = { ask: 'request', actor: 'clerk', request: { verb: 'pause', folder: 'scans' } };
  expect(await speak(door, `${JSON.stringify(question)}\n`, '"saved"')).toContain('"hello"');
  await first.stop('SIGKILL');

  // The socket of the killed engine keeps no engine from starting, and the lock decides who is asked.
  expect(await station.json('rescan')).toEqual({ done: false });
  await using second = await station.watch();
  await until(() => station.paused());
  const refused = await station.run('run', '--json');
  expect(JSON.parse(refused.stderr)).toMatchObject({ error: { code: 'data.in-use' } });
  expect(await station.json('resume', 'scans')).toEqual({ done: true });
  expect(await station.paused()).toBe(false);
  expect((await second.stop()).code).toBe(0);
});

test('a stopped process reads hung within seconds: doctor says so, and a verb changes nothing and ends with 6', async () => {
  await using station = await stationOfTheDoor();
  await using running = await station.watch();
  running.child.kill('SIGSTOP');
  expect(await station.run('pause', 'scans')).toMatchObject({
    code: 6,
    stderr: expect.stringContaining('did not answer within 5 seconds. Nothing was changed'),
  });
  expect((await station.run('stop')).code).toBe(6);
  const doctor = await station.run('doctor');
  expect([doctor.code, doctor.stdout]).toEqual([1, expect.stringContaining('FAULT engine: The running')]);
  running.child.kill('SIGCONT');
  expect(await station.json('rescan')).toEqual({ done: true });
  expect(await station.paused()).toBe(false);
  expect((await station.run('stop')).code).toBe(0);
  expect((await running.ended).code).toBe(0);
});

test('garbage, a silent connection and a line without end disturb no other process that asks', async () => {
  await using station = await stationOfTheDoor();
  await using running = await station.watch();
  const door = placeOf(station.choice.data);
  const silent = createConnection(door).on('error', () => undefined);
  expect(await speak(door, 'GET / HTTP/1.1\n', 'not-understood')).toContain('not-understood');
  expect(await speak(door, '{"ask":"of-the-future"}\n', 'not-understood')).toContain('not-understood');
  await speak(door, 'x'.repeat(3_000_000), 'never');
  expect(await station.json('pause', 'scans')).toEqual({ done: true });
  silent.destroy();
  expect((await running.stop()).code).toBe(0);
});

test('a data folder whose path is too long for a socket has its door in a private folder elsewhere', async () => {
  await using dir = await tempDir('far');
  const data = join(dir.path, 'very-long-name-of-a-department'.repeat(4), 'data');
  mkdirSync(data, { recursive: true, mode: 0o700 });
  writeFileSync(dir.at('settings.json'), JSON.stringify({ environment: 'practice' }));
  const args = ['--data', data, '--settings', dir.at('settings.json')];
  await using running = startClearfolder(['run', ...args]);
  await until(() => running.text().includes('Clearfolder is running'), { what: 'run' });
  const door = placeOf(data);
  expect(Buffer.byteLength(door)).toBeLessThanOrEqual(103);
  if (process.platform !== 'win32') expect(statSync(join(door, '..')).mode & 0o777).toBe(0o700);
  expect(await startClearfolder(['stop', ...args]).ended).toMatchObject({ code: 0 });
  expect((await running.ended).code).toBe(0);
  expect(() => statSync(join(door, '..'))).toThrow('ENOENT');
});
