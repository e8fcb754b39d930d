import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, test } from 'vitest';
import { listPlaces } from '../../../../src-main/hosts/app/handlers/places.ts';
import { appBench } from '../app/support/app-bench.ts';
import { clinicService, clinicSettings, SECRET, startedApp } from '../app/support/app-place.ts';
import { ask, CALLER } from '../app/support/ask.ts';
import { stranger } from './support/stranger.ts';

const rule = (path: string, more: object = {}) => ({ id: 'evil', path, taskType: 'prior-auth', ...more });

test('no rule watches anything of the data folder, by whatever way it is named', async () => {
  const bench = await appBench();
  const data = bench.at('data');
  mkdirSync(join(data, 'hospital', 'spool'), { recursive: true });
  mkdirSync(join(data, 'hospital', 'documents'), { recursive: true });
  symlinkSync(data, bench.at('innocent'));
  symlinkSync(join(data, 'logs'), bench.at('innocent-logs'));
  const ways = [
    data,
    join(data, 'logs'),
    join(data, 'practice'),
    join(data, 'practice', 'spool'),
    join(data, 'practice', 'documents'),
    join(data, 'hospital'),
    join(data, 'hospital', 'spool'),
    join(data, 'hospital', 'documents'),
    join(data, 'not-there-yet'),
    `${data}/practice/../logs`,
    bench.at('innocent'),
    bench.at('innocent-logs'),
    bench.at('innocent', 'hospital'),
    bench.at('.'),
    '/',
  ];
  for (const path of ways) {
    for (const after of ['keep', 'move'] as const) {
      const asked = { rule: rule(path, { after }), replaces: null };
      expect(await bench.refused('folders.save', asked), path).toBe('folder.overlap');
      const findings = await bench.ask('folders.test', { rule: rule(path, { after }) });
      expect(
        findings.some(({ state }) => state === 'fault'),
        path,
      ).toBe(true);
      expect(existsSync(join(path, '.clearfolder')), path).toBe(false);
    }
    const { settings } = await bench.ask('settings.get', {});
    expect(await bench.refused('settings.save', { settings: { ...settings, folders: [rule(path)] } })).toBe(
      'folder.overlap',
    );
  }
  expect(await bench.ask('folders.list', {})).toEqual([]);
});

test('the samples of practice mode may be watched all the same', async () => {
  const bench = await appBench();
  const samples = join(bench.at('data'), 'practice', 'folder');
  mkdirSync(samples, { recursive: true });
  await bench.ask('folders.save', { rule: rule(samples), replaces: null });
});

test('paths with zero bytes, of no length or of great length are refused in words', async () => {
  const bench = await appBench();
  for (const path of ['/tmp/\0', `/${'a/'.repeat(50_000)}`, '/proc/self/mem', '/dev/null', '/\ud800'])
    await expect(bench.refused('places.list', { path }), path.slice(0, 20)).resolves.toBe('place.unreadable');
  for (const path of ['', '..', 'etc', '~', 'file:///etc'])
    await expect(bench.refused('places.list', { path }), path).resolves.toBe('place.unreadable');
});

test('no place on another computer is listed, so that Windows shows nobody a sign-in; a watched folder may be', async () => {
  const bench = await appBench();
  const elsewhere = [
    '\\\\evil\\share',
    '//evil/share',
    '\\/evil/share',
    '\\\\?\\UNC\\evil\\share',
    '\\\\.\\pipe\\x',
  ];
  for (const path of elsewhere)
    await expect(bench.refused('places.list', { path }), path).resolves.toBe('place.elsewhere');
  const watched = `/${bench.at('watched')}`;
  mkdirSync(join(watched, 'inner'), { recursive: true });
  const list = (path: string) => listPlaces(path, () => [watched, '//host/share']);
  expect((await list(watched)).folders.map(({ name }) => name)).toEqual(['inner']);
  for (const path of [`${watched}/..`, `${watched}2`, '//host/share2'])
    await expect(list(path), path).rejects.toThrow('on another computer');
});

