import { readFileSync, writeFileSync } from 'node:fs';
import { connect } from 'node:net';
import { join } from 'node:path';
import { createServer as createTlsProxy, type Server } from 'node:tls';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { loadSettings } from '../../../../src-main/core/settings/settings-file.ts';
import { type Authority, type Certificate, createAuthority, inDays } from '../../../support/certificates.ts';
import { startClearfolder } from '../../../support/clearfolder.ts';
import { filesBelow } from '../../../support/files-below.ts';
import { listenOnLoopback } from '../../../support/loopback.ts';
import { tempDir } from '../../../support/temp-dir.ts';
import { until } from '../../../support/until.ts';
import { connectProxy } from '../../core/service/support/connect-proxy.ts';
import { pdf } from './support/app-bench.ts';
import {
  appPlace,
  choiceOf,
  clinicService,
  clinicSettings,
  overviewOf,
  SECRET,
  startedApp,
  untilConnected,
  untilOverview,
} from './support/app-place.ts';
import { ask, CALLER, failure, refused } from './support/ask.ts';
import { sendByHand } from './support/send-each.ts';

/* A hospital that looks into encrypted connections, from the settings to the sentence a person reads. */

let hospital: Authority;
let other: Authority;

beforeAll(async () => {
  const dir = await tempDir('network');
  hospital = createAuthority(dir.path, 'St. Elsewhere root');
  other = createAuthority(dir.path, 'Other root');
  return () => dir.remove();
});

async function behindTls(certificate: Certificate, host = 'localhost') {
  const { port } = new URL((await clinicService()).baseUrl);
  const server: Server = createTlsProxy(certificate, (outside) => {
    const inside = connect(Number(port), '127.0.0.1');
    outside.pipe(inside).pipe(outside);
    for (const [one, peer] of [
      [outside, inside],
      [inside, outside],
    ] as const) {
      one.on('error', () => peer.destroy());
      one.on('close', () => peer.destroy());
    }
  });
  server.on('tlsClientError', () => undefined);
  const secure = await listenOnLoopback(server);
  onTestFinished(() => void server.close());
  return `https://${host}:${secure}/public/v1`;
}

test('a document waits until the root certificate is set, goes out then at once, and every word says why', async () => {
  const baseUrl = await behindTls(hospital.issue({ until: inDays(20) }));
  const { dir, app } = await startedApp({ settings: clinicSettings(baseUrl), apiSecret: SECRET });
  writeFileSync(dir.at('scan.pdf'), pdf('one'));
  await sendByHand(app, [dir.at('scan.pdf')]);
  const stuck = await untilOverview(app, ({ attention }) => attention.some(({ kind }) => kind === 'network'));
  expect(stuck.attention[0]).toMatchObject({
    kind: 'network',
    problem: { code: 'network.unknown-authority', next: expect.stringContaining('root certificate') },
  });
  expect(stuck.connection).toMatchObject({ state: 'unreachable' });
  const findings = await ask(app, 'doctor.run', {});
  const found = findings.find(({ what }) => what === 'certificate');
  expect(found).toMatchObject({ state: 'fault', next: expect.stringContaining('root certificate') });
  expect(found?.words).toMatch(
    /for localhost, issued by Clearfolder tests, St\. Elsewhere root, valid from .+ until .+ 20\d\d\./,
  );

  const { settings } = await ask(app, 'settings.get', {});
  const network = { extraCaFile: hospital.file, proxy: null };
  await ask(app, 'settings.save', { settings: { ...settings, network } });
  const out = await untilOverview(app, ({ account }) => account.accepted === 1, 'the document to be out');
  expect(out.attention.filter(({ kind }) => kind === 'network')).toEqual([]);
  const after = await ask(app, 'doctor.run', {});
  expect(after.filter(({ state }) => state !== 'ok').map(({ what, words }) => `${what}: ${words}`)).toEqual(
    [],
  );
  expect(after.find(({ what }) => what === 'network')?.words).toContain(
    `1 more authority from ${hospital.file}`,
  );
});

test('a file that is missing or no PEM is refused by its name, and what ran goes on', async () => {
  const given = clinicSettings(await behindTls(hospital.issue()), {
    network: { extraCaFile: hospital.file },
  });
  const { dir, app } = await startedApp({ settings: given, apiSecret: SECRET });
  await untilConnected(app);
  const { settings } = await ask(app, 'settings.get', {});
  const files: [string, string][] = [
    ['missing.pem', 'cannot be read (ENOENT)'],
    ['text.pem', 'has no certificate in PEM format'],
    ['broken.pem', 'holds a certificate that cannot be read (number 2)'],
    ['.', 'is not a file'],
  ];
  writeFileSync(dir.at('text.pem'), 'my root certificate');
  writeFileSync(
    dir.at('broken.pem'),
    `${hospital.cert}-----BEGIN CERTIFICATE-----\nAAAA\n-----END CERTIFICATE-----\n`,
  );
  for (const [name, words] of files) {
    const network = { extraCaFile: dir.at(name), proxy: null };
    const refused = await failure(app, 'settings.save', { settings: { ...settings, network } });
    expect(refused, name).toMatchObject({ code: 'settings.ca-file' });
    expect(refused.message).toContain(`${dir.at(name)} ${words}`);
  }
  expect((await ask(app, 'settings.get', {})).settings).toEqual(settings);
  await untilConnected(app);
});

