import { mkdir, readdir, rename } from 'node:fs/promises';
import { expect, test } from 'vitest';
import type { FolderVerdict } from '../../../../../src-main/core/share-io/folder-identity.ts';
import { leaseOf } from '../../../../support/lease-of.ts';
import { type TestDir, tempDir } from '../../../../support/temp-dir.ts';

/** A station that was there before its share was mounted, and what the share's mark says. */
async function mountedLate(dir: TestDir) {
  const [root, share, mountPoint] = [dir.at('root'), dir.at('share'), dir.at('mount-point')];
  await mkdir(root);
  await mkdir(share);
  let verdict: FolderVerdict = 'known';
  let word: string | null = null;
  const station = () =>
    leaseOf({
      root,
      heartbeatMs: 1_000_000,
      record: { othersKnown: true },
      identity: {
        now: async () => verdict,
        get knownWord() {
          return word;
        },
      },
    });
  const lease = station();
  await lease.check();
  await rename(root, mountPoint);
  await rename(share, root);
  await lease.check();
  word = await lease.word();
  return {
    station,
    lease,
    leases: async () => (await readdir(`${root}/.clearfolder`)).filter((name) => name.startsWith('lease-')),
    unmount: async () => {
      await rename(root, share);
      await rename(mountPoint, root);
      verdict = 'unsure';
    },
    mount: async () => {
      await rename(root, mountPoint);
      await rename(share, root);
    },
  };
}

test('I2: its own lease on the empty mount point is not the one that it has in the share', async () => {
  await using dir = await tempDir('mount-point');
  const { lease, leases, unmount, mount } = await mountedLate(dir);
  expect([lease.generation, await lease.holds()]).toEqual([1, true]);
  await unmount();
  expect(await leases()).toEqual(['lease-1']);
  expect(await lease.holds()).toBe(false);
  expect(lease.state).toEqual({ kind: 'unknown' });
  expect(await lease.mayCreate()).toBe(false);
  expect(await leases()).toEqual(['lease-1']);
  await mount();
  await lease.check();
  expect(await lease.holds()).toBe(true);
});

test('I2: nor does a station that starts before the share is mounted take it, and it knows the share by its mark', async () => {
  await using dir = await tempDir('mount-point');
  const { station, leases, unmount, mount } = await mountedLate(dir);
  await unmount();
  const later = station();
  await later.check();
  expect(later.state).toEqual({ kind: 'unknown' });
  expect(await leases()).toEqual(['lease-1']);
  await mount();
  await later.check();
  expect(later.state).toEqual({ kind: 'mine', generation: 2 });
});
