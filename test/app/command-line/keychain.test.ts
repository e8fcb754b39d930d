import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { expect, test } from 'vitest';
import { z } from 'zod';
import { Places } from '../../endurance/leaks/places.ts';
import { type Running, startClearfolder } from '../../support/clearfolder.ts';
import { type FaultService, startFaultService } from '../../support/fault-service.ts';
import { filesBelow } from '../../support/files-below.ts';
import { type KeyringState, keyringGone, openKeyring, runWithKeyring } from '../../support/keyring.ts';
import { pdfDocument } from '../../support/pdf-document.ts';
import { startServiceModel } from '../../support/service-model/start.ts';
import { type TestDir, testDir } from '../../support/test-dir.ts';
import { until } from '../../support/until.ts';
import { watchingSettings } from '../../support/watching-settings.ts';

const PROGRAM = pathToFileURL(join(import.meta.dirname, '..', '..', '..', 'out', 'main', 'station.js'));
const CLEAR = pathToFileURL(join(import.meta.dirname, 'support', 'forget-entry.ts'));

/** The built program with a keyring of its own: a station whose ledger exists, made while the keyring was unlocked. */
async function withKeyring(baseUrl = 'http://127.0.0.1:9/public/v1') {
  const home = testDir();
  mkdirSync(home.at('in'));
  writeFileSync(home.at('settings.json'), JSON.stringify(watchingSettings({ baseUrl }, home.at('in'))));
  const where = ['--data', home.at('data'), '--settings', home.at('settings.json')];
  const run = (state: KeyringState, ...args: string[]) => give('', state, ...args);
  const give = (stdin: string, state: KeyringState, ...args: string[]) =>
    runWithKeyring(PROGRAM, [...args, ...where], { home: home.path, state, stdin });
  const station = () => JSON.parse(readFileSync(home.at('data', 'station.json'), 'utf8')).id;
  const forget = (name: string) =>
    runWithKeyring(CLEAR, [station(), name], { home: home.path, state: 'unlocked' });
  const ledger = home.at('data', 'test', 'ledger.db');
  return { home, where, run, give, forget, ledger };
}

type Start = (args: readonly string[], stdin?: string) => Running;

const outboxSchema = z.array(
  z.object({
    state: z.string(),
    problem: z.object({ code: z.string(), next: z.string() }).nullable(),
  }),
);

function tokensIn({ log }: FaultService): string[] {
  const carried = log.exchanges().flatMap(({ headers }) => headers.authorization?.split(' ')[1] ?? []);
  return [...new Set(carried)];
}

/** Where one of these texts stands below a folder, in any form: the keyring's own file included, which is encrypted. */
async function leaksBelow(home: TestDir, canaries: readonly string[]): Promise<readonly string[]> {
  await keyringGone(home.path);
  const found = new Places();
  found.files(home.path, canaries, () => false);
  expect(found.places).toBeGreaterThan(0);
  return found.leaks;
}

