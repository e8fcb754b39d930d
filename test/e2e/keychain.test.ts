import { existsSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { type KeyringState, runWithKeyring } from '../support/keyring.ts';
import { filesBelow } from '../support/samples.ts';
import { tempDir } from '../support/temp-dir.ts';

const PROGRAM = pathToFileURL(join(import.meta.dirname, '..', '..', 'out', 'main', 'station.js'));
const CLEAR = pathToFileURL(join(import.meta.dirname, 'support', 'forget-entry.ts'));

/** The built program with a keyring of its own: a station whose ledger exists, made while the keyring was unlocked. */
async function withKeyring() {
  const home = await tempDir('keyring');
  onTestFinished(() => home.remove());
  const settings = { environment: 'test', environments: { test: 'http://127.0.0.1:9/public/v1' } };
  writeFileSync(home.at('settings.json'), JSON.stringify(settings));
  const where = ['--data', home.at('data'), '--settings', home.at('settings.json')];
  const run = (state: KeyringState, ...args: string[]) =>
    runWithKeyring(PROGRAM, [...args, ...where], { home: home.path, state });
  const station = () => JSON.parse(readFileSync(home.at('data', 'station.json'), 'utf8')).id;
  const forget = (name: string) =>
    runWithKeyring(CLEAR, [station(), name], { home: home.path, state: 'unlocked' });
  const ledger = home.at('data', 'test', 'ledger.db');
  return { home, run, forget, ledger };
}

test('no keychain, a locked one, one that lost its entry: refused with words, nothing in plain text, no new key', async () => {
  const { home, run, forget, ledger } = await withKeyring();
  const absent = await run('no-bus', 'pause', 'in');
  expect([absent.code, absent.stdout]).toEqual([1, '']);
  expect(absent.stderr).toContain('keychain cannot be reached');
  expect(absent.stderr).toContain('--secrets file:PATH');
  expect(existsSync(ledger)).toBe(false);

  const made = await run('unlocked', 'rescan');
  expect(made.code, made.stderr).toBe(0);
  expect(existsSync(ledger)).toBe(true);
  const before = readFileSync(ledger);
  const entries = readdirSync(home.at('data', 'test')).sort();

  for (const verb of [['run'], ['outbox'], ['backup', home.at('x')], ['ledger', 'rotate-key'], ['doctor']]) {
    const locked = await run('locked', ...verb);
    expect([verb[0], locked.code]).toEqual([verb[0], 1]);
    expect(locked.stdout + locked.stderr).toMatch(
      /keychain is locked[\s\S]*nothing is lost[\s\S]*unlock the keychain/,
    );
  }
  const nowhere = await run('no-bus', 'run');
  expect(nowhere.stderr).toContain('keychain cannot be reached');

  await forget('ledger-key:test');
  for (const verb of [['run'], ['outbox'], ['rescan'], ['ledger', 'rotate-key']]) {
    const lost = await run('unlocked', ...verb);
    expect([verb[0], lost.code]).toEqual([verb[0], 1]);
    expect(lost.stderr).toMatch(/its key is no longer in the system's keychain[\s\S]*clearfolder restore/);
  }
  expect(readFileSync(ledger).equals(before)).toBe(true);
  expect(readdirSync(home.at('data', 'test')).sort()).toEqual(entries);
  // Nothing of what was to be kept secret fell back to a file.
  const files = filesBelow(home.at('data'));
  for (const file of files) {
    expect(readFileSync(home.at('data', file), 'latin1')).not.toMatch(/ledger-key|[0-9a-f]{64}/);
  }
}, 400_000);

test('a changed key lives in the keychain; without it a backup of this station alone is refused with words', async () => {
  const { home, run, forget } = await withKeyring();
  expect((await run('unlocked', 'rescan')).code).toBe(0);
  const rotated = await run('unlocked', 'ledger', 'rotate-key');
  expect(rotated.code, rotated.stderr).toBe(0);
  expect(rotated.stdout).toContain("kept in the system's keychain");
  const backup = home.at('kept.backup');
  const made = await run('unlocked', 'backup', backup);
  expect(made.code, made.stderr).toBe(0);
  expect(made.stdout).toContain('opens on this station alone');
  await forget('ledger-key:test');
  const restored = await run('unlocked', 'restore', backup);
  expect(restored.code).toBe(1);
  expect(restored.stderr).toContain('No key in');
}, 200_000);
