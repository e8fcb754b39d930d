import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Redirect, RedirectQuestion } from '../../../../src-main/contract/redirect.ts';
import { type Settings, settingsSchema } from '../../../../src-main/contract/settings.ts';
import { type Clock, systemClock } from '../../../../src-main/core/clock.ts';
import { redirectsToConfirm } from '../../../../src-main/core/settings/where-documents-go.ts';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import type { AskPerson } from '../../../../src-main/hosts/app/confirmations.ts';
import { shiftedClock } from '../../../support/clock.ts';
import { until } from '../../../support/until.ts';
import {
  appPlace,
  clinicService,
  clinicSettings,
  listen,
  SECRET,
  untilConnected,
} from '../app/support/app-place.ts';
import { ask, CALLER, failure, refused } from '../app/support/ask.ts';
import { SEND_EACH } from '../app/support/send-each.ts';
import { stranger } from './support/stranger.ts';

const PIN = '482913';

/** A person at a terminal: what the terminal showed, the newest last. */
function terminal() {
  const shown: { changes: readonly Redirect[]; code: string }[] = [];
  const person: AskPerson = {
    kind: 'terminal',
    isSeen: true,
    showCode: (changes, code) => shown.push({ changes, code }),
  };
  return { shown, person, code: () => shown.at(-1)?.code ?? '' };
}

/** A person at the desktop who answers as `allows` says. */
function desktop(allows = false, chosen: readonly string[] = []) {
  const asked: (readonly Redirect[])[] = [];
  const person: AskPerson = {
    kind: 'dialog',
    ask: async (changes) => {
      asked.push(changes);
      return allows;
    },
    isChosen: (path) => chosen.includes(path),
  };
  return { asked, person };
}

function questions(app: App) {
  const heard = listen(app);
  return (): RedirectQuestion | null =>
    heard.flatMap(({ event }) => (event.kind === 'confirm' ? [event] : [])).at(-1)?.question ?? null;
}

/** A station that works for its clinic, with what a page that was taken over may ask. */
async function connected(person: AskPerson, clock: Clock = systemClock) {
  const place = appPlace();
  const clinic = await clinicService();
  const evil = await stranger();
  mkdirSync(place.dir.at('scans'));
  mkdirSync(place.dir.at('private'));
  writeFileSync(place.dir.at('evil.pem'), 'no certificate');
  const folder = { id: 'scans', path: place.dir.at('scans'), taskType: 'prior-auth' };
  place.writeSettings(clinicSettings(clinic.baseUrl, { folders: [folder] }));
  const app = await place.start({ person, clock });
  await ask(app, 'secret.set', { api_secret: SECRET });
  await untilConnected(app);
  const { settings } = await ask(app, 'settings.get', {});
  const kept = () => readFileSync(place.dir.at('data', 'settings.json'), 'utf8');
  const changes: Record<string, Settings> = {
    'its proxy': { ...settings, network: { ...settings.network, proxy: evil.origin } },
    'a certificate authority': {
      ...settings,
      network: { ...settings.network, extraCaFile: place.dir.at('evil.pem') },
    },
    'the address': { ...settings, environments: { clinic: evil.baseUrl } },
    'another environment': {
      ...settings,
      environment: 'evil',
      environments: { ...settings.environments, evil: evil.baseUrl },
      folders: [{ ...required(settings.folders[0]), path: place.dir.at('private') }],
    },
    'another name for the same address, and nothing watched': {
      ...settings,
      environment: 'same',
      environments: { ...settings.environments, same: clinic.baseUrl },
      folders: [],
    },
    'where copies of the record go': {
      ...settings,
      copies: { folder: place.dir.at('private'), hours: 1, keep: 1 },
    },
    'where updates come from': { ...settings, updates: { check: true, feed: 'https://evil.example' } },
    'where stations claim documents': {
      ...settings,
      stations: { postgres: 'postgres://station@evil.example/clearfolder' },
    },
    'an environment for later': {
      ...settings,
      environments: { ...settings.environments, evil: evil.baseUrl },
    },
    'where callbacks are heard': { ...settings, callbacks: { listen: '0.0.0.0:8080' } },
    'a callback': {
      ...settings,
      folders: [{ ...required(settings.folders[0]), callbackTemplate: `${evil.origin}/{uuid}?key=hidden` }],
    },
    'the path of a folder': {
      ...settings,
      folders: [{ ...required(settings.folders[0]), path: place.dir.at('private') }],
    },
  };
  return { ...place, app, clinic, evil, settings, kept, changes };
}

