import { mkdirSync, renameSync, rmSync, symlinkSync, writeFileSync } from 'node:fs';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { watchDirectories } from '../../../../../src-main/core/folders/watch/directory-watcher.ts';
import { threadedCalls } from '../../../../../src-main/core/share-io/file-calls.ts';
import { needing, needs } from '../../../../support/machine.ts';
import { type TempDir, tempDir } from '../../../../support/temp-dir.ts';
import { until } from '../../../../support/until.ts';

let dir: TempDir;
let watcher: { close(): Promise<void> } | null;
let hints: string[];
let [probes, errors] = [0, 0];

beforeEach(async () => {
  dir = await tempDir('watched');
  hints = [];
  [probes, errors] = [0, 0];
  watcher = null;
});
afterEach(async () => {
  await watcher?.close();
  await dir.remove();
});

async function watchIt(): Promise<void> {
  let ready = false;
  watcher = watchDirectories(dir.path, {
    calls: () => threadedCalls,
    onHint: (path) => void hints.push(path),
    onProbe: () => {
      probes += 1;
    },
    onError: () => {
      errors += 1;
    },
    onReady: () => {
      ready = true;
    },
  });
  await until(() => ready, { what: 'the watcher' });
}
const told = (path: string) =>
  until(() => hints.includes(path), { what: `a hint at ${path}, after ${hints}` });

describe('watching folders, not files', needing(needs.linux), () => {
  it('tells of files that come, change and go, at any depth', async () => {
    mkdirSync(dir.at('a', 'b'), { recursive: true });
    writeFileSync(dir.at('a', 'b', 'old.pdf'), 'old');
    await watchIt();
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

  it('watches folders that come, and tells of them once they are watched', async () => {
    await watchIt();
    mkdirSync(dir.at('new', 'deep'), { recursive: true });
    await until(() => hints.filter((hint) => hint === 'new').length >= 2, { what: 'two hints' });
    writeFileSync(dir.at('new', 'deep', 'file.pdf'), 'x');
    await told('new/deep/file.pdf');
  });

  it('watches a folder under its new name, and one that was put in the place of another', async () => {
    mkdirSync(dir.at('one', 'in'), { recursive: true });
    await watchIt();
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

  it('tells when the folder itself goes away, once, and does not end for it', async () => {
    await watchIt();
    rmSync(dir.path, { recursive: true });
    await told('');
    expect(errors).toBe(0);
  });

  it('fails when another folder stands there at once, whatever its number: nothing watches that one', async () => {
    mkdirSync(dir.at('in'));
    await watchIt();
    rmSync(dir.path, { recursive: true });
    mkdirSync(dir.path);
    await until(() => errors === 1);
  });

  it('follows no link', async () => {
    await using elsewhere = await tempDir('elsewhere');
    symlinkSync(elsewhere.path, dir.at('link'));
    await watchIt();
    writeFileSync(elsewhere.at('file.pdf'), 'x');
    writeFileSync(dir.at('after.pdf'), 'x');
    await told('after.pdf');
    expect(hints).toEqual(['after.pdf']);
  });

  it('tells of the probe and of nothing else in our own folders', async () => {
    mkdirSync(dir.at('.clearfolder'));
    mkdirSync(dir.at('Sent (Clearfolder)'));
    await watchIt();
    writeFileSync(dir.at('.clearfolder', 'lease'), 'x');
    writeFileSync(dir.at('Sent (Clearfolder)', 'file.pdf'), 'x');
    writeFileSync(dir.at('.clearfolder', 'probe-me'), 'x');
    await until(() => probes > 0, { what: 'the probe' });
    expect(hints).toEqual([]);
  });

  it('finds the probe in a control folder that is made later', async () => {
    await watchIt();
    mkdirSync(dir.at('.clearfolder'));
    await until(
      () => {
        writeFileSync(dir.at('.clearfolder', 'probe-me'), String(Math.random()));
        return probes > 0;
      },
      { what: 'the probe' },
    );
  });

  it('throws where there is nothing to watch', () => {
    expect(() =>
      watchDirectories(dir.at('nothing'), {
        calls: () => threadedCalls,
        onHint: () => undefined,
        onProbe: () => undefined,
        onError: () => undefined,
        onReady: () => undefined,
      }),
    ).toThrow('ENOENT');
  });
});
