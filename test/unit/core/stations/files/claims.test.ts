import { readdir, readFile, writeFile } from 'node:fs/promises';
import { describe, expect, it } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import {
  directCalls,
  type FileCalls,
  threadedCalls,
} from '../../../../../src-main/core/share-io/file-calls.ts';
import { createFileClaims, type Naming } from '../../../../../src-main/core/stations/files/claims.ts';
import { tempDir } from '../../../../support/temp-dir.ts';

const ACCOUNT = { environment: 'production', organisation: null };

const KEY = 'a'.repeat(64);
const [ONE, TWO] = [
  { externalId: 'X', station: 'a', ...ACCOUNT },
  { externalId: 'Y', station: 'b', ...ACCOUNT },
];

const claimsIn = (root: string, calls: FileCalls = directCalls, naming?: Naming) =>
  createFileClaims(root, systemClock, () => calls, naming);

/** The machine sleeps when it has opened a file, before it has written into it. */
function sleepyCalls() {
  const asleep = Promise.withResolvers<void>();
  const woken = Promise.withResolvers<void>();
  const calls: FileCalls = {
    ...threadedCalls,
    open: async (...args) => {
      const file = await threadedCalls.open(...args);
      return {
        read: (...range) => file.read(...range),
        stat: (options) => file.stat(options),
        sync: () => file.sync(),
        close: () => file.close(),
        write: async (...what) => {
          asleep.resolve();
          await woken.promise;
          return await file.write(...what);
        },
      };
    },
  };
  return { calls, asleep: asleep.promise, wake: woken.resolve };
}

describe('I2: a station that sleeps while it writes a claim', () => {
  it('does not have it yet: the other makes it, and is found by this one', async () => {
    await using dir = await tempDir('claims');
    const sleepy = sleepyCalls();
    const late = claimsIn(dir.path, sleepy.calls).claim(KEY, ONE);
    await sleepy.asleep;
    expect(await claimsIn(dir.path).claim(KEY, TWO)).toBeNull();
    sleepy.wake();
    expect(await late).toEqual(TWO);
  });

  it('in the place of another of its own, lets that be read until then', async () => {
    await using dir = await tempDir('claims');
    await claimsIn(dir.path).claim(KEY, { ...ONE, externalId: 'before' });
    const sleepy = sleepyCalls();
    const late = claimsIn(dir.path, sleepy.calls).replace(KEY, ONE);
    await sleepy.asleep;
    expect(await claimsIn(dir.path).claim(KEY, TWO)).toEqual({ ...ONE, externalId: 'before' });
    sleepy.wake();
    await late;
    expect(await claimsIn(dir.path).claim(KEY, TWO)).toEqual(ONE);
    expect(await readdir(dir.at('.clearfolder/claims'))).toEqual([KEY]);
  });

  it('and never wakes, leaves nothing that looks like a claim', async () => {
    await using dir = await tempDir('claims');
    const sleepy = sleepyCalls();
    const never = claimsIn(dir.path, sleepy.calls).claim(KEY, ONE);
    await sleepy.asleep;
    expect(await readdir(dir.at('.clearfolder/claims'))).toEqual([expect.stringMatching(/^\..*\.part$/)]);
    expect(await claimsIn(dir.path).claim(KEY, ONE)).toBeNull();
    expect(await claimsIn(dir.path).claim(KEY, TWO)).toEqual(ONE);
    sleepy.wake();
    await never;
  });
});

it('is made by exactly one of many that try, and read whole by the others', async () => {
  await using dir = await tempDir('claims');
  const all = Array.from({ length: 8 }, (_, n) => ({ externalId: `${n}`, station: `${n}`, ...ACCOUNT }));
  const calls = (n: number) => (n % 2 === 0 ? directCalls : threadedCalls);
  const found = await Promise.all(all.map((claim, n) => claimsIn(dir.path, calls(n)).claim(KEY, claim)));
  const winner = all[found.indexOf(null)];
  expect(winner).toBeDefined();
  expect(found.filter((standing) => standing !== null)).toEqual(Array(7).fill(winner));
  expect(JSON.parse(await readFile(dir.at('.clearfolder/claims', KEY), 'utf8'))).toEqual(winner);
});

it.each(['EPERM', 'ENOTSUP', 'ENOSYS'])(
  'where the share says %s to hard links and renames, is written in its place',
  async (code) => {
    await using dir = await tempDir('claims');
    const no = () => Promise.reject(Object.assign(new Error('no'), { code }));
    const claims = claimsIn(dir.path, directCalls, { link: no, rename: no });
    expect(await claims.claim(KEY, ONE)).toBeNull();
    expect(await claims.claim(KEY, TWO)).toEqual(ONE);
    await claims.replace(KEY, { ...ONE, externalId: 'Z' });
    expect(await claims.claim(KEY, TWO)).toEqual({ ...ONE, externalId: 'Z' });
    expect(await readdir(dir.at('.clearfolder/claims'))).toEqual([KEY]);
    await writeFile(dir.at('.clearfolder/claims', KEY), '{"exter');
    expect(await claims.claim(KEY, TWO)).toBe('unreadable');
  },
);
