import { mkdir } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  fileSystemOf,
  isOnLocalDisk,
  mountsShareBelow,
} from '../../../../src-main/core/share-io/file-calls.ts';
import { needing, needs } from '../../../support/machine.ts';
import { tempDir } from '../../../support/temp-dir.ts';

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
