import { chmod, writeFile } from 'node:fs/promises';
import { resolve } from 'node:path';
import { expect, onTestFinished, test } from 'vitest';
import { policyFile, readPolicy } from '../../../../src-main/core/settings/policy.ts';
import { loadSettings, settingsToWrite } from '../../../../src-main/core/settings/settings-file.ts';
import { needing, needs } from '../../../support/machine.ts';
import { tempDir } from '../../../support/temp-dir.ts';

const CA_FILE = resolve('/etc/ca.pem');
const PROXY = 'http://proxy.example:3128';

/** The policy `policy`, read from a file of this account; and a settings file with `settings`. */
async function withFiles(policy: unknown, settings: object) {
  const dir = await tempDir('policy');
  onTestFinished(() => dir[Symbol.asyncDispose]());
  await writeFile(dir.at('policy.json'), typeof policy === 'string' ? policy : JSON.stringify(policy));
  await writeFile(dir.at('settings.json'), JSON.stringify(settings));
  return {
    file: dir.at('settings.json'),
    policyFile: dir.at('policy.json'),
    read: () => readPolicy(dir.at('policy.json'), process.getuid?.()),
  };
}

test('the policy sets its own keys, and the settings file the others', async () => {
  const policy = {
    environment: 'hospital',
    environments: { hospital: 'https://service.example/public/v1' },
    network: { proxy: PROXY },
    updates: { check: false },
    folders: [{ id: 'scans', path: '/srv/scans', taskType: 'prior-auth' }],
  };
  const own = { id: 'mine', path: '/home/me', taskType: 'prior-auth' };
  const settings = {
    environment: 'practice',
    environments: { test: 'https://test.example/public/v1' },
    network: { extraCaFile: CA_FILE, proxy: null },
    updates: { feed: 'https://updates.example' },
    folders: [own],
  };
  const { file, read } = await withFiles(policy, settings);
  const loaded = loadSettings(file, read());
  expect(loaded.environment).toBe('hospital');
  expect(Object.keys(loaded.environments)).toEqual(['test', 'hospital']);
  expect(loaded.network).toEqual({ extraCaFile: CA_FILE, proxy: PROXY });
  expect(loaded.updates).toEqual({ check: false, feed: 'https://updates.example' });
  expect(loaded.folders.map(({ id }) => id)).toEqual(['scans']);
  expect(loadSettings(null, read()).environment).toBe('hospital');
});

test('a save keeps the values of the policy, and a save of another value is refused by name', async () => {
  const { file, read } = await withFiles({ network: { proxy: PROXY } }, { environment: 'practice' });
  const settings = loadSettings(file, read());
  const saved = settingsToWrite({ ...settings, retention: { days: 7 } }, file, read());
  expect([saved.retention.days, saved.network.proxy]).toEqual([7, PROXY]);
  const other = { ...settings, network: { ...settings.network, proxy: null } };
  expect(() => settingsToWrite(other, file, read())).toThrow(
    expect.objectContaining({
      code: 'settings.locked',
      message: expect.stringContaining('"network.proxy"'),
    }),
  );
});

test('a faulty value names the policy if the policy sets the value', async () => {
  const {
    file,
    policyFile: at,
    read,
  } = await withFiles({ retention: { days: 0 } }, { environment: 'practice', lock: 5 });
  expect(() => loadSettings(file, read())).toThrow(
    `retention.days: must be at least 1 (set by the policy ${at}); lock: must be of type object`,
  );
});

test.each([
  ['a text that is not JSON', '{', 'policy.invalid'],
  ['a list', '[]', 'policy.invalid'],
  ['a relative path', { network: { extraCaFile: 'ca.pem' } }, 'policy.invalid'],
  ['a relative folder', { folders: [{ id: 'a', path: 'scans', taskType: 't' }] }, 'policy.invalid'],
])('%s is refused', async (_, policy, code) => {
  const { read } = await withFiles(policy, {});
  expect(read).toThrow(expect.objectContaining({ code }));
});

test(
  'a policy that others can change is refused, and a policy that cannot be read too',
  needing(needs.posix),
  async () => {
    const { policyFile: at, read } = await withFiles({}, {});
    expect(() => readPolicy(at, 4711)).toThrow(expect.objectContaining({ code: 'policy.unprotected' }));
    await chmod(at, 0o622);
    expect(read).toThrow(expect.objectContaining({ code: 'policy.unprotected' }));
    expect(() => readPolicy('/proc/self/mem', 0)).toThrow(
      expect.objectContaining({ code: 'policy.unreadable' }),
    );
  },
);

test('a computer without a policy file has no policy; each system has its own place', () => {
  expect(readPolicy('/nowhere/policy.json')).toBeNull();
  expect(policyFile('linux')).toBe('/etc/clearfolder/policy.json');
  expect(policyFile('darwin')).toBe('/Library/Application Support/Clearfolder/policy.json');
  expect(policyFile('win32', {})).toContain('Common Files');
});