test('no keychain, a locked one, one that lost its entry: refused with words, nothing in plain text, no new key', async () => {
  const { home, run, forget, ledger } = await withKeyring();
  const absent = await run('no-bus', 'pause', 'in');
  expect([absent.code, absent.stdout]).toEqual([1, '']);
  expect(absent.stderr).toContain("Clearfolder cannot reach the system's keychain");
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
  expect((await run('no-bus', 'run')).stderr).toContain("Clearfolder cannot reach the system's keychain");

  await forget('ledger-key:test');
  for (const verb of [['run'], ['outbox'], ['rescan'], ['ledger', 'rotate-key']]) {
    const lost = await run('unlocked', ...verb);
    expect([verb[0], lost.code]).toEqual([verb[0], 1]);
    expect(lost.stderr).toMatch(/its key is no longer in the system's keychain[\s\S]*clearfolder restore/);
  }
  expect(readFileSync(ledger).equals(before)).toBe(true);
  expect(readdirSync(home.at('data', 'test')).sort()).toEqual(entries);
  // Nothing of what was to be kept secret fell back to a file.
  for (const file of filesBelow(home.at('data'))) {
    expect(readFileSync(home.at('data', file), 'latin1')).not.toMatch(/ledger-key|[0-9a-f]{64}/);
  }
}, 400_000);

test('secret set and secret check without a keychain that can be used: refused with words, and the secret is nowhere', async () => {
  const { home, run, give, ledger } = await withKeyring();
  const secret = 'QXKANARI:QXKANARI-uid:QXKANARI-geheimnis-4711';
  const refused = async (state: KeyringState, words: RegExp) => {
    for (const ended of [await give(secret, state, 'secret', 'set'), await run(state, 'secret', 'check')]) {
      expect([state, ended.code, ended.stdout]).toEqual([state, 1, '']);
      expect(ended.stderr).toMatch(words);
      expect(ended.stderr).not.toContain('QXKANARI');
    }
    expect(await leaksBelow(home, ['QXKANARI', ...secret.split(':')])).toEqual([]);
  };
  const unreachable = /cannot reach the system's keychain[\s\S]*nothing is lost[\s\S]*--secrets file:PATH/;
  const locked = /keychain is locked[\s\S]*nothing is lost[\s\S]*unlock the keychain/;
  // Before there is anything, and where a record and its key are there already.
  await refused('no-bus', unreachable);
  await refused('locked', locked);
  expect(existsSync(ledger)).toBe(false);
  expect((await run('unlocked', 'rescan')).code).toBe(0);
  await refused('no-bus', unreachable);
  await refused('locked', locked);
  // Not kept on the quiet either: the keychain that can be read again has none.
  const after = await run('unlocked', 'secret', 'check');
  expect([after.code, after.stderr]).toEqual([1, expect.stringContaining('No secret (API key) is set')]);
}, 400_000);

test('a keychain that lost the api_secret and the token: what to do is said, documents wait, nothing is sent until it is set again', async () => {
  await using upstream = await startServiceModel({ complete: true });
  await using service = await startFaultService({ upstream: upstream.baseUrl });
  const { home, where, forget } = await withKeyring(service.baseUrl);
  const put = (name: string) => writeFileSync(home.at('in', name), pdfDocument({ pages: [name] }));
  const life = async (work: (start: Start) => Promise<void>) => {
    await using session = await openKeyring(home.path);
    await work((args, stdin = '') =>
      startClearfolder([...args, ...where], { stdin, cwd: home.path, env: session.env }),
    );
  };
  const outbox = async (start: Start) =>
    outboxSchema.parse(JSON.parse((await start(['outbox', '--json']).ended).stdout));

  await life(async (start) => {
    expect(await start(['secret', 'set'], upstream.apiSecret).ended).toMatchObject({ code: 0 });
    await using running = start(['run']);
    put('first.pdf');
    await until(async () => (await outbox(start)).some(({ state }) => state === 'accepted'));
    expect(running.text()).toContain("secrets in the system's keychain");
    expect((await running.stop()).code).toBe(0);
  });
  // The three letters of the uid stand in encrypted bytes by chance.
  const secrets = [upstream.apiSecret, ...upstream.apiSecret.split(':').slice(2), ...tokensIn(service)];
  expect(secrets).toHaveLength(3);
  for (const name of ['api_secret:test', 'token:test']) expect((await forget(name)).code).toBe(0);
  const before = service.log.exchanges().length;

  await life(async (start) => {
    await using running = start(['run']);
    put('second.pdf');
    // Files of a folder are queued only after the first look at the service's list, and the look needs the api_secret.
    await until(() => running.text().includes('No api_secret is set'));
    expect(running.text()).toContain(
      'No api_secret is set, so Clearfolder cannot send anything yet. Set the api_secret with:',
    );
    const checked = await start(['secret', 'check']).ended;
    expect([checked.code, checked.stdout]).toEqual([1, '']);
    expect(checked.stderr).toContain('clearfolder secret set');
    expect((await running.stop()).code).toBe(0);
    expect((await outbox(start)).map(({ state }) => state)).toEqual(['accepted']);
  });
  // Not one request without its token, and none with one that was kept somewhere else.
  expect(service.log.exchanges().slice(before)).toEqual([]);
  expect(await leaksBelow(home, secrets)).toEqual([]);

  await life(async (start) => {
    expect(await start(['secret', 'set'], upstream.apiSecret).ended).toMatchObject({ code: 0 });
    await using running = start(['run']);
    await until(async () => (await outbox(start)).filter(({ state }) => state === 'accepted').length === 2);
    await running.stop();
  });
  await service.settled();
  expect(service.oracle.creates().map(({ files }) => files.map(({ name }) => name))).toEqual([
    ['first.pdf'],
    ['second.pdf'],
  ]);
  expect(await leaksBelow(home, secrets)).toEqual([]);
}, 400_000);
