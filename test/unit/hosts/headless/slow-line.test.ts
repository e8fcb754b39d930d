import dns from 'node:dns';
import { getDefaultAutoSelectFamilyAttemptTimeout, setDefaultAutoSelectFamilyAttemptTimeout } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { z } from 'zod';
import { systemClock } from '../../../../src-main/core/clock.ts';
import { createLinkPlaces } from '../../../../src-main/core/service/downloads/link-places.ts';
import { lookAtCertificate } from '../../../../src-main/core/service/http/certificate-check.ts';
import { DIRECT, type Network } from '../../../../src-main/core/service/http/network.ts';
import { createTransport } from '../../../../src-main/core/service/http/transport.ts';
import { openDatabase } from '../../../../src-main/core/stations/postgres/database.ts';
import { connectOverSlowLines } from '../../../../src-main/hosts/headless/process.ts';
import { needing, needs } from '../../../support/machine.ts';
import { openSlowLine, SLOW_ADDRESSES } from '../../../support/slow-line.ts';

/** How long the word "heard" may take from the server's process to the test. */
const WORD_MS = 1_000;

const before = getDefaultAutoSelectFamilyAttemptTimeout();

beforeEach(() => {
  connectOverSlowLines();
  const answerAll = (...given: unknown[]) =>
    z.function({ input: [z.null(), z.unknown()] }).parse(given.at(-1))(null, SLOW_ADDRESSES);
  vi.spyOn(dns, 'lookup').mockImplementation(
    Object.assign(answerAll, { __promisify__: dns.lookup.__promisify__ }),
  );
});

afterEach(() => {
  vi.restoreAllMocks();
  setDefaultAutoSelectFamilyAttemptTimeout(before);
});

const limits = { clock: systemClock, idleTimeoutMs: 10_000, connectTimeoutMs: 10_000 };
const via = (port: number): Network => ({ extraCa: [], proxy: `http://proxy.test:${port}` });
const links = createLinkPlaces('localhost', async () => [...SLOW_ADDRESSES]);

async function get(origin: string, options: { network?: Network; isLink?: boolean } = {}) {
  const { network = DIRECT, isLink = false } = options;
  const transport = createTransport({ ...limits, network, links });
  try {
    return await transport.send({ method: 'GET', origin, path: '/', headers: {}, body: null, isLink });
  } finally {
    await transport.close();
  }
}

async function query(port: number) {
  const database = openDatabase({
    url: `postgres://user@database.test:${port}/stations`,
    password: async () => '',
    tls: false,
    application: 'test',
  });
  try {
    return await database.query(z.unknown(), 'SELECT 1');
  } finally {
    await database.close();
  }
}

describe(
  'a server of two addresses, of which one answers late and the other one refuses',
  needing(needs.linux),
  () => {
    test.each<[string, (port: number) => Promise<unknown>]>([
      ['the service', (port) => get(`http://localhost:${port}`)],
      ['a download', (port) => get(`http://localhost:${port}`, { isLink: true })],
      ['the service by TLS', (port) => get(`https://service.test:${port}`)],
      ['the proxy', (port) => get('https://service.test', { network: via(port) })],
      ['the system check', (port) => lookAtCertificate(`https://service.test:${port}`, DIRECT, 10_000)],
      [
        'the system check by the proxy',
        (port) => lookAtCertificate('https://service.test', via(port), 10_000),
      ],
      ['PostgreSQL', query],
    ])('is reached as %s', async (_, call) => {
      await using line = await openSlowLine();
      const outcome = await call(line.port).then(
        () => 'ended',
        (error: unknown) => error,
      );
      // The word of the server's process may arrive after the end of the connection.
      expect(await Promise.race([line.heard, sleep(WORD_MS, outcome)])).toBe('heard');
    });
  },
);
