import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest';
import {
  pathOfEvent,
  type WatchEvents,
  type WatchFolder,
  watchDirectories,
  watchRecursively,
} from '../../../../../src-main/core/folders/watch/watcher.ts';
import { threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { type TempDir, tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';

let dir: TempDir;
let watcher: { close(): void } | null;
let hints: string[];
let [probes, errors] = [0, 0];

beforeEach(async () => {
  dir = await tempDir('watched');
  hints = [];
  [probes, errors] = [0, 0];
  watcher = null;
});
afterEach(async () => {
  watcher?.close();
  await dir.remove();
});

const events = (onReady: () => void): WatchEvents => ({
  calls: () => threadedCalls,
  onHint: (path) => void hints.push(path),
  onProbe: () => {
    probes += 1;
  },
  onDoubt: () => undefined,
  onError: () => {
    errors += 1;
  },
  onReady,
});
async function watchIt(watchFolder: WatchFolder): Promise<void> {
  const ready = Promise.withResolvers<void>();
  watcher = watchFolder(dir.path, events(ready.resolve));
  await ready.promise;
}
const told = (path: string) =>
  until(() => hints.includes(path), { what: `a hint at ${path}, after ${hints}` });

// Node imitates the recursive watch of Windows and macOS on Linux. These tests prove our adapter, not those systems.
describe.each([
  ['of Linux', watchDirectories],
  ['of Windows and macOS', watchRecursively],
])('the watcher %s', needing(needs.linux), (_name, watchFolder) => {
  it('reports files that appear, change, move and disappear, at any depth', async () => {
    mkdirSync(dir.at('a', 'b'), { recursive: true });
    writeFileSync(dir.at('a', 'b', 'old.pdf'), 'old');
    await watchIt(watchFolder);
    expect(hints).toEqual([]);
    writeFileSync(dir.at('new.pdf'), 'new');
    await told('new.pdf');
    writeFileSync(dir.at('a', 'b', 'old.pdf'), 'changed');
    await told('a/b/old.pdf');
    hints = [];
    renameSync(dir.at('a', 'b', 'old.pdf'), dir.at('a', 'moved.pdf'));
    await told('a/b/old.pdf');
    await told('a/moved.pdf');
    hints = [];
    rmSync(dir.at('new.pdf'));
    await told('new.pdf');
  });

  it('reports the probe, and nothing else in our own folders', async () => {
    mkdirSync(dir.at('.clearfolder'));
    mkdirSync(dir.at('Sent (Clearfolder)'));
    await watchIt(watchFolder);
    writeFileSync(dir.at('.clearfolder', 'lease'), 'x');
    writeFileSync(dir.at('Sent (Clearfolder)', 'file.pdf'), 'x');
    writeFileSync(dir.at('.clearfolder', 'probe-me'), 'x');
    await until(() => probes > 0, { what: 'the probe' });
    expect(hints).toEqual([]);
  });

  it('finds the probe in a control folder that is made later', async () => {
    await watchIt(watchFolder);
    mkdirSync(dir.at('.clearfolder'));
    await until(
      () => {
        writeFileSync(dir.at('.clearfolder', 'probe-me'), String(Math.random()));
        return probes > 0;
      },
      { what: 'the probe' },
    );
  });

  it('reports nothing once it is closed', async () => {
    await watchIt(watchFolder);
    watcher?.close();
    writeFileSync(dir.at('late.pdf'), 'x');
    watcher = null;
    await watchIt(watchFolder);
    writeFileSync(dir.at('later.pdf'), 'x');
    await told('later.pdf');
    expect(hints).not.toContain('late.pdf');
  });
});

test('the watcher of Windows and macOS reports an error if there is nothing to watch', async () => {
  watcher = watchRecursively(
    dir.at('nothing'),
    events(() => undefined),
  );
  await until(() => errors === 1);
});

test.each<[string, string | Buffer | null, string | null, path.PlatformPath]>([
  ['C:\\in', 'ward 3\\scan.pdf', 'ward 3/scan.pdf', path.win32],
  ['C:\\in', 'C:\\in\\ward 3\\scan.pdf', 'ward 3/scan.pdf', path.win32],
  ['C:\\in', null, null, path.win32],
  ['/in', 'a\\b.pdf', 'a\\b.pdf', path.posix],
])('an event in %s with the name %s is of the path %s', (root, name, expected, paths) => {
  expect(pathOfEvent(root, name, paths)).toBe(expected);
});

describe('the watcher of Linux, by folder', needing(needs.linux), () => {
  it('follows no link', async () => {
    await using elsewhere = await tempDir('elsewhere');
    symlinkSync(elsewhere.path, dir.at('link'));
    await watchIt(watchDirectories);
    writeFileSync(elsewhere.at('file.pdf'), 'x');
    writeFileSync(dir.at('after.pdf'), 'x');
    await told('after.pdf');
    expect(hints).toEqual(['after.pdf']);
  });

  it('watches a new folder, and reports the folder once it is watched', async () => {
    await watchIt(watchDirectories);
    mkdirSync(dir.at('new', 'deep'), { recursive: true });
    await until(() => hints.filter((hint) => hint === 'new').length >= 2, { what: 'two hints' });
    writeFileSync(dir.at('new', 'deep', 'file.pdf'), 'x');
    await told('new/deep/file.pdf');
  });

  it('watches a renamed folder, and a folder that took the place of another', async () => {
    mkdirSync(dir.at('one', 'in'), { recursive: true });
    await watchIt(watchDirectories);
    renameSync(dir.at('one'), dir.at('two'));
    await told('one');
    await until(() => hints.filter((hint) => hint === 'two').length >= 2, { what: 'two hints' });
    writeFileSync(dir.at('two', 'in', 'file.pdf'), 'x');
    await told('two/in/file.pdf');
    rmSync(dir.at('two'), { recursive: true });
    mkdirSync(dir.at('two'));
    hints = [];
    writeFileSync(dir.at('two', 'again.pdf'), 'x');
    await until(() => hints.some((hint) => hint === 'two' || hint === 'two/again.pdf'), { what: 'a hint' });
    writeFileSync(dir.at('two', 'later.pdf'), 'x');
    await until(() => hints.includes('two/later.pdf') || hints.includes('two'), { what: 'a hint' });
  });

  it('reports once that the folder itself disappeared, and does not fail', async () => {
    await watchIt(watchDirectories);
    rmSync(dir.path, { recursive: true });
    await told('');
    expect(errors).toBe(0);
  });

  it('fails if another folder takes the place of the folder itself, even with the same inode', async () => {
    mkdirSync(dir.at('in'));
    await watchIt(watchDirectories);
    rmSync(dir.path, { recursive: true });
    mkdirSync(dir.path);
    await until(() => errors === 1);
  });

  it('throws if there is nothing to watch', () => {
    expect(() =>
      watchDirectories(
        dir.at('nothing'),
        events(() => undefined),
      ),
    ).toThrow('ENOENT');
  });
});
