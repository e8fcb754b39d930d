import { existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { folderRuleSchema, settingsSchema } from '../../../../src-main/contract/settings.ts';
import { checkSettings } from '../../../../src-main/hosts/command-line/verbs/settings.ts';
import { routes } from '../../../support/routes.ts';
import { until } from '../../../support/until.ts';
import { pdf } from './support/app-bench.ts';
import {
  appPlace,
  clinicService,
  clinicSettings,
  heardTerminal,
  overviewOf,
  SECRET,
  signedInStation,
  startedApp,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER, failure, refused } from './support/ask.ts';
import { auditOf } from './support/beside.ts';

const rule = (id: string, path: string, more: Record<string, unknown> = {}) =>
  folderRuleSchema.parse({
    id,
    path,
    taskType: 'intake',
    quietSeconds: 0.2,
    groupQuietSeconds: 0.2,
    backlog: 'send',
    ...more,
  });

test('the first saved folder joins the sample folder, in a private file that the next start finds', async () => {
  const { dir, start, app } = await startedApp();
  const before = await ask(app, 'settings.get', {});
  expect(before).toMatchObject({ file: null, settings: { environment: 'practice' } });
  expect(before.settings.folders.map(({ id }) => id)).toEqual(['practice']);
  mkdirSync(dir.at('scans'));
  const settings = {
    ...before.settings,
    folders: [...before.settings.folders, rule('scans', dir.at('scans'))],
  };
  expect((await ask(app, 'settings.save', { settings })).file).toBe(dir.at('data', 'settings.json'));
  expect(statSync(dir.at('data', 'settings.json')).mode & 0o777).toBe(0o600);
  writeFileSync(join(dir.at('scans'), 'one.pdf'), pdf('one'));
  await untilOverview(app, ({ folders, account }) => folders === 2 && account.accepted === account.found);
  expect((await auditOf(dir)).filter(({ action }) => action === 'settings.changed')).toEqual([
    expect.objectContaining({
      actor: CALLER.actor,
      detail: expect.stringContaining('{"keys":["folders"],"folders":["practice","scans"],'),
    }),
  ]);
  await app.stop();
  const again = await start();
  expect((await ask(again, 'settings.get', {})).settings.folders.map(({ id }) => id)).toEqual([
    'practice',
    'scans',
  ]);
});

test('a change of folders alone does not interrupt what is being sent; any other starts the engine again', async () => {
  const { dir, start, writeSettings } = appPlace();
  const service = await clinicService();
  for (const name of ['first', 'second']) mkdirSync(dir.at(name));
  writeSettings(clinicSettings(service.baseUrl, { folders: [rule('first', dir.at('first'))] }));
  const app = await start();
  await ask(app, 'secret.set', { api_secret: SECRET });
  const slow = service.faults.on(routes.create, { kind: 'delay', ms: 4_000 });
  writeFileSync(join(dir.at('first'), 'slow.pdf'), pdf('slow'));
  await until(() => slow.hits === 1);
  const { settings } = await ask(app, 'settings.get', {});
  const more = { ...settings, folders: [...settings.folders, rule('second', dir.at('second'))] };
  await ask(app, 'settings.save', { settings: more });
  slow.remove();
  writeFileSync(join(dir.at('second'), 'quick.pdf'), pdf('second'));
  await untilOverview(app, ({ account }) => account.accepted === 2);
  const creates = service.log.exchanges('create');
  expect(creates).toHaveLength(2);
  expect(creates.map(({ outcome }) => outcome)).not.toContain('client gone');

  await ask(app, 'settings.save', { settings: { ...more, station: 'Front desk 2' } });
  expect(await overviewOf(app)).toMatchObject({ station: 'Front desk 2', folders: 2 });
  await untilConnected(app);
});

test('settings that cannot be used change nothing, and say where and what is allowed', async () => {
  const { dir, app } = await startedApp();
  const { settings } = await ask(app, 'settings.get', {});
  mkdirSync(dir.at('scans', 'inner'), { recursive: true });
  const folders = [rule('outer', dir.at('scans')), rule('inner', dir.at('scans', 'inner'))];
  expect(await refused(app, 'settings.save', { settings: { ...settings, folders } })).toBe('folder.overlap');
  const twice = [rule('same', dir.at('a')), rule('same', dir.at('b'))];
  expect(await failure(app, 'settings.save', { settings: { ...settings, folders: twice } })).toMatchObject({
    code: 'request.invalid',
    message: expect.stringContaining('"same" is used twice'),
  });
  expect(
    await failure(app, 'settings.save', { settings: { ...settings, environment: 'clinic' } }),
  ).toMatchObject({
    message: expect.stringContaining('must be "practice" or one of environments'),
  });
  const own = [rule('own', dir.at('data'))];
  expect(await refused(app, 'settings.save', { settings: { ...settings, folders: own } })).toBe(
    'folder.overlap',
  );
  expect(existsSync(dir.at('data', 'settings.json'))).toBe(false);
  await untilConnected(app);
});

test('settings by which the engine cannot start are taken back, and it goes on by the old ones', async () => {
  const { dir, app } = await signedInStation();
  const text = readFileSync(dir.at('data', 'settings.json'), 'utf8');
  const elsewhere = settingsSchema.parse(clinicSettings('http://127.0.0.1:9/public/v1'));
  expect(await refused(app, 'settings.save', { settings: elsewhere })).toBe('ledger.other-service');
  expect(readFileSync(dir.at('data', 'settings.json'), 'utf8')).toBe(text);
  await untilConnected(app);
  const noted = (await auditOf(dir)).filter(({ action }) => action === 'settings.changed');
  expect(noted.map(({ detail }) => detail).join()).not.toContain('127.0.0.1:9');
});

test('the sample packets never go to a service elsewhere, and are there again in practice mode', async () => {
  const { start } = appPlace();
  const service = await clinicService();
  const app = await start();
  const { settings } = await ask(app, 'settings.get', {});
  const clinic = settingsSchema.parse({ ...settings, ...clinicSettings(service.baseUrl) });
  const view = await ask(app, 'settings.save', { settings: clinic });
  expect(view.settings.folders).toEqual([]);
  expect(await overviewOf(app)).toMatchObject({ environment: 'clinic', folders: 0 });
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilConnected(app);
  const back = await ask(app, 'settings.save', { settings: { ...view.settings, environment: 'practice' } });
  expect(back.settings.folders.map(({ id }) => id)).toEqual(['practice']);
  expect(service.log.exchanges('create')).toEqual([]);
});

test('the doctor looks at what the running app uses', async () => {
  const { app } = await signedInStation((dir) => ({ folders: [rule('gone', dir.at('gone'))] }));
  const findings = await ask(app, 'doctor.run', {});
  const states = new Map(findings.map(({ what, state }) => [what, state]));
  expect(Object.fromEntries(states)).toMatchObject({
    versions: 'ok',
    'data folder and settings': 'ok',
    secrets: 'ok',
    'folder gone': 'fault',
    clock: 'ok',
    service: 'ok',
  });
  expect(findings.find(({ what }) => what === 'folder gone')?.next).not.toBe('');
});

test('I11: where names of files get into ids at the service, the check of settings and the doctor say so', async () => {
  const { dir, start, writeSettings } = appPlace();
  for (const name of ['named', 'plain', 'single']) mkdirSync(dir.at(name));
  const withKey = '{folder}-{key}-{id}';
  const folders = [
    rule('named', dir.at('named'), { group: { key: '^(?<key>[^_]+)_' }, externalId: withKey }),
    rule('plain', dir.at('plain'), { group: 'folder' }),
    // Without groups there is no key.
    rule('single', dir.at('single'), { externalId: withKey }),
  ];
  writeSettings({ environment: 'practice', folders });
  const { terminal, said } = heardTerminal(false);
  await checkSettings({ terminal }, dir.at('data', 'settings.json'));
  expect(said().trimEnd().split('\n')).toEqual([
    expect.stringContaining('The settings are valid'),
    expect.stringMatching(/^Folder "named": .*patient, leave \{key\} out/),
  ]);
  const findings = await ask(await start(), 'doctor.run', {});
  const warned = findings.filter(({ words }) => words.includes('leave {key} out'));
  expect(warned).toMatchObject([{ what: 'folder named', state: 'ok' }]);
});
