import { execFileSync } from 'node:child_process';
import { mkdir, symlink, writeFile } from 'node:fs/promises';
import { describe, expect, it, test } from 'vitest';
import {
  directCalls,
  fileSystemOf,
  isOnLocalDisk,
  mountsShareBelow,
  threadedCalls,
} from '../../../../src-main/core/share-io/file-calls.ts';
import { type WalkedFile, walk } from '../../../../src-main/core/share-io/walk.ts';
import { needing, needs } from '../../../support/machine.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const MAKE_PIPE = 'mkfifo';

describe.each([
  ['local', directCalls],
  ['remote', threadedCalls],
])('a walk of a %s disk', (_disk, calls) => {
  it('sees every file once, follows no link, and leaves our own folders alone', async () => {
    await using dir = await tempDir('walk');
    await mkdir(dir.at('a/b'), { recursive: true });
    await mkdir(dir.at('.clearfolder'));
    await mkdir(dir.at('Sent (Clearfolder)'));
    const expected: string[] = [];
    for (let n = 0; n < 600; n++) {
      const path = `${['', 'a/', 'a/b/'][n % 3]}${n}.pdf`;
      await writeFile(dir.at(path), 'x'.repeat(n));
      expected.push(`file ${path} ${n}`);
    }
    await writeFile(dir.at('.clearfolder/lease-1'), 'ours');
    await writeFile(dir.at('Sent (Clearfolder)/a.pdf'), 'ours');
    await symlink(dir.path, dir.at('a/round'));
    execFileSync(MAKE_PIPE, [dir.at('pipe')]);
    const seen: WalkedFile[] = [];
    await walk({ root: dir.path, calls, onFile: (file) => void seen.push(file) });
    const files = seen.filter((file) => file.kind === 'file');
    expect(files.map((file) => `file ${file.path} ${file.identity.size}`).sort()).toEqual(expected.sort());
    const others = seen.filter((file) => file.kind !== 'file').map((file) => `${file.kind} ${file.path}`);
    expect(others.sort()).toEqual(['special-file pipe', 'symlink a/round']);
  });

  it('goes on after an entry that fails, and rejects when the folder itself cannot be listed', async () => {
    await using dir = await tempDir('walk');
    for (const name of ['a', 'b', 'c']) await writeFile(dir.at(name), name);
    const troubles: string[] = [];
    const seen: string[] = [];
    await walk({
      root: dir.path,
      calls,
      onTrouble: ({ path }) => void troubles.push(path),
      onFile: ({ path }) => {
        if (path === 'b') throw Object.assign(new Error('bad'), { code: 'EIO' });
        seen.push(path);
      },
    });
    expect([seen.sort(), troubles]).toEqual([['a', 'c'], ['b']]);
    await expect(walk({ root: dir.at('nowhere'), calls, onFile: () => undefined })).rejects.toThrow('ENOENT');
  });

  it('tells of each name that is no text, and looks at the others', needing(needs.linux), async () => {
    await using dir = await tempDir('walk');
    const named = (bytes: number[], end: string) =>
      Buffer.concat([Buffer.from(`${dir.path}/`), Buffer.from(bytes), Buffer.from(end)]);
    await writeFile(named([0xff], '.pdf'), 'a');
    await writeFile(named([0xfe], '.pdf'), 'b');
    await mkdir(named([0xc3], ''));
    await writeFile(named([0xc3], '/below.pdf'), 'c');
    await writeFile(dir.at('\uFFFD\uFFFD.pdf'), 'd');
    const seen: string[] = [];
    const troubles: string[] = [];
    await walk({
      root: dir.path,
      calls,
      onFile: ({ path }) => void seen.push(path),
      onTrouble: ({ path, code }) => void troubles.push(`${code} ${path}`),
    });
    expect(seen).toEqual(['\uFFFD\uFFFD.pdf']);
    expect(troubles.sort()).toEqual(['EILSEQ \uFFFD', 'EILSEQ \uFFFD.pdf', 'EILSEQ \uFFFD.pdf']);
  });
});

const MOUNTS = String.raw`22 1 254:0 / / rw,relatime - ext4 /dev/vda rw
30 22 0:25 / /srv/scans/ct rw,relatime shared:5 - nfs4 host:/ct rw,vers=4.2
31 22 0:26 / /srv/two\040words/x rw - cifs //host/x rw
32 22 0:27 / /srv/local/cache rw - tmpfs tmpfs rw
`;

test('a share that is mounted below a folder makes it one that may hang', () => {
  expect(mountsShareBelow(MOUNTS, '/srv/scans')).toBe(true);
  expect(mountsShareBelow(MOUNTS, '/srv/two words')).toBe(true);
  expect(mountsShareBelow(MOUNTS, '/')).toBe(true);
  for (const folder of ['/srv/local', '/srv/scan', '/srv/scans/ct', '/home'])
    expect([folder, mountsShareBelow(MOUNTS, folder)]).toEqual([folder, false]);
});

test('a folder of this machine is known as one; what is not there is not', needing(needs.linux), async () => {
  await using dir = await tempDir('disk');
  await mkdir(dir.at('in'));
  expect(await isOnLocalDisk(dir.at('in'))).toBe(true);
  expect(await isOnLocalDisk('/proc/self')).toBe(false);
  expect(await isOnLocalDisk(dir.at('nowhere'))).toBe(false);
});

test('the file system of a folder is that of the nearest mount above, and of the last one there', () => {
  const mounts = `${MOUNTS}33 22 0:28 / /srv/local/cache rw - fuse.sshfs host:/ rw\n`;
  const kinds = ['/home', '/srv/scans', '/srv/scans/ct/a', '/srv/local/cache'].map((at) =>
    fileSystemOf(mounts, at),
  );
  expect(kinds).toEqual(['ext4', 'ext4', 'nfs4', 'fuse.sshfs']);
});
