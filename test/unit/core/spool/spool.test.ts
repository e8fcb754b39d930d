import { rmSync } from 'node:fs';
import { appendFile, mkdir, open, readdir, rename, rm, stat, symlink, writeFile } from 'node:fs/promises';
import { expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { type FileCalls, threadedCalls } from '../../../../src-main/core/share-io/file-calls.ts';
import { sha256OfFile } from '../../../../src-main/core/share-io/file-identity.ts';
import { createSpool, SourceChanged } from '../../../../src-main/core/spool/spool.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const MIB = 1024 * 1024;

/** In place, of the same size: only the times tell. */
async function overwriteFirstByte(path: string) {
  const handle = await open(path, 'r+');
  await handle.write('B', 0);
  await handle.close();
}

const interferences: Record<string, (path: string) => Promise<void>> = {
  'written on in place': overwriteFirstByte,
  'written on at its end': (path) => appendFile(path, 'more'),
  'replaced by another of the same size': async (path) => {
    await writeFile(`${path}.new`, Buffer.alloc(3 * MIB, 'C'));
    // Windows replaces no open file, and lets the file go.
    if (process.platform === 'win32') await rm(path);
    await rename(`${path}.new`, path);
  },
  'taken away': (path) => rm(path),
};

for (const [what, interfere] of Object.entries(interferences)) {
  it(`keeps no copy of a file that is ${what} while it is read (I3)`, async () => {
    await using dir = await tempDir('spool');
    let pieces = 0;
    const spool = createSpool({
      dir: dir.at('spool'),
      clock: systemClock,
      onChunk: async (path) => {
        if (++pieces === 2) await interfere(path);
      },
    });
    await writeFile(dir.at('a.txt'), Buffer.alloc(3 * MIB, 'A'));
    await expect(spool.freeze(dir.at('a.txt'))).rejects.toThrow(SourceChanged);
    expect(pieces).toBeGreaterThanOrEqual(2);
    expect(await readdir(dir.at('spool'))).toEqual([]);
  });
}

it('takes a file that goes away between the look and the copy for one that changed', async () => {
  await using dir = await tempDir('spool');
  const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
  let missed = 0;
  for (let round = 0; round < 300; round += 1) {
    await writeFile(dir.at('a.txt'), 'A');
    // Both looks are under way at once, so what follows the first comes between the second and the copy.
    const gone = stat(dir.at('a.txt')).then(() => rmSync(dir.at('a.txt')));
    const error = await spool.freeze(dir.at('a.txt')).then(
      () => null,
      (thrown: unknown) => thrown,
    );
    await gone;
    if (error === null) missed += 1;
    else expect(error).toBeInstanceOf(SourceChanged);
  }
  expect(missed).toBeLessThan(300);
});

it('gives the copy of a source that fails when it is closed', async () => {
  await using dir = await tempDir('spool');
  await writeFile(dir.at('a.txt'), 'A');
  const open: FileCalls['open'] = async (...asked) => {
    const file = await threadedCalls.open(...asked);
    const close = async () => {
      await file.close();
      throw new Error('EIO');
    };
    return {
      read: (...to) => file.read(...to),
      write: (...from) => file.write(...from),
      stat: (options) => file.stat(options),
      sync: () => file.sync(),
      close,
    };
  };
  const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
  const { spoolName } = await spool.freeze(dir.at('a.txt'), dir.path, { ...threadedCalls, open });
  expect(await readdir(dir.at('spool'))).toEqual([spoolName]);
});

it('removes a copy on request only', async () => {
  await using dir = await tempDir('spool');
  const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
  await writeFile(dir.at('a.txt'), 'A'.repeat(100));
  const { spoolName, sha256 } = await spool.freeze(dir.at('a.txt'));
  expect(await spool.removeOrphans(() => new Set([spoolName]))).toBe(0);
  expect(await sha256OfFile(spool.pathOf(spoolName))).toBe(sha256);
  await spool.remove([spoolName]);
  expect(await readdir(dir.at('spool'))).toEqual([]);
  expect(() => spool.pathOf('../ledger.db')).toThrow(TypeError);
});

it('writes nothing of a copy that there is no room for, and counts those under way', async () => {
  await using dir = await tempDir('spool');
  let free = 300 * MIB;
  let reached = () => {};
  const begun = new Promise<void>((resolve) => {
    reached = resolve;
  });
  const held = Promise.withResolvers<void>();
  const spool = createSpool({
    dir: dir.at('spool'),
    clock: systemClock,
    freeBytes: async () => free,
    onChunk: async () => {
      reached();
      await held.promise;
    },
  });
  await writeFile(dir.at('one.txt'), Buffer.alloc(30 * MIB, 'A'));
  await writeFile(dir.at('two.txt'), Buffer.alloc(30 * MIB, 'B'));
  const first = spool.freeze(dir.at('one.txt'));
  await begun;
  await expect(spool.freeze(dir.at('two.txt'))).rejects.toMatchObject({ code: 'ENOSPC' });
  expect(await readdir(dir.at('spool'))).toHaveLength(1);
  held.resolve();
  await first;
  await spool.freeze(dir.at('two.txt'));
  free = 280 * MIB;
  await expect(spool.freeze(dir.at('two.txt'))).rejects.toMatchObject({ code: 'ENOSPC' });
});

it('copies nothing from behind a link that stands in a folder below the root', async () => {
  await using dir = await tempDir('spool');
  const spool = createSpool({ dir: dir.at('spool'), clock: systemClock });
  await mkdir(dir.at('outside'));
  await mkdir(dir.at('root'));
  await writeFile(dir.at('outside/a.txt'), 'not of this folder');
  await symlink(dir.at('outside'), dir.at('root/ward'));
  await expect(spool.freeze(dir.at('root/ward/a.txt'), dir.at('root'))).rejects.toThrow(SourceChanged);
  expect(await readdir(dir.path)).not.toContain('spool');
});
