import { type PathLike, readFileSync } from 'node:fs';
import { readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { codeOf } from '../../../src-main/core/error-code.ts';
import { onceFreeNow, renameOver, replaceFile } from '../../../src-main/core/replace-file.ts';
import { systemError } from '../../endurance/faults/child/wrap.ts';
import { tempDir } from '../../support/temp-dir.ts';

/** A clock whose time passes only by sleeping. */
function sleepingClock() {
  let time = 0;
  return {
    now: () => time,
    monotonic: () => time,
    sleep: async (ms: number) => {
      time += ms;
    },
  };
}

const HELD = ['EPERM', 'EACCES', 'EBUSY'];

test.each(HELD)(
  'a file that another program holds open (%s) is replaced once the file is free',
  async (code) => {
    await using dir = await tempDir('replace');
    await writeFile(dir.at('old'), 'old');
    await writeFile(dir.at('new'), 'new');
    let refusals = 0;
    const move = async (from: PathLike, to: PathLike) => {
      expect(await readFile(dir.at('old'), 'utf8')).toBe('old');
      refusals += 1;
      if (refusals <= 40) throw systemError(code, 'rename');
      await rename(from, to);
    };
    await renameOver(dir.at('new'), dir.at('old'), { clock: sleepingClock(), move });
    expect(await readFile(dir.at('old'), 'utf8')).toBe('new');
  },
);

test.each(HELD)(
  'a file that stays open (%s) keeps its content, and the error says what to do',
  async (code) => {
    const clock = sleepingClock();
    const move = () => Promise.reject(systemError(code, 'rename'));
    const error: unknown = await renameOver('new', 'old', { clock, move }).catch((one: unknown) => one);
    expect(error).toMatchObject({
      code: 'disk.file-held',
      message: expect.stringContaining('another program has the file open'),
      next: expect.stringContaining('Close the program'),
    });
    expect(codeOf(error)).toBe('another program has the file open');
    expect(clock.now()).toBe(8_000);
  },
);

test('any other error is reported at once', async () => {
  const move = () => Promise.reject(systemError('EIO', 'rename'));
  await expect(renameOver('new', 'old', { move })).rejects.toMatchObject({ code: 'EIO' });
});

test('work that blocks the thread is repeated too, and ends with the same error', () => {
  let calls = 0;
  const work = () => {
    calls += 1;
    if (calls < 3) throw systemError('EBUSY', 'open');
    return 'read';
  };
  expect(onceFreeNow('file', work)).toBe('read');
  calls = -100;
  expect(() => onceFreeNow('file', work, 100)).toThrow('another program has the file open');
});

test('a replaced file leaves no temporary file, whether the replacing succeeds or not', async () => {
  await using dir = await tempDir('replace');
  await replaceFile(dir.at('file'), 'text');
  expect(readFileSync(dir.at('file'), 'utf8')).toBe('text');
  await expect(replaceFile(dir.at('missing', 'file'), 'text')).rejects.toMatchObject({ code: 'ENOENT' });
  await expect(replaceFile(dir.path, 'text')).rejects.toThrow();
  expect(await readdir(dir.path)).toEqual(['file']);
});
