import { readFile, writeFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { settingsSchema } from '../../../../src-main/contract/settings.ts';
import { feedOfPackage, keepUpdated, refuseUnchecked } from '../../../../src-main/hosts/desktop/updates.ts';
import { createTestClock } from '../../../support/clock.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const PACKAGE = 'https://updates.example/clearfolder';
const HOSPITAL = 'https://hospital.example/apps';
const HOUR_MS = 3_600_000;

/** The app with electron-updater, which finds `found` at any feed. */
function updating({
  packageFeed = PACKAGE,
  settings = {},
}: {
  packageFeed?: string | null;
  settings?: object;
} = {}) {
  const clock = createTestClock();
  const done: string[] = [];
  const logged: object[] = [];
  const parse = (changed: object) => settingsSchema.parse({ environment: 'practice', ...changed });
  let inForce = parse(settings);
  let found: string | null = '0.3.0';
  let fault: Error | null = null;
  const updater = {
    autoInstallOnAppQuit: true,
    netSession: { setProxy: async (proxy: object) => void done.push(`through ${JSON.stringify(proxy)}`) },
    setFeedURL: (feed: string) => void done.push(`from ${feed}`),
    async checkForUpdates() {
      if (fault !== null) throw fault;
      if (found === null) return { updateInfo: { version: '0.2.0' } };
      return { updateInfo: { version: found }, downloadPromise: Promise.resolve([]) };
    },
  };
  const updates = keepUpdated({
    packageFeed,
    load: async () => {
      done.push('loaded');
      return updater;
    },
    settings: () => inForce,
    log: (event, fields) => void logged.push({ event, ...fields }),
    clock,
  });
  return {
    ...{ clock, done, logged, updater, updates },
    set: (changed: object) => {
      inForce = parse(changed);
    },
    find: (version: string | null) => {
      found = version;
    },
    fail: (error: Error | null) => {
      fault = error;
    },
  };
}

test.each([
  [
    'a program that is not packaged, or whose package has no feed',
    { packageFeed: null, settings: { updates: { feed: HOSPITAL } } },
  ],
  ['settings or a policy that switch updates off', { settings: { updates: { check: false } } }],
])('%s: nothing is loaded and nobody is asked', async (_, given) => {
  const { clock, done, updates } = updating(given);
  await clock.advance(24 * HOUR_MS);
  updates.stop();
  expect(done).toEqual([]);
});

test('updates come every four hours from the feed and through the proxy of the settings, and are installed at the end', async () => {
  const { clock, done, logged, updater, updates, set, find } = updating();
  await clock.settle();
  expect(done).toEqual(['loaded', 'through {"mode":"direct"}', `from ${PACKAGE}`]);
  set({ updates: { feed: HOSPITAL }, network: { proxy: 'http://proxy.example:3128' } });
  find(null);
  await clock.advance(4 * HOUR_MS);
  expect(done.slice(3)).toEqual(['through {"proxyRules":"http://proxy.example:3128"}', `from ${HOSPITAL}`]);
  find('0.4.0');
  await clock.advance(8 * HOUR_MS);
  expect(done).toHaveLength(9);
  updates.stop();
  expect(updater.autoInstallOnAppQuit).toBe(true);
  await clock.advance(24 * HOUR_MS);
  expect(done).toHaveLength(9);
  expect(logged).toEqual(['0.3.0', '0.4.0'].map((version) => ({ event: 'update.ready', version })));
});

test.each([
  ['updates were switched off', { updates: { check: false } }],
  ['the feed was moved', { updates: { feed: HOSPITAL } }],
])('a download is not installed after %s', async (_, changed) => {
  const { clock, updater, updates, set } = updating();
  await clock.settle();
  set(changed);
  updates.stop();
  expect(updater.autoInstallOnAppQuit).toBe(false);
});

test('I11: a feed that is away is one line in the log, without its address, and is asked again', async () => {
  const { clock, logged, fail } = updating();
  fail(Object.assign(new Error(`${PACKAGE}/latest.yml`), { code: 'ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' }));
  await clock.advance(24 * HOUR_MS);
  fail(null);
  await clock.advance(4 * HOUR_MS);
  expect(logged).toEqual([
    { event: 'update.failed', error: 'Error ERR_UPDATER_CHANNEL_FILE_NOT_FOUND' },
    { event: 'update.ready', version: '0.3.0' },
  ]);
});

test('a package updates itself only where a signature proves the update', async () => {
  await using dir = await tempDir('updates');
  const feed = async (platform: NodeJS.Platform, text: string) => {
    await writeFile(dir.at('app-update.yml'), text);
    return feedOfPackage(platform, dir.path);
  };
  const unsigned = `provider: generic\nurl: ${PACKAGE}\nupdaterCacheDirName: clearfolder-updater\n`;
  const signed = `${unsigned}publisherName:\n  - CN=Example\n`;
  expect(feedOfPackage('win32', dir.at('nowhere'))).toBeNull();
  expect(await feed('win32', signed)).toBe(PACKAGE);
  expect(await feed('win32', unsigned)).toBeNull();
  expect(await feed('darwin', unsigned)).toBe(PACKAGE);
  expect(await feed('linux', signed)).toBeNull();
  expect(await feed('darwin', unsigned.replace('https', 'http'))).toBeNull();
});

test.each([
  'http://updates.example',
  'https://user:word@updates.example',
  'https://updates.example/?key=1',
  '',
])('the feed "%s" is refused', (feed) => {
  const { error } = settingsSchema.safeParse({ environment: 'practice', updates: { feed } });
  expect(error?.issues).toMatchObject([
    { path: ['updates', 'feed'], message: 'settings.mustBeHttpsAddress' },
  ]);
});

test('a package whose signature electron-updater could not check is refused', async () => {
  const verifier = new URL(
    'windowsExecutableCodeSignatureVerifier.js',
    import.meta.resolve('electron-updater'),
  );
  const text = await readFile(verifier, 'utf8');
  const [unchecked, ...more] = text.match(/Ignoring signature validation[\w ]*/g) ?? [];
  expect(more).toHaveLength(1);
  let warning: string | undefined;
  const updater: Parameters<typeof refuseUnchecked>[0] = {
    logger: null,
    verifyUpdateCodeSignature: async () => {
      updater.logger?.warn(warning);
      return null;
    },
  };
  refuseUnchecked(updater);
  for (const [said, fault] of [
    ['Signature validated using only CN Example.', null],
    [unchecked, 'PowerShell did not check the signature.'],
    ['Signature validated using only CN Example.', null],
  ] as const) {
    warning = said;
    expect(await updater.verifyUpdateCodeSignature(['CN=Example'], 'setup.exe')).toBe(fault);
  }
});