test('a file that was changed is read at the next start, and one that is gone then is named', async () => {
  const place = appPlace();
  const file = place.dir.at('data', 'roots.pem');
  place.writeSettings(
    clinicSettings(await behindTls(hospital.issue()), { network: { extraCaFile: 'roots.pem' } }),
  );
  writeFileSync(file, other.cert);
  const app = await place.start({ apiSecret: SECRET });
  expect((await ask(app, 'settings.get', {})).settings.network.extraCaFile).toBe(file);
  expect(await refused(app, 'secret.check', {})).toBe('network.unknown-authority');
  writeFileSync(file, `${other.cert}${hospital.cert}`);
  await ask(app, 'app.restart-engine', {});
  await until(async () => (await app.call('secret.check', {}, CALLER)).ok);
  writeFileSync(file, 'gone');
  await app.stop();
  const { attention } = await overviewOf(await place.start({ apiSecret: SECRET }));
  expect(attention[0]).toMatchObject({
    kind: 'engine-stopped',
    failure: { code: 'settings.ca-file', message: expect.stringContaining(file) },
  });
});

test('I9: engine and doctor ask the service through the proxy, which gets the login that a person saved for exactly this proxy, without a restart', async () => {
  const host = 'service.clinic.test';
  const baseUrl = await behindTls(hospital.issue({ names: [`DNS:${host}`] }), host);
  const login = 'clerk:pass:w\u00f6rd';
  const proxy = await connectProxy(200, login);
  const another = await connectProxy(200);
  const place = appPlace();
  const settingsFor = ({ url }: { readonly url: string }) =>
    clinicSettings(baseUrl, { network: { extraCaFile: hospital.file, proxy: url } });
  place.writeSettings(settingsFor(proxy));
  const app = await place.start({ apiSecret: SECRET });
  const { attention } = await untilOverview(app, ({ attention: open }) =>
    open.some(({ kind }) => kind === 'network'),
  );
  expect(attention).toMatchObject([{ problem: { code: 'network.proxy-sign-in' } }]);

  const command = (args: readonly string[], stdin: string) => {
    const { data, secrets } = choiceOf(place.dir);
    return startClearfolder(['secret', 'proxy', ...args, '--data', data, '--secrets', secrets], { stdin })
      .ended;
  };
  expect((await command(['clerk:x'], 'y\n')).code).toBe(2);
  expect((await command(['clerk'], `${login.slice('clerk:'.length)}\n`)).stdout).toContain(proxy.url);
  await untilOverview(app, ({ connection }) => connection.state === 'connected');
  // Nobody but the proxy knows a host of that name.
  expect(new Set(proxy.asked.map(({ target }) => target))).toEqual(new Set([new URL(baseUrl).host]));
  const findings = await ask(app, 'doctor.run', {});
  expect(findings.filter(({ state }) => state !== 'ok')).toEqual([]);
  expect(findings.find(({ what }) => what === 'network')?.words).toContain(`the proxy ${proxy.url}`);
  await app.stop();

  // A log, the audit and the settings never hold the password, and another proxy never gets the login.
  const data = place.dir.at('data');
  expect(filesBelow(data).filter((file) => readFileSync(join(data, file)).includes('w\u00f6rd'))).toEqual([]);
  place.writeSettings(settingsFor(another));
  const elsewhere = await place.start({ apiSecret: SECRET });
  await untilOverview(elsewhere, ({ connection }) => connection.state === 'connected');
  expect(another.asked.filter(({ headers }) => 'proxy-authorization' in headers)).toEqual([]);
  expect(another.asked.length).toBeGreaterThan(0);
});

test('a service is connected through a proxy with a sign-in, and behind a root certificate, from practice mode', async () => {
  const host = 'service.clinic.test';
  const address = await behindTls(hospital.issue({ names: [`DNS:${host}`] }), host);
  const proxy = await connectProxy(200, 'clerk:pass');
  const { app, dir } = await startedApp({ samples: false });
  const tried = (caFile: string | null, login: { user: string; password: string } | null) => {
    const network = { extraCaFile: caFile, proxy: proxy.url };
    const service = { environment: 'clinic', address, network, proxy_login: login, in_file: false };
    return ask(app, 'connect.test', { service, api_secret: SECRET });
  };
  expect(await tried(null, null)).toEqual({ outcome: 'network', code: 'network.proxy-sign-in' });
  const login = { user: 'clerk', password: 'pass' };
  expect(await tried(null, login)).toEqual({ outcome: 'network', code: 'network.unknown-authority' });
  const accepted = await tried(hospital.file, login);
  if (accepted.outcome !== 'accepted') throw new Error(accepted.outcome);
  expect(readFileSync(dir.at('secrets.json'), 'utf8')).not.toContain('proxy-login');
  await ask(app, 'connect.finish', { id: accepted.id, folders: [] });
  await untilConnected(app);
  const { settings } = await ask(app, 'settings.get', {});
  expect(settings.network).toEqual({ extraCaFile: hospital.file, proxy: proxy.url });
});

test.each([
  ['http://user:secret@proxy:3128', 'must not contain a user name or password'],
  ['https://proxy:3128', 'must be http://HOST:PORT'],
  ['proxy:3128', 'must be http://HOST:PORT'],
  ['http://proxy', 'must be http://HOST:PORT'],
  ['http://proxy:0/', 'must be http://HOST:PORT'],
  ['http://proxy:3128/path', 'must be http://HOST:PORT'],
  ['socks5://proxy:1080', 'must be http://HOST:PORT'],
])('the proxy %s is refused, and a password in it is not repeated', (proxy, fault) => {
  const { dir, writeSettings } = appPlace();
  writeSettings(clinicSettings('https://service.clinic.test/public/v1', { network: { proxy } }));
  const loading = () => loadSettings(dir.at('data', 'settings.json'));
  expect(loading).toThrow(`network.proxy: ${fault}`);
  expect(loading).not.toThrow('secret@');
});
