import { createServer } from 'node:http';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { detailOf } from '../../../../../src-main/contract/texts/detail.ts';
import { lookAtCertificate } from '../../../../../src-main/core/service/http/certificate-check.ts';
import { type Authority, createAuthority } from '../../../../support/certificates.ts';
import { closeServer, listenOnLoopback } from '../../../../support/loopback.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { CREATE, failureOf, serviceAndClient, subject } from '../support/client.ts';
import { connectProxy } from '../support/connect-proxy.ts';
import { MemoryCredentials, signedIn } from '../support/memory-credentials.ts';
import { ITEM_UUID, rawTcp, says, TASK, TASK_UUID } from '../support/raw-service.ts';
import { tlsService } from '../support/tls-service.ts';

const HOST = 'service.clinic.test';
let authority: Authority;

beforeAll(async () => {
  const dir = await tempDir('proxy');
  authority = createAuthority(dir.path, 'Hospital root');
  return () => dir.remove();
});

const issue = (name = HOST) => authority.issue({ names: [`DNS:${name}`] });

/** A client of the service at HOST, which only the proxy can find. */
function clientOf(
  port: number,
  proxy: string,
  { held = true, connectTimeoutMs = 10_000, trusting = true } = {},
) {
  return subject(`https://${HOST}:${port}/public/v1`, {
    credentials: held ? signedIn() : new MemoryCredentials(),
    network: { extraCa: trusting ? [authority.cert] : [], proxy },
    connectTimeoutMs,
  });
}

test('I9: through a proxy goes a tunnel to the named host, and only TLS goes through it', async () => {
  const [service, proxy] = [await tlsService(issue()), await connectProxy()];
  const { client } = clientOf(service.port, proxy.url, { held: false });
  expect((await client.createTask(CREATE)).uuid).toBe(TASK_UUID);
  expect(proxy.asked.map(({ target }) => target)).toContain(`${HOST}:${service.port}`);
  for (const { headers } of proxy.asked) {
    expect(Object.keys(headers).sort()).toEqual(['connection', 'host', 'proxy-connection']);
  }
  const carried = proxy.carried();
  // A TLS record of the handshake, and nothing that could be read.
  expect([...carried.subarray(0, 2)]).toEqual([0x16, 0x03]);
  for (const readable of ['token-1', 'very-secret-value', 'HTTP/1.1', 'get_token'])
    expect(carried.includes(readable), readable).toBe(false);
  expect(service.seen.length).toBeGreaterThan(1);
});

