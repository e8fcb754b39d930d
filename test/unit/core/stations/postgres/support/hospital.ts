import { randomUUID } from 'node:crypto';
import { afterAll, beforeAll } from 'vitest';
import { createPostgresCoordinator } from '../../../../../../src-main/core/stations/postgres/coordinator.ts';
import { PASSWORD, type PostgresServer, startPostgres } from '../../../../../support/postgres.ts';
import { type BenchOptions, type IntakeBench, intakeBench } from '../../../folders/intake-bench.ts';

export const PASSPHRASE = 'the passphrase of the stations';
const HEARTBEAT_MS = 150;

/** One PostgreSQL server for all tests of a file, with a database for each. */
export function postgresForTests(): () => PostgresServer {
  let server: PostgresServer | null = null;
  beforeAll(async () => {
    server = await startPostgres();
  });
  afterAll(async () => {
    await server?.close();
  });
  return () => {
    if (server === null) throw new Error('the server did not start');
    return server;
  };
}

export interface StationOptions extends BenchOptions {
  readonly url: string;
  readonly passphrase?: string;
  readonly password?: string;
  readonly leaseBeats?: number;
  readonly environment?: string;
}

/** A station that claims what it sends in the database. */
export function stationOn(options: StationOptions): Promise<IntakeBench> {
  const { url, passphrase = PASSPHRASE, password = PASSWORD, leaseBeats = 400, environment } = options;
  return intakeBench({
    ...options,
    rule: { backlog: 'send', ...options.rule },
    parts: {
      ...(environment !== undefined && { environment }),
      coordinate: (wiring) =>
        createPostgresCoordinator({
          ...wiring,
          address: { url, password: () => Promise.resolve(password), tls: false, application: 'test' },
          passphrase: () => Promise.resolve(passphrase),
          version: '0',
          word: randomUUID(),
          pace: { heartbeatMs: HEARTBEAT_MS, leaseBeats },
        }),
      ...options.parts,
    },
  });
}
