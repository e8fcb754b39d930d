import { EventEmitter } from 'node:events';
import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import {
  createCrashLimit,
  createWindowMemory,
  visibleBounds,
} from '../../../../src-main/hosts/desktop/main-window.ts';
import { isOwnAddress } from '../../../../src-main/hosts/desktop/page-guard.ts';
import { apiSecretOfParent, desktopChoice } from '../../../../src-main/hosts/desktop/prepare-desktop.ts';
import { autostartEntry, setStartAtLogin } from '../../../../src-main/hosts/desktop/start-at-login.ts';
import { tempDir } from '../../../support/temp-dir.ts';

test('only the own scheme and host are the own address', () => {
  expect(isOwnAddress('app://clearfolder/index.html')).toBe(true);
  for (const url of [
    'app://other/',
    'app://clearfolder.example/',
    'http://clearfolder/',
    'file:///clearfolder',
    'null',
    '',
    'about:blank',
  ])
    expect(isOwnAddress(url), url).toBe(false);
});

test('a window is put where it was only if it can be taken hold of there', () => {
  const screen = { x: 0, y: 0, width: 1920, height: 1080 };
  const bounds = { x: 100, y: 80, width: 1300, height: 900 };
  expect(visibleBounds(bounds, [screen])).toEqual(bounds);
  expect(visibleBounds({ ...bounds, x: 4000 }, [screen])).toBeNull();
  expect(visibleBounds({ ...bounds, y: -200 }, [screen])).toBeNull();
  expect(visibleBounds({ ...bounds, width: 300 }, [screen])).toMatchObject({ width: 1024 });
  expect(visibleBounds(null, [screen])).toBeNull();
});

test('the window is remembered from one run to the next, and a damaged memory is no harm', async () => {
  await using dir = await tempDir('window');
  const bounds = { x: 1, y: 2, width: 1100, height: 800 };
  createWindowMemory(dir.at('window.json')).keep({ bounds });
  expect(createWindowMemory(dir.at('window.json')).get()).toEqual({
    bounds,
    maximized: false,
    explained: false,
  });
  expect(createWindowMemory(dir.path).get().bounds).toBeNull();
});

test('a page that crashes again and again is not loaded for ever', () => {
  let now = 0;
  const mayReload = createCrashLimit(() => now);
  expect([mayReload(), mayReload(), mayReload(), mayReload()]).toEqual([true, true, true, false]);
  now = 10 * 60_000;
  expect(mayReload()).toBe(true);
});

test('the switches reach the station, whatever Electron puts beside them', () => {
  const { station, background, args } = desktopChoice(
    [
      '--no-sandbox',
      'out/main/desktop.js',
      '--data',
      '/d',
      '--secrets=keychain',
      '--background',
      '--lang=de',
    ],
    {},
  );
  expect(station).toEqual({
    data: '/d',
    settings: null,
    secrets: 'keychain',
    apiSecret: null,
    apiSecretOrigin: null,
  });
  expect(background).toBe(true);
  expect(args).toEqual(['--data', '/d', '--secrets', 'keychain']);
});

test('start at login on Linux is an entry of the person that comes and goes', async () => {
  await using dir = await tempDir('login');
  const ports = {
    app: { getLoginItemSettings: never, setLoginItemSettings: never },
    platform: 'linux' as const,
    home: dir.path,
    configHome: undefined,
    command: ['/opt/Clear folder/clearfolder', '--data', '/srv/50%$x'] as const,
  };
  await setStartAtLogin(true, ports);
  const entry = await readFile(dir.at('.config', 'autostart', 'clearfolder.desktop'), 'utf8');
  expect(entry).toContain('Exec="/opt/Clear folder/clearfolder" "--data" "/srv/50%%\\\\$x"');
  await setStartAtLogin(false, ports);
  await expect(readFile(dir.at('.config', 'autostart', 'clearfolder.desktop'))).rejects.toThrow('ENOENT');
  expect(autostartEntry(['a'])).toMatch(/^\[Desktop Entry\]\n/);
});

function never(): never {
  throw new Error('not on Linux');
}

class Program extends EventEmitter {
  connected = true;
  disconnect = () => this.emit('disconnect');
}

test.each([
  { sent: { apiSecret: 'a:b:c' }, got: 'a:b:c' },
  { sent: 'a:b:c', got: null },
])('I9: the desktop program takes $got from its parent, which sends $sent', async ({ sent, got }) => {
  const program = new Program();
  const handed = apiSecretOfParent(program);
  program.emit('message', sent);
  expect(await handed).toBe(got);
});

test('a desktop program without a parent, or whose parent ended, has no handed api_secret', async () => {
  const alone = new Program();
  alone.connected = false;
  expect(await apiSecretOfParent(alone)).toBeNull();
  const left = new Program();
  const handed = apiSecretOfParent(left);
  left.disconnect();
  expect(await handed).toBeNull();
});