const required = <T>(value: T | null | undefined): T => {
  if (value === null || value === undefined) throw new Error('missing');
  return value;
};

test('I9: no page changes alone where documents go, by whatever verb; each try is in the audit', async () => {
  const { asked, person } = desktop();
  const { app, dir, kept, changes, settings, clinic, evil } = await connected(person);
  const before = kept();
  for (const [what, wanted] of Object.entries(changes)) {
    expect(await refused(app, 'settings.save', { settings: wanted }), what).toBe('redirect.not-confirmed');
  }
  const rule = { ...required(settings.folders[0]), id: 'private', path: dir.at('private') };
  for (const replaces of [null, 'scans'])
    expect(await refused(app, 'folders.save', { rule, replaces })).toBe('redirect.not-confirmed');
  expect(await refused(app, 'lock.set', { idle_minutes: 5, new_pin: PIN })).toBe('redirect.not-confirmed');
  const { id: drop } = await ask(app, 'drops.open', {});
  await ask(app, 'drops.add-text', { drop, name: '', kind: 'text', text: 'typed' });
  const callback_template = `${evil.origin}/{uuid}?key=hidden`;
  expect(await refused(app, 'drops.send', { drop, ...SEND_EACH, callback_template })).toBe(
    'redirect.not-confirmed',
  );
  await ask(app, 'drops.discard', { drop });
  // The account of a stranger at the same service.
  const other = clinic.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  const { id: organisation } = required(
    (await ask(app, 'secret.set', { api_secret: other.apiSecret })).other,
  );
  expect(await refused(app, 'secret.same-organisation', { organisation })).toBe('redirect.not-confirmed');
  expect((await ask(app, 'secret.check', {})).other).not.toBeNull();
  expect(kept()).toBe(before);
  expect(existsSync(join(dir.at('private'), '.clearfolder'))).toBe(false);
  expect(evil.all()).toBe('');
  const { rows } = await ask(app, 'audit.page', { length: 500 });
  expect(rows.filter(({ action }) => action === 'redirect.refused')).toHaveLength(asked.length);
  expect(asked).toHaveLength(Object.keys(changes).length + 5);
  expect(JSON.stringify([asked, rows])).not.toContain('hidden');
});

test('I9: the question names old and new, and for another service every folder that will be sent from', async () => {
  const { asked, person } = desktop();
  const { app, changes, clinic, evil, dir } = await connected(person);
  await failure(app, 'settings.save', { settings: required(changes['another environment']) });
  expect(asked).toEqual([
    [
      { what: 'service', subject: null, old: clinic.baseUrl, new: evil.baseUrl },
      { what: 'folder', subject: 'scans', old: null, new: dir.at('private'), to: evil.baseUrl },
    ],
  ]);
});

test('I9: what redirects nothing asks nobody; a folder that was chosen in a dialog of the system asks nobody again', async () => {
  const chosen: string[] = [];
  const { asked, person } = desktop(false, chosen);
  const { app, dir, settings, clinic } = await connected(person);
  chosen.push(dir.at('private'));
  const rule = { ...required(settings.folders[0]), id: 'private', path: dir.at('private') };
  await ask(app, 'folders.save', { rule, replaces: null });
  await ask(app, 'folders.save', { rule: { ...rule, quietSeconds: 60 }, replaces: 'private' });
  await ask(app, 'folders.save', { rule: { ...rule, id: 'renamed' }, replaces: 'private' });
  await ask(app, 'folders.remove', { folder: 'renamed' });
  const now = (await ask(app, 'settings.get', {})).settings;
  await ask(app, 'settings.save', {
    settings: { ...now, station: 'desk', environments: { ...now.environments, same: clinic.baseUrl } },
  });
  await ask(app, 'settings.save', {
    settings: { ...now, environment: 'practice', network: { ...now.network, proxy: 'http://proxy.test:1' } },
  });
  expect(asked).toEqual([]);
  await failure(app, 'settings.save', {
    settings: { ...now, network: { extraCaFile: null, proxy: 'http://proxy.test:1' } },
  });
  expect(asked).toHaveLength(1);
  expect(asked[0]?.map(({ what }) => what)).toEqual(['service', 'proxy', 'folder']);
});

