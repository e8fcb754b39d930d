import { type ChildProcessWithoutNullStreams, spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, stat } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it, onTestFinished } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { acquireEngineLock, engineIsRunning } from '../../../../src-main/core/data-folder/engine-lock.ts';
import { PRIVATE_FILE } from '../../../support/file-modes.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';

let dir: TestDir;
beforeEach(() => {
  dir = testDir();
});

async function engineElsewhere(): Promise<ChildProcessWithoutNullStreams> {
  const holder = fileURLToPath(new URL('./lock-holder.ts', import.meta.url));
  const child = spawn(process.execPath, [holder, dir.path]);
  onTestFinished(() => void child.kill('SIGKILL'));
  await once(child.stdout, 'data');
  return child;
}

const acquire = () => acquireEngineLock(dir.path, systemClock);
const inUse = (pid: number | undefined) =>
  expect.objectContaining({
    code: 'data.in-use',
    message: expect.stringContaining(`process ${pid}, since 2`),
  });

it('refuses a second engine in another process and names the first, until that one ends', async () => {
  const other = await engineElsewhere();
  expect(engineIsRunning(dir.path)).toBe(true);
  expect(acquire).toThrow(inUse(other.pid));
  expect(engineIsRunning(dir.path)).toBe(true);
  other.stdin.write('end\n');
  await once(other, 'exit');
  expect(engineIsRunning(dir.path)).toBe(false);
  acquire().release();
});

it('is free at once after kill -9', async () => {
  const other = await engineElsewhere();
  other.kill('SIGKILL');
  await once(other, 'exit');
  expect(engineIsRunning(dir.path)).toBe(false);
  const lock = acquire();
  expect(acquire).toThrow(inUse(process.pid));
  lock.release();
});

it('refuses a second engine in the same process; looking does not free it', async () => {
  const lock = acquire();
  expect(engineIsRunning(dir.path)).toBe(true);
  expect(acquire).toThrow(inUse(process.pid));
  expect(engineIsRunning(dir.path)).toBe(true);
  expect((await stat(dir.at('engine.lock'))).mode & 0o777).toBe(PRIVATE_FILE);
  expect((await stat(dir.at('engine.json'))).mode & 0o777).toBe(PRIVATE_FILE);
  lock.release();
  lock.release();
  expect(engineIsRunning(dir.path)).toBe(false);
  expect(await readdir(dir.path)).toEqual(['engine.lock']);
});

it('is not running where no engine ever ran, and looking leaves no trace', async () => {
  expect(engineIsRunning(dir.path)).toBe(false);
  expect(engineIsRunning(dir.at('nowhere'))).toBe(false);
  expect(await readdir(dir.path)).toEqual([]);
});

it('says in words that the folder cannot be locked', () => {
  expect(() => acquireEngineLock(dir.at('nowhere'), systemClock)).toThrow(
    expect.objectContaining({ code: 'data.unwritable' }),
  );
});
