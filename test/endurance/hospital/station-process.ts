import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { settingsSchema } from '../../../src-main/contract/settings.ts';
import { type Clock, systemClock } from '../../../src-main/core/clock.ts';
import { createEngine } from '../../../src-main/core/engine.ts';
import { openLedger } from '../../../src-main/core/ledger/db/open-ledger.ts';
import type { Log } from '../../../src-main/core/log/events.ts';
import { createServiceClient } from '../../../src-main/core/service/create-service-client.ts';
import { createPostgresCoordinator } from '../../../src-main/core/stations/postgres/coordinator.ts';
import { MemoryCredentials } from '../../unit/core/service/support/memory-credentials.ts';
import { configSchema, KEY } from './config.ts';

/* One station as a process of its own, with a shorter lease than the product has, so that a test can wait for its end. */

const config = configSchema.parse(JSON.parse(process.argv[2] ?? '{}'));
const { dir, id, baseUrl, database, haste, leaseBeats } = config;
const heartbeatMs = config.heartbeatMs * haste;
const began = Date.now();
const clock: Clock = {
  now: () => began + (Date.now() - began) * haste,
  monotonic: () => systemClock.monotonic() * haste,
  sleep: (ms, signal) => systemClock.sleep(ms / haste, signal),
};
mkdirSync(join(dir, 'spool'), { recursive: true });
const ledger = openLedger({ path: join(dir, 'ledger.db'), key: KEY, now: systemClock.now });
const credentials = new MemoryCredentials();
credentials.secret = config.apiSecret;
const log: Log = (event, fields) => {
  if (event === 'engine.fault') process.stderr.write(`${id} ${JSON.stringify(fields)}\n`);
};
const engine = await createEngine({
  settings: settingsSchema.parse({
    environment: 'test',
    environments: { test: baseUrl },
    sending: { idleTimeoutSeconds: config.idleSeconds },
    tracking: { seconds: 2 },
    folders: [
      {
        id: 'in',
        path: config.folder,
        taskType: 'prior-auth',
        quietSeconds: 0.1,
        backlog: 'send',
        rescanMinutes: 0.05,
      },
    ],
  }),
  station: { id, name: id },
  ledger,
  ledgerKey: KEY,
  spoolDir: join(dir, 'spool'),
  documentsDir: join(dir, 'documents'),
  backupsDir: join(dir, 'backups'),
  client: createServiceClient({
    baseUrl,
    credentials,
    clock,
    random: Math.random,
    log,
    idleTimeoutMs: config.idleSeconds * 1000,
  }),
  clock,
  random: Math.random,
  log,
  version: '0',
  forceBacklogAsk: false,
  pace: { intake: { heartbeatMs, missedBeats: leaseBeats } },
  ...(database !== null && {
    coordinate: (wiring) =>
      createPostgresCoordinator({
        ...wiring,
        address: {
          url: database,
          password: () => Promise.resolve(config.password),
          tls: false,
          application: id,
        },
        passphrase: () => Promise.resolve('the passphrase of the stations'),
        version: '0',
        word: `${id} ${process.pid} ${Date.now()}`,
        pace: { heartbeatMs, leaseBeats },
      }),
  }),
});
process.once('SIGTERM', () => {
  void engine.stop().then(() => process.exit(0));
});
await engine.start();
process.stdout.write('runs\n');