test('I9: in a browser the terminal shows a code, which no page hears; a wrong code is worth nothing', async () => {
  const at = terminal();
  const clock = shiftedClock();
  const lasts = 3 * 60_000;
  let isPast = false;
  const sleep: Clock['sleep'] = (ms, signal) => systemClock.sleep(isPast && ms === lasts ? 0 : ms, signal);
  const { app, changes, kept, evil } = await connected(at.person, { ...clock.clock, sleep });
  const heard = listen(app);
  const question = questions(app);
  const before = kept();
  const wanted = { settings: required(changes['an environment for later']) };
  const open = async () => {
    const saving = app.call('settings.save', wanted, CALLER);
    return { saving, id: (await until(question)).id };
  };
  const first = await open();
  const answer = (id: string, proof: string | null) =>
    app.call('redirect.answer', { question: id, proof }, CALLER);
  const wrong = at.code() === '0000-00' ? '0000-01' : '0000-00';
  for (const code of ['redirect.wrong-code', 'redirect.wrong-code', 'redirect.wait'])
    expect(await answer(first.id, wrong)).toMatchObject({ ok: false, error: { code } });
  expect(await first.saving).toMatchObject({ ok: false, error: { code: 'redirect.not-confirmed' } });
  expect(await answer(first.id, at.code())).toMatchObject({ error: { code: 'redirect.no-question' } });
  expect(await refused(app, 'settings.save', wanted)).toBe('redirect.wait');
  clock.forward(61_000);
  const second = await open();
  expect(await answer(second.id, null)).toMatchObject({ ok: true });
  expect(await second.saving).toMatchObject({ ok: false });
  isPast = true;
  const third = app.call('settings.save', wanted, CALLER);
  clock.forward(lasts);
  expect(await third).toMatchObject({ ok: false, error: { code: 'redirect.not-confirmed' } });
  expect(kept()).toBe(before);
  isPast = false;
  const fourth = await open();
  expect(await answer(fourth.id, at.code().replace('-', ' '))).toMatchObject({ ok: true });
  expect(await fourth.saving).toMatchObject({ ok: true });
  expect(kept()).toContain(evil.baseUrl);
  expect(at.shown).toHaveLength(4);
  for (const { code } of at.shown) expect(JSON.stringify(heard)).not.toContain(code);
  const { rows } = await ask(app, 'audit.page', { length: 500 });
  expect(
    rows.filter(({ action }) => action.startsWith('redirect.')).map(({ detail }) => detail['by']),
  ).toEqual(['code', null, null, null]);
});

test('I9: where the station has a PIN, the PIN is asked for; a page cannot set the first PIN by itself', async () => {
  const at = terminal();
  const { app, changes, kept } = await connected(at.person);
  const question = questions(app);
  const answer = async (proof: string) =>
    app.call('redirect.answer', { question: (await until(question)).id, proof }, CALLER);
  const setting = app.call('lock.set', { idle_minutes: 5, new_pin: PIN }, CALLER);
  expect((await until(question)).means).toBe('code');
  expect(await answer(at.code())).toMatchObject({ ok: true });
  expect(await setting).toMatchObject({ ok: true });
  const saving = app.call(
    'settings.save',
    { settings: { ...required(changes['an environment for later']), lock: { idleMinutes: 5 } } },
    CALLER,
  );
  await until(() => question()?.means === 'pin');
  const asked = question();
  // While the station is locked no page hears the question or answers it.
  app.lock('asked');
  const locked = questions(app);
  expect(locked()).toBeNull();
  const inVain = { question: asked?.id ?? '', proof: PIN };
  expect(await refused(app, 'redirect.answer', inVain)).toBe('lock.locked');
  await ask(app, 'lock.unlock', { pin: PIN });
  expect(await until(locked)).toEqual(asked);
  expect(await answer('000000')).toMatchObject({ error: { code: 'lock.wrong-pin' } });
  expect(await answer(PIN)).toMatchObject({ ok: true });
  expect(await saving).toMatchObject({ ok: true });
  expect(at.shown).toHaveLength(1);
  expect(kept()).toContain('evil');
});

