import { existsSync, mkdirSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import type { Redirect } from '../../../../src-main/contract/redirect.ts';
import { inWords } from '../../../../src-main/contract/say.ts';
import { openStation } from '../../../../src-main/core/installation/open-station.ts';
import type { App } from '../../../../src-main/hosts/app/app.ts';
import { filesBelow } from '../../../support/files-below.ts';
import { routes } from '../../../support/routes.ts';
import { stranger } from '../attacks/support/stranger.ts';
import { appBench, pdf } from './support/app-bench.ts';
import {
  appPlace,
  choiceOf,
  clinicService,
  SECRET,
  signedInStation,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER, failure, refused } from './support/ask.ts';
import { auditOf } from './support/beside.ts';

const DIRECT = { proxy: null, extraCaFile: null };
const wish = (address: string, more: Record<string, unknown> = {}) => ({
  service: { environment: 'clinic', address, network: DIRECT, proxy_login: null, in_file: false, ...more },
  api_secret: SECRET,
});

/** A person who allows what is asked, and what the person was asked. */
function asked(answer = true) {
  const questions: Redirect[][] = [];
  const person = {
    kind: 'dialog' as const,
    ask: async (changes: readonly Redirect[]) => {
      questions.push([...changes]);
      return answer;
    },
    isChosen: () => false,
  };
  return { person, questions };
}

async function tested(app: App, input: ReturnType<typeof wish>): Promise<string> {
  const result = await ask(app, 'connect.test', input);
  if (result.outcome !== 'accepted') throw new Error(result.outcome);
  expect(result.organisation.name).toBe('Practice organization');
  return result.id;
}

test('a tested service is connected with one question and one sign-in; each folder does what was decided', async () => {
  const service = await clinicService();
  const { person, questions } = asked();
  const bench = await appBench({}, { person });
  for (const name of ['sent', 'left', 'later']) {
    await bench.watch(name, { backlog: 'send' });
    bench.write(`${name}/${name}.pdf`, pdf(name));
  }
  const before = readFileSync(bench.at('data/settings.json'), 'utf8');
  questions.length = 0;

  const id = await tested(bench.app, wish(service.baseUrl));
  // Until a person connects, nothing is saved.
  expect(readFileSync(bench.at('data/settings.json'), 'utf8')).toBe(before);
  expect(readFileSync(bench.at('secrets.json'), 'utf8')).not.toContain('api_secret:clinic');
  expect(await refused(bench.app, 'connect.finish', { id: 'another', folders: [] })).toBe(
    'connect.not-tested',
  );
  const folders = [
    { folder: 'sent', decision: 'send' as const },
    { folder: 'left', decision: 'skip' as const },
    { folder: 'later', decision: 'ask' as const },
  ];
  await ask(bench.app, 'connect.finish', { id, folders });
  await untilConnected(bench.app);
  const { account } = await untilOverview(
    bench.app,
    ({ account: { accepted, withdrawn, held } }) => accepted + withdrawn + held === 3,
  );
  expect(account).toMatchObject({ accepted: 1, withdrawn: 1, held: 1 });
  expect(service.log.exchanges('token')).toHaveLength(1);
  expect(questions.map((changes) => changes.map(({ what }) => what))).toEqual([
    ['service', 'folder', 'folder', 'folder'],
  ]);
  const audit = await auditOf(bench.dir);
  const own = audit.filter(({ actor }) => actor === CALLER.actor).map(({ action }) => action);
  expect(own).toEqual(expect.arrayContaining(['settings.changed', 'secret.set', 'folder.backlog-decided']));
  expect(await refused(bench.app, 'connect.finish', { id, folders: [] })).toBe('connect.not-tested');
});

test('I9: before a person allows an address, the address gets nothing, and a refused question changes nothing', async () => {
  const evil = await stranger();
  const { app } = await appBench({}, asked(false));
  expect(await refused(app, 'connect.test', wish(evil.baseUrl))).toBe('redirect.not-confirmed');
  expect(evil.all()).toBe('');
});

test('a test that was canceled during its question sends nothing and cannot be finished', async () => {
  const service = await clinicService();
  const question = Promise.withResolvers<boolean>();
  const begun = Promise.withResolvers<void>();
  const ask = () => {
    begun.resolve();
    return question.promise;
  };
  const { app } = await appBench({}, { person: { kind: 'dialog', ask, isChosen: () => false } });
  const late = refused(app, 'connect.test', wish(service.baseUrl));
  await begun.promise;
  expect((await app.call('connect.cancel', {}, CALLER)).ok).toBe(true);
  question.resolve(true);
  expect(await late).toBe('connect.not-tested');
  expect(service.log.exchanges()).toEqual([]);
});

test('a canceled dialog leaves no folder of its environment', async () => {
  const { app, dir } = await appBench();
  await ask(app, 'connect.place', { environment: 'clinic' });
  expect(existsSync(dir.at('data', 'clinic'))).toBe(true);
  await ask(app, 'connect.cancel', {});
  expect(existsSync(dir.at('data', 'clinic'))).toBe(false);
  expect(existsSync(dir.at('data', 'practice'))).toBe(true);
});

test('each failed test has its outcome, and leaves nothing behind', async () => {
  const service = await clinicService();
  const { app, dir } = await appBench();
  const outcome = async (input: ReturnType<typeof wish>) => await ask(app, 'connect.test', input);
  const files = () => filesBelow(dir.at('data')).filter((file) => file.startsWith('settings'));
  const before = files().map((file) => readFileSync(dir.at('data', file), 'utf8'));
  expect(await outcome({ ...wish(service.baseUrl), api_secret: 'no secret' })).toEqual({
    outcome: 'malformed',
  });
  expect(service.log.exchanges('token')).toEqual([]);
  const wrong = { ...wish(service.baseUrl), api_secret: 'practice:front-desk:wrong' };
  expect(await outcome(wrong)).toEqual({ outcome: 'refused' });
  expect(await outcome(wish('http://127.0.0.1:9/public/v1'))).toMatchObject({
    outcome: 'no-answer',
    cause: expect.stringContaining('ECONNREFUSED'),
  });
  const network = { ...DIRECT, proxy: 'http://127.0.0.1:9' };
  expect(await outcome(wish('https://clinic.invalid/public/v1', { network }))).toMatchObject({
    outcome: 'network',
    code: 'network.proxy-unreachable',
  });
  expect(await refused(app, 'connect.test', wish(service.baseUrl, { environment: 'practice' }))).toBe(
    'settings.environment-taken',
  );
  expect(files().map((file) => readFileSync(dir.at('data', file), 'utf8'))).toEqual(before);
  expect(readFileSync(dir.at('secrets.json'), 'utf8')).not.toContain(':clinic');
});

test('a pause that the service demands counts for the next test too', async () => {
  const service = await clinicService();
  const { app } = await appBench();
  const limited = service.faults.on(routes.any, {
    kind: 'status',
    status: 429,
    body: {},
    headers: { 'retry-after': '60' },
  });
  expect(await ask(app, 'connect.test', wish(service.baseUrl))).toMatchObject({ outcome: 'no-answer' });
  limited.remove();
  expect(await ask(app, 'connect.test', wish(service.baseUrl))).toMatchObject({ outcome: 'no-answer' });
  expect(service.log.exchanges('token')).toHaveLength(1);
});

test('I12: the api_secret of another organization is told before anything is saved', async () => {
  const { app, service } = await signedInStation();
  const other = service.admin.addOrganisation({ taskTypes: ['prior-auth'] });
  const foreign = { ...wish(service.baseUrl), api_secret: other.apiSecret };
  expect(await ask(app, 'connect.test', foreign)).toEqual({
    outcome: 'other-organisation',
    secret: `Practice organization ${other.uid}`,
    record: 'Practice organization',
  });
  expect((await ask(app, 'settings.get', {})).secret).toMatchObject({ state: 'accepted', other: null });
  // The same organization may give its api_secret again: nothing but the api_secret is stored.
  const id = await tested(app, wish(service.baseUrl));
  await ask(app, 'connect.finish', { id, folders: [] });
  expect((await ask(app, 'settings.get', {})).secret.state).toBe('accepted');
});

test('I9: CLEARFOLDER_API_SECRET of a program that was started in practice mode is tested at no address of a page', async () => {
  const evil = await stranger();
  const place = appPlace();
  const app = await place.start({ apiSecret: SECRET, samples: false });
  const input = { ...wish(evil.baseUrl), api_secret: null };
  expect(await ask(app, 'connect.test', input)).toEqual({ outcome: 'elsewhere', origin: evil.origin });
  expect(evil.all()).toBe('');
});

test('without a keychain the secrets go into a private file that a person chose and confirmed, and the next start finds them', async () => {
  const service = await clinicService();
  const { person, questions } = asked();
  const place = appPlace();
  const app = await place.start({ secrets: null, samples: false, person });
  const id = await tested(app, wish(service.baseUrl, { in_file: true }));
  expect(questions[0]).toContainEqual({ what: 'secrets', subject: 'clinic', old: null, new: 'private file' });
  await ask(app, 'connect.finish', { id, folders: [] });
  await untilConnected(app);
  const file = place.dir.at('data', join('clinic', 'secrets.json'));
  expect(readFileSync(file, 'utf8')).toContain('first-secret');
  await app.stop();
  await untilConnected(await place.start({ secrets: null }));
  const station = await openStation({ ...choiceOf(place.dir), secrets: null });
  expect(inWords(station.secrets.describe(), 'en')).toContain(file);
});

test('where the settings cannot be saved, the api_secret is not kept either', async () => {
  const service = await clinicService();
  const { app, dir } = await appBench();
  const id = await tested(app, wish(service.baseUrl));
  mkdirSync(dir.at('data', 'clinic', 'ledger.db'));
  expect((await failure(app, 'connect.finish', { id, folders: [] })).code).not.toBe('connect.not-tested');
  expect(readFileSync(dir.at('secrets.json'), 'utf8')).not.toContain('first-secret');
  expect((await ask(app, 'settings.get', {})).settings.environment).toBe('practice');
  await untilConnected(app);
  await ask(app, 'connect.cancel', {});
  expect(await refused(app, 'connect.finish', { id, folders: [] })).toBe('connect.not-tested');
});