test('what links lead to goes through the proxy too, and never with the token', async () => {
  const proxy = await connectProxy();
  const store = await tlsService(issue('files.clinic.test'));
  const service = await tlsService(issue(), { linkOrigin: () => `https://files.clinic.test:${store.port}` });
  const { client } = clientOf(service.port, proxy.url);
  await client.downloadItem(TASK_UUID, ITEM_UUID, testDir().at('letter.pdf'));
  expect(proxy.asked.map(({ target }) => target)).toContain(`files.clinic.test:${store.port}`);
  expect(store.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test.each([
  [407, 'network.proxy-sign-in'],
  [403, 'network.proxy-refused'],
  [400, 'network.proxy-refused'],
  [302, 'network.proxy-refused'],
] as const)('I2: a proxy that answers %i proves that nothing was sent', async (status, obstacle) => {
  const [service, proxy] = [await tlsService(issue()), await connectProxy(status)];
  const { client } = clientOf(service.port, proxy.url);
  const failure = await failureOf(client.createTask(CREATE));
  expect(failure).toEqual({ kind: 'not-sent', cause: String(status), obstacle });
  const { client: signingIn } = clientOf(service.port, proxy.url, { held: false });
  expect(await failureOf(signingIn.signIn())).toMatchObject({ kind: 'auth-wait', obstacle });
  expect([service.secured(), proxy.carried().length]).toEqual([0, 0]);
});

test('I2: a service that the proxy cannot reach is told apart from a proxy that does not let through', async () => {
  const proxy = await connectProxy(502);
  expect(await failureOf(clientOf(1, proxy.url).client.createTask(CREATE))).toEqual({
    kind: 'not-sent',
    cause: detailOf('detail.withCode', { words: detailOf('detail.proxyNotReachService'), code: '502' }),
  });
});

test('I2: a proxy that is down, cannot be found, cuts, or never answers proves that nothing was sent', async () => {
  const gone = await rawTcp(() => undefined);
  await gone.close();
  const cutting = await rawTcp((socket) => socket.once('data', () => socket.destroy()));
  const silent = await connectProxy(null);
  onTestFinished(() => cutting.close());
  const down = { kind: 'not-sent', obstacle: 'network.proxy-unreachable' };
  for (const [proxy, cause] of [
    [`http://127.0.0.1:${gone.port}`, /^ECONNREFUSED$/],
    ['http://nowhere.invalid:3128', /^(ENOTFOUND|EAI_AGAIN)$/],
    [`http://127.0.0.1:${cutting.port}`, /^UND_ERR_PRX_CONN$/],
    [silent.url, /^UND_ERR_HEADERS_TIMEOUT$/],
  ] as const) {
    const { client } = clientOf(1, proxy, { connectTimeoutMs: 500 });
    const failure = await failureOf(client.createTask(CREATE));
    expect(failure, proxy).toEqual({ ...down, cause: expect.stringMatching(cause) });
  }
});

test('I2: what is no proxy at all is said to be none', async () => {
  const pages = createServer((_request, response) => void response.end('<html>'));
  const port = await listenOnLoopback(pages);
  onTestFinished(() => closeServer(pages));
  const garbage = await rawTcp((socket) => socket.once('data', () => socket.end('220 mail ready\r\n\r\n')));
  onTestFinished(() => garbage.close());
  for (const at of [port, garbage.port]) {
    expect(await failureOf(clientOf(1, `http://127.0.0.1:${at}`).client.createTask(CREATE))).toMatchObject({
      kind: 'not-sent',
      obstacle: expect.stringMatching(/^network\.proxy-(refused|unreachable)$/),
    });
  }
});

test('I9: the certificate is checked within the tunnel, before the token leaves', async () => {
  const proxy = await connectProxy();
  const service = await tlsService(issue());
  const { client } = clientOf(service.port, proxy.url, { trusting: false });
  expect(await failureOf(client.createTask(CREATE))).toMatchObject({
    kind: 'not-sent',
    obstacle: 'network.unknown-authority',
  });
  const other = await tlsService(issue('elsewhere.clinic.test'));
  expect(await failureOf(clientOf(other.port, proxy.url).client.createTask(CREATE))).toMatchObject({
    kind: 'not-sent',
    obstacle: 'network.certificate-host',
  });
  expect([service.seen, other.seen]).toEqual([[], []]);
});

test('I2: a tunnel that is cut after the request leaves the outcome unknown, and the create is not repeated', async () => {
  const proxy = await connectProxy();
  let creates = 0;
  const service = await tlsService(issue(), {
    onCreate: () => {
      creates += 1;
      proxy.cut();
    },
  });
  const { client } = clientOf(service.port, proxy.url);
  expect((await failureOf(client.createTask(CREATE))).kind).toBe('unknown');
  expect(creates).toBe(1);
});

test('nothing for this computer itself goes through the proxy', async () => {
  const proxy = await connectProxy();
  const network = { extraCa: [authority.cert], proxy: proxy.url };
  const { client } = await serviceAndClient(says(200, TASK), { network });
  await client.createTask(CREATE);
  const secure = await tlsService(authority.issue());
  for (const host of ['localhost', '127.0.0.1']) {
    const { client: near } = subject(`https://${host}:${secure.port}/public/v1`, { network });
    await near.createTask(CREATE);
  }
  expect(proxy.asked).toEqual([]);
});

test('the certificate behind a proxy is seen the way calls go, and nothing is sent to it', async () => {
  const service = await tlsService(issue());
  const look = async (proxy: string, extraCa: string[]) =>
    await lookAtCertificate(`https://${HOST}:${service.port}/`, { extraCa, proxy }, 20_000);
  const open = await connectProxy();
  expect(await look(open.url, [authority.cert])).toMatchObject({ subject: HOST, failure: null });
  expect(await look(open.url, [])).toMatchObject({
    issuer: 'Clearfolder tests, Hospital root',
    failure: { failure: { obstacle: 'network.unknown-authority' } },
  });
  const closed = await connectProxy(407);
  expect(await failureOf(look(closed.url, []))).toMatchObject({ obstacle: 'network.proxy-sign-in' });
  expect(service.seen).toEqual([]);
});