test('I9: in practice mode, too, no page names a folder of a station with a service: it could read every file of this user', async () => {
  const { asked, person } = desktop();
  const place = appPlace();
  mkdirSync(place.dir.at('private'));
  place.writeSettings({
    environment: 'practice',
    environments: { clinic: 'https://clinic.example/public/v1' },
  });
  const app = await place.start({ person });
  const rule = {
    id: 'private',
    path: place.dir.at('private'),
    taskType: 'prior-auth',
    quietSeconds: 0.1,
    backlog: 'send',
  } as const;
  expect(await refused(app, 'folders.save', { rule, replaces: null })).toBe('redirect.not-confirmed');
  expect(asked).toEqual([[{ what: 'folder', subject: 'private', old: null, new: rule.path }]]);
  const { settings } = await ask(app, 'settings.get', {});
  expect(settings.folders.map(({ path }) => path)).not.toContain(rule.path);
  // The samples of practice mode are of Clearfolder itself.
  await ask(app, 'settings.save', { settings: { ...settings, folders: [] } });
  await ask(app, 'settings.save', { settings });
  expect(asked).toHaveLength(1);
  // Without the service, the station would ask no longer.
  expect(await refused(app, 'settings.save', { settings: { ...settings, environments: {} } })).toBe(
    'redirect.not-confirmed',
  );
});

test('I9: a station that never had a service asks nobody about a folder, and names the folder before it connects one', async () => {
  const { asked, person } = desktop();
  const place = appPlace();
  const clinic = await clinicService();
  mkdirSync(place.dir.at('scans'));
  place.writeSettings({ environment: 'practice' });
  const app = await place.start({ person });
  const rule = { id: 'scans', path: place.dir.at('scans'), taskType: 'prior-auth' };
  await ask(app, 'folders.save', { rule, replaces: null });
  expect(asked).toEqual([]);
  const { settings } = await ask(app, 'settings.get', {});
  const wanted = { ...settings, environment: 'clinic', environments: { clinic: clinic.baseUrl } };
  expect(await refused(app, 'settings.save', { settings: wanted })).toBe('redirect.not-confirmed');
  expect(asked.at(-1)).toContainEqual({
    ...{ what: 'folder', subject: 'scans', old: null, new: rule.path, to: clinic.baseUrl },
  });
});

test('I9: in practice mode, too, no page chooses who replaces the program; the switch to a service does not ask again', async () => {
  const { asked, person } = desktop();
  const place = appPlace();
  const clinic = await clinicService();
  const feed = 'https://updates.example';
  place.writeSettings({ environment: 'practice', updates: { feed } });
  const app = await place.start({ person });
  const { settings } = await ask(app, 'settings.get', {});
  for (const [check, next] of [
    [true, 'https://evil.example'],
    [false, 'https://evil.example'],
    [true, null],
  ] as const) {
    const wanted = { ...settings, updates: { check, feed: next } };
    expect(await refused(app, 'settings.save', { settings: wanted })).toBe('redirect.not-confirmed');
    expect(asked.at(-1)).toEqual([{ what: 'updates', subject: null, old: feed, new: next }]);
  }
  await ask(app, 'settings.save', { settings: { ...settings, updates: { check: false, feed } } });
  const switched = clinicSettings(clinic.baseUrl, { folders: [], updates: { check: false, feed } });
  await failure(app, 'settings.save', { settings: settingsSchema.parse(switched) });
  expect(asked).toHaveLength(4);
  expect(asked[3]?.map(({ what }) => what)).toEqual(['service']);
});

test('I9: a callback that was confirmed for one folder is not taken to another by exchanging their paths', () => {
  const settings = (called: string, other: string) =>
    settingsSchema.parse({
      environment: 'clinic',
      environments: { clinic: 'https://clinic.example/public/v1' },
      folders: [
        { id: 'called', path: called, taskType: 'x', callbackTemplate: 'https://hook.example/{uuid}' },
        { id: 'other', path: other, taskType: 'x' },
      ],
    });
  const changes = redirectsToConfirm(settings('/a', '/b'), settings('/b', '/a'), () => false);
  expect(changes).toContainEqual(
    expect.objectContaining({ what: 'folder', subject: 'called', old: '/a', new: '/b' }),
  );
});
