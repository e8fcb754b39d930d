import { open, writeFile } from 'node:fs/promises';
import { afterEach, expect, test, vi } from 'vitest';
import { syncFile, syncFolder } from '../../../src-main/core/sync-to-disk.ts';
import { systemError } from '../../endurance/faults/child/wrap.ts';
import { tempDir } from '../../support/temp-dir.ts';

afterEach(() => {
  vi.restoreAllMocks();
});

async function syncsFail(path: string, code: string): Promise<void> {
  const handle = await open(path);
  const prototype: typeof handle = Object.getPrototypeOf(handle);
  await handle.close();
  vi.spyOn(prototype, 'sync').mockRejectedValue(systemError(code, 'fsync'));
}

test.each(['EINVAL', 'ENOTSUP', 'ENOSYS'])(
  'a file system that has no sync (%s) has done what it can',
  async (code) => {
    await using dir = await tempDir('sync');
    await writeFile(dir.at('a.txt'), 'a');
    await syncsFail(dir.at('a.txt'), code);
    await syncFolder(dir.path);
    await syncFile(dir.at('a.txt'));
  },
);

test.each(['EIO', 'ENOSPC', 'EDQUOT', 'EROFS'])(
  'a disk that did not keep what was written (%s) is a fault',
  async (code) => {
    await using dir = await tempDir('sync');
    await writeFile(dir.at('a.txt'), 'a');
    await syncsFail(dir.at('a.txt'), code);
    // Windows syncs no folder.
    if (process.platform !== 'win32') await expect(syncFolder(dir.path)).rejects.toMatchObject({ code });
    await expect(syncFile(dir.at('a.txt'))).rejects.toMatchObject({ code });
  },
);
