import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { beforeAll, expect, onTestFinished, test } from 'vitest';
import { readNetwork } from '../../../../../src-main/core/service/http/network.ts';
import { type Authority, createAuthority, inDays, selfSigned } from '../../../../support/certificates.ts';
import { tempDir } from '../../../../support/temp-dir.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { CREATE, failureOf, spooled, subject } from '../support/client.ts';
import { MemoryCredentials, signedIn } from '../support/memory-credentials.ts';
import { ITEM_UUID, TASK_UUID } from '../support/raw-service.ts';
import { tlsService } from '../support/tls-service.ts';

/* I9: whoever cannot prove to be the service gets not one byte of a request. The certificates are real. */

let hospital: Authority;
let stranger: Authority;

beforeAll(async () => {
  const dir = await tempDir('certificates');
  hospital = createAuthority(dir.path, 'Hospital root');
  stranger = createAuthority(dir.path, 'Stranger root');
  return () => dir.remove();
});

const networkOf = (extraCaFile: string | null) => readNetwork({ extraCaFile, proxy: null });

function clientOf(
  port: number,
  { extraCaFile = null as string | null, host = 'localhost', held = true } = {},
) {
  return subject(`https://${host}:${port}/public/v1`, {
    credentials: held ? signedIn() : new MemoryCredentials(),
    network: networkOf(extraCaFile),
  }).client;
}

const REFUSED = [
  ['self-signed', 'network.unknown-authority', async () => selfSigned(testDir().path)],
  ['of an authority nobody knows', 'network.unknown-authority', () => stranger.issue()],
  ['expired', 'network.certificate-expired', () => hospital.issue({ from: inDays(-9), until: inDays(-2) })],
  ['not valid yet', 'network.certificate-early', () => hospital.issue({ from: inDays(2), until: inDays(9) })],
  [
    'for another name',
    'network.certificate-host',
    () => hospital.issue({ names: ['DNS:elsewhere.example'] }),
  ],
  [
    'for another address',
    'network.certificate-host',
    () => hospital.issue({ names: ['DNS:localhost'] }),
    '127.0.0.1',
  ],
] as const;

test.each(REFUSED)(
  'I9, I2: a certificate %s is refused before a byte of a request leaves',
  async (...given) => {
    const [, obstacle, make, host] = given;
    const service = await tlsService(await make());
    const extraCaFile = hospital.file;
    const options = { extraCaFile, ...(host && { host }) };
    const upload = { ...CREATE, uploads: [await spooled('%PDF-1.4 of a patient')] };
    expect(await failureOf(clientOf(service.port, options).createTask(upload))).toEqual({
      kind: 'not-sent',
      cause: expect.stringMatching(/^[A-Z_]+$/),
      obstacle,
    });
    expect(await failureOf(clientOf(service.port, { ...options, held: false }).signIn())).toMatchObject({
      kind: 'auth-wait',
      obstacle,
    });
    expect(service.seen).toEqual([]);
  },
);

test('I9: NODE_TLS_REJECT_UNAUTHORIZED=0 in the environment weakens nothing', async () => {
  const before = process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
  process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = '0';
  onTestFinished(() => {
    if (before === undefined) delete process.env['NODE_TLS_REJECT_UNAUTHORIZED'];
    else process.env['NODE_TLS_REJECT_UNAUTHORIZED'] = before;
  });
  const service = await tlsService(stranger.issue());
  expect(await failureOf(clientOf(service.port, { held: false }).signIn())).toMatchObject({
    obstacle: 'network.unknown-authority',
  });
  const elsewhere = await tlsService(hospital.issue({ names: ['DNS:elsewhere.example'] }));
  expect(
    await failureOf(clientOf(elsewhere.port, { extraCaFile: hospital.file }).createTask(CREATE)),
  ).toMatchObject({ obstacle: 'network.certificate-host' });
  expect([...service.seen, ...elsewhere.seen]).toEqual([]);
});

test('an authority of the extra file is believed, for calls and for what links lead to', async () => {
  const store = await tlsService(hospital.issue({ names: ['IP:127.0.0.1'] }));
  const service = await tlsService(hospital.issue(), { linkOrigin: () => `https://127.0.0.1:${store.port}` });
  const client = clientOf(service.port, { extraCaFile: hospital.file, held: false });
  expect((await client.createTask(CREATE)).uuid).toBe(TASK_UUID);
  const target = testDir().at('letter.pdf');
  expect(await client.downloadItem(TASK_UUID, ITEM_UUID, target)).toMatchObject({ fileName: 'letter.pdf' });
  expect(service.seen.filter(({ headers }) => headers.authorization === undefined)).toHaveLength(1);
  expect(store.seen.map(({ headers }) => headers.authorization)).toEqual([undefined]);
});

test('a link to a host that nobody vouches for is not followed', async () => {
  const store = await tlsService(stranger.issue());
  const service = await tlsService(hospital.issue(), { linkOrigin: () => `https://localhost:${store.port}` });
  const client = clientOf(service.port, { extraCaFile: hospital.file });
  const target = testDir().at('letter.pdf');
  expect(await failureOf(client.downloadItem(TASK_UUID, ITEM_UUID, target))).toMatchObject({
    kind: 'not-sent',
    obstacle: 'network.unknown-authority',
  });
  expect(store.seen).toEqual([]);
});

test('the extra file adds to what this computer believes and takes nothing of it away', async () => {
  // What the system believes is read once per process, so each way has a process of its own.
  const [byHospital, byStranger] = [await tlsService(hospital.issue()), await tlsService(stranger.issue())];
  const probe = async (extraCaFile: string | null, systemFile: string) => {
    const { stdout } = await promisify(execFile)(
      process.execPath,
      [
        join(import.meta.dirname, 'trust-probe.ts'),
        JSON.stringify({ extraCaFile, ports: [byHospital.port, byStranger.port] }),
      ],
      { env: { PATH: process.env['PATH'], SSL_CERT_FILE: systemFile, SSL_CERT_DIR: '/nowhere' } },
    );
    return JSON.parse(stdout);
  };
  const unknown = 'network.unknown-authority';
  expect(await probe(hospital.file, stranger.file)).toEqual({ said: ['ok', 'ok'], wellKnown: true });
  expect(await probe(null, stranger.file)).toEqual({ said: [unknown, 'ok'], wellKnown: true });
  expect(await probe(hospital.file, '/nowhere')).toEqual({ said: ['ok', unknown], wellKnown: true });
});

test('what speaks only TLS 1.0 and 1.1, or none at all, gets nothing', async () => {
  const old = await tlsService(hospital.issue(), {
    minVersion: 'TLSv1',
    maxVersion: 'TLSv1.1',
    ciphers: 'DEFAULT@SECLEVEL=0',
  });
  expect(await failureOf(clientOf(old.port, { extraCaFile: hospital.file }).createTask(CREATE))).toEqual({
    kind: 'not-sent',
    cause: expect.stringMatching(/^(ERR_SSL_\w+|EPROTO)$/),
    obstacle: 'network.encryption',
  });
  expect([old.secured(), old.seen]).toEqual([0, []]);
  const atLeast = await tlsService(hospital.issue(), { maxVersion: 'TLSv1.2' });
  await clientOf(atLeast.port, { extraCaFile: hospital.file }).createTask(CREATE);
});
