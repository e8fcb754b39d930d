import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, chown, mkdir, readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { beforeEach, expect, it } from 'vitest';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createFileStore } from '../../../../src-main/core/secrets/file-store.ts';
import { PRIVATE_FILE, PRIVATE_FOLDER } from '../../../support/file-modes.ts';
import { needing, needs } from '../../../support/machine.ts';
import { type TestDir, testDir } from '../../../support/test-dir.ts';

let dir: TestDir;
beforeEach(async () => {
  dir = testDir();
});

const open = (path = dir.at('secrets.json')) => createFileStore(path, { clock: systemClock });
const modeOf = async (path: string) => (await stat(path)).mode & 0o777;
const unsafe = (words: string) =>
  expect.objectContaining({ code: 'secrets.unsafe-file', message: expect.stringContaining(words) });

it('keeps entries in a file of mode 0600, in a folder of mode 0700, whatever the umask', async () => {
  const umask = process.umask(0);
  try {
    const store = open(dir.at('new', 'deep', 'secrets.json'));
    await store.check();
    await store.set('a', '1');
    await store.set('a', '2');
    expect(await open(dir.at('new', 'deep', 'secrets.json')).get('a')).toBe('2');
    await store.delete('a');
    await store.delete('a');
    expect(await store.get('a')).toBeNull();
  } finally {
    process.umask(umask);
  }
  expect(await modeOf(dir.at('new', 'deep', 'secrets.json'))).toBe(PRIVATE_FILE);
  expect(await modeOf(dir.at('new', 'deep'))).toBe(PRIVATE_FOLDER);
  expect((await readdir(dir.at('new', 'deep'))).sort()).toEqual(['secrets.json', 'secrets.json.lock']);
});

it.each(['640', '604', '620', '660'])(
  'refuses a file of mode %s, for reading and for writing',
  needing(needs.posix),
  async (mode) => {
    await open().set('a', '1');
    await chmod(dir.at('secrets.json'), Number.parseInt(mode, 8));
    await expect(open().get('a')).rejects.toEqual(unsafe('other users'));
    await expect(open().set('a', '2')).rejects.toEqual(unsafe('other users'));
    expect(await readFile(dir.at('secrets.json'), 'utf8')).toContain('"1"');
  },
);

it(
  'refuses a link, a folder, and a file in a folder that others may change',
  needing(needs.posix),
  async () => {
    await open().set('a', '1');
    await symlink(dir.at('secrets.json'), dir.at('link.json'));
    await expect(open(dir.at('link.json')).get('a')).rejects.toEqual(unsafe('is a link'));
    await mkdir(dir.at('folder.json'));
    await expect(open(dir.at('folder.json')).get('a')).rejects.toEqual(unsafe('not an ordinary file'));
    await chmod(dir.path, 0o777);
    await expect(open().get('a')).rejects.toEqual(unsafe('may replace the file'));
    await expect(open(dir.at('fresh.json')).set('a', '1')).rejects.toEqual(unsafe('may replace the file'));
  },
);

it('refuses a file that belongs to another user', needing(needs.root), async () => {
  await open().set('a', '1');
  await chown(dir.at('secrets.json'), 12345, 12345);
  await expect(open().get('a')).rejects.toEqual(unsafe('another user'));
});

it('leaves a damaged file as it is, and does not quote it', async () => {
  await writeFile(dir.at('secrets.json'), '{"entries": p:u:topsecret', { mode: 0o600 });
  const error: unknown = await open()
    .set('a', '1')
    .catch((reason: unknown) => reason);
  expect(error).toMatchObject({ code: 'secrets.damaged' });
  expect(JSON.stringify(error, Object.getOwnPropertyNames(error))).not.toContain('topsecret');
  expect(await readFile(dir.at('secrets.json'), 'utf8')).toContain('topsecret');
});

it('says that it cannot write', async () => {
  await writeFile(dir.at('plain'), '');
  await expect(open(dir.at('plain', 'secrets.json')).set('a', '1')).rejects.toMatchObject({
    code: 'secrets.unwritable',
  });
});

it('loses nothing when several processes write at once', async () => {
  const writer = fileURLToPath(new URL('./file-writer.ts', import.meta.url));
  const writers = ['one', 'two', 'three'].map((who) =>
    spawn(process.execPath, [writer, dir.at('secrets.json'), who], { stdio: 'inherit' }),
  );
  for (const [code] of await Promise.all(writers.map((child) => once(child, 'exit')))) expect(code).toBe(0);
  const { entries } = JSON.parse(await readFile(dir.at('secrets.json'), 'utf8'));
  expect(Object.keys(entries)).toHaveLength(30);
});