test('a file of a page lies where the program puts it, whatever path it is said to have', async () => {
  const bench = await appBench();
  const { id } = await bench.ask('drops.open', {});
  const beside = readdirSync(bench.at('.')).sort();
  const paths = [
    '../../../../escaped.pdf',
    '/etc/escaped.pdf',
    'C:\\escaped.pdf',
    '..\\..\\escaped.pdf',
    'a/\0/escaped.pdf',
    `${'x'.repeat(10_000)}.pdf`,
    '.',
    '..',
    '',
    '\ud800.pdf',
    '__proto__',
  ];
  for (const path of paths) {
    await bench.app.addDropStream(id, { path, size: 4 }, once(`%${paths.indexOf(path)}PD`));
  }
  const drop = await bench.ask('drops.get', { drop: id });
  for (const file of drop.files) expect(file.path.split(/[\\/]/)).not.toContain('..');
  const spool = readdirSync(join(bench.at('data'), 'practice', 'spool'));
  for (const name of spool) expect(name).not.toMatch(/escaped|proto|xxx/);
  expect(readdirSync(bench.at('.')).sort()).toEqual(beside);
});

describe('where the token may go (I9)', () => {
  test('an environment that has sent keeps its address; nobody else ever hears of its secret', async () => {
    const clinic = await clinicService();
    const evil = await stranger();
    const { app } = await startedApp({ settings: clinicSettings(clinic.baseUrl) });
    await ask(app, 'secret.set', { api_secret: SECRET });
    expect(await ask(app, 'secret.check', {})).toMatchObject({ state: 'accepted' });
    const { settings } = await ask(app, 'settings.get', {});
    const elsewhere = evil.baseUrl;
    const attempts = [
      { ...settings, environments: { clinic: elsewhere } },
      { ...settings, environment: 'other', environments: { clinic: clinic.baseUrl, other: elsewhere } },
      { ...settings, environment: 'Clinic', environments: { Clinic: elsewhere } },
      { ...settings, environments: { clinic: elsewhere, other: elsewhere } },
    ];
    for (const wanted of attempts) {
      await app.call('settings.save', { settings: wanted }, CALLER);
      for (const verb of ['secret.check', 'app.restart-engine', 'doctor.run', 'secret.check'])
        await app.call(verb, {}, CALLER);
      // What looks around asks other addresses whether they are there, without a word of who asks.
      expect(evil.heard()).toEqual([]);
      expect(evil.all()).not.toMatch(/authorization|first-secret/i);
    }
  });

  test('no trick makes an address of another host look like one of ours', async () => {
    const bench = await appBench();
    const { settings } = await bench.ask('settings.get', {});
    const addresses = [
      'https://user:pass@evil.test/public/v1',
      'https://evil.test/public/v1#@service.test',
      'https://evil.test/public/v1?x=/public/v1',
      'http://evil.test/public/v1',
      'http://localhost.evil.test/public/v1',
      'file:///public/v1',
      '//evil.test/public/v1',
      'https://evil.test/public/v1?',
      'https://ev\til.test/public/v1',
      ' https://evil.test/public/v1',
      'https://s\u0435rvice.test/public/v1',
      'https://%65vil.test/public/v1',
      'https:evil.test/public/v1',
      'https://2130706433/public/v1',
      // Pushes what comes after out of the question to the person.
      `https://evil.test/${'a'.repeat(5_000)}/public/v1`,
    ];
    const taken: string[] = [];
    for (const address of addresses) {
      const result = await bench.app.call(
        'settings.save',
        { settings: { ...settings, environments: { prod: address } } },
        { actor: 'x' },
      );
      if (result.ok) taken.push(address);
    }
    expect(taken).toEqual([]);
  });

  test('names of objects as names of environments, and keys of objects in what is sent, change nothing else', async () => {
    const bench = await appBench();
    const { settings } = await bench.ask('settings.get', {});
    for (const name of ['__proto__', 'constructor', 'toString', 'logs', 'practice', '../x']) {
      const wanted = JSON.parse(
        JSON.stringify({ ...settings, environment: name }).replace(
          '"environments":{}',
          `"environments":{${JSON.stringify(name)}:"https://a.test/public/v1"}`,
        ),
      );
      const result = await bench.app.call('settings.save', { settings: wanted }, { actor: 'x' });
      // A function every object has is a name like any other; a folder of our own, or a way out of it, is not.
      expect(result.ok, name).toBe(['constructor', 'toString'].includes(name));
    }
    expect(Reflect.get({}, 'polluted')).toBeUndefined();
    expect(readFileSync(join(bench.at('data'), 'settings.json'), 'utf8')).not.toContain('__proto__');
  });
});

async function* once(text: string): AsyncGenerator<Uint8Array> {
  yield new TextEncoder().encode(text);
}
