import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { findElectron } from '../../../../src-main/hosts/command-line/open/find-electron.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const DAY_MS = 24 * 3_600_000;

/** A package of Electron whose installer does what `script` says. */
async function electronPackage(script: string) {
  const dir = await tempDir('electron');
  mkdirSync(dir.at('package'));
  writeFileSync(
    dir.at('package', 'install.js'),
    `const fs = require('node:fs'); const here = __dirname;
     const { CLEARFOLDER_API_SECRET, ELECTRON_MIRROR, electron_use_remote_checksums } = process.env;
     fs.appendFileSync(here + '/tries', CLEARFOLDER_API_SECRET ?? ELECTRON_MIRROR ?? electron_use_remote_checksums ?? 'x');
     ${script}`,
  );
  let now = Date.now();
  let told = 0;
  const find = () =>
    findElectron({
      env: {
        PATH: process.env['PATH'],
        CLEARFOLDER_API_SECRET: 'geheim',
        ELECTRON_MIRROR: 'https://mirror.test/',
        electron_use_remote_checksums: '1',
      },
      dataFolder: dir.at('data'),
      now: () => now,
      packageDir: dir.at('package'),
      fetchAtMostMs: 1_000,
      onFetch: () => {
        told += 1;
      },
    });
  return {
    dir,
    find,
    told: () => told,
    tries: () =>
      existsSync(dir.at('package', 'tries')) ? readFileSync(dir.at('package', 'tries'), 'utf8') : '',
    later: (ms: number) => {
      now += ms;
    },
    [Symbol.asyncDispose]: () => dir.remove(),
  };
}

test('the runtime is fetched where it is missing, and used as it is from then on; its installer gets no secret and no other server', async () => {
  await using electron = await electronPackage(
    `fs.mkdirSync(here + '/dist'); fs.writeFileSync(here + '/dist/electron', ''); fs.writeFileSync(here + '/path.txt', 'electron');`,
  );
  const path = electron.dir.at('package', 'dist', 'electron');
  expect(await electron.find()).toBe(path);
  expect(await electron.find()).toBe(path);
  expect(electron.tries()).toBe('x');
  expect(electron.told()).toBe(1);
});

test('what cannot be fetched is tried again a day later, and no sooner', async () => {
  await using electron = await electronPackage('process.exit(1);');
  expect(await electron.find()).toBeNull();
  expect(await electron.find()).toBeNull();
  electron.later(DAY_MS - 60_000);
  expect(await electron.find()).toBeNull();
  expect(electron.tries()).toBe('x');
  electron.later(120_000);
  expect(await electron.find()).toBeNull();
  expect(electron.tries()).toBe('xx');
});

test('a fetch that hangs is given up', async () => {
  await using electron = await electronPackage('setInterval(() => undefined, 1000);');
  expect(await electron.find()).toBeNull();
});

test('without a package there is nothing to fetch', async () => {
  await using dir = await tempDir('electron');
  const found = await findElectron({
    env: {},
    dataFolder: dir.path,
    now: Date.now,
    packageDir: null,
    onFetch: () => {
      throw new Error('nothing is fetched');
    },
  });
  expect(found).toBeNull();
});
