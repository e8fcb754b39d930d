import { execFile, spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { chmodSync, chownSync, mkdirSync, writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import { join } from 'node:path';
import { promisify } from 'node:util';
import pg from 'pg';
import type { Certificate } from './certificates.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { findPostgres } from './machine.ts';
import { tempDir } from './temp-dir.ts';
import { until } from './until.ts';

const NOBODY = 65_534;
export const PASSWORD = 'a password for tests';
const run = promisify(execFile);

/** PostgreSQL refuses to run as root, so that root starts it as "nobody". */
const asOrdinaryUser = process.getuid?.() === 0 ? { uid: NOBODY, gid: NOBODY } : {};

export type PostgresServer = Awaited<ReturnType<typeof startPostgres>>;

/** Starts a PostgreSQL server of the test's own, on a free port of this machine, with passwords and, if given, TLS and other `settings`. */
export async function startPostgres({
  tls = null as Certificate | null,
  settings = [] as readonly string[],
} = {}) {
  const bin = findPostgres() ?? '';
  const dir = await tempDir('postgres');
  const data = dir.at('data');
  const passwordFile = dir.at('password');
  writeFileSync(passwordFile, PASSWORD, { mode: 0o644 });
  mkdirSync(data, { mode: 0o700 });
  chmodSync(dir.path, 0o755);
  if (asOrdinaryUser.uid !== undefined) chownSync(data, asOrdinaryUser.uid, asOrdinaryUser.gid);
  const cluster = ['--pgdata', data, '--username', 'station', '--pwfile', passwordFile, '--no-sync'];
  await run(
    join(bin, 'initdb'),
    [...cluster, '--auth', 'scram-sha-256', '--encoding', 'UTF8', '--locale', 'C'],
    {
      ...asOrdinaryUser,
      cwd: '/',
    },
  );
  const options = [
    'fsync=off',
    'unix_socket_directories=',
    'listen_addresses=127.0.0.1',
    'max_connections=60',
    // The server takes the last value of a setting.
    ...settings,
  ];
  if (tls !== null) {
    for (const [name, text] of [
      ['server.crt', tls.cert],
      ['server.key', tls.key],
    ] as const) {
      writeFileSync(join(data, name), text, { mode: 0o600 });
      if (asOrdinaryUser.uid !== undefined)
        chownSync(join(data, name), asOrdinaryUser.uid, asOrdinaryUser.gid);
    }
    options.push('ssl=on');
  }
  const probe = createServer();
  const port = await listenOnLoopback(probe);
  await closeServer(probe);
  const connection = { host: '127.0.0.1', port, user: 'station', password: PASSWORD };
  const begin = async () => {
    const child = spawn(
      join(bin, 'postgres'),
      ['-D', data, '-p', String(port), ...options.flatMap((one) => ['-c', one])],
      {
        ...asOrdinaryUser,
        cwd: '/',
        stdio: 'ignore',
      },
    );
    await until(async () => {
      const client = new pg.Client({ ...connection, database: 'postgres' });
      client.on('error', () => undefined);
      try {
        await client.connect();
        return true;
      } catch {
        return false;
      } finally {
        await client.end().catch(() => undefined);
      }
    });
    return child;
  };
  let server = await begin();
  const stop = async (signal: NodeJS.Signals = 'SIGINT') => {
    if (server.exitCode !== null || server.signalCode !== null) return;
    const ended = new Promise((resolve) => server.once('exit', resolve));
    server.kill(signal);
    await ended;
  };
  const sql = async (database: string, text: string): Promise<Record<string, unknown>[]> => {
    const client = new pg.Client({ ...connection, database });
    await client.connect();
    try {
      return (await client.query(text)).rows;
    } finally {
      await client.end();
    }
  };
  const close = async () => {
    await stop();
    await dir.remove();
  };
  return {
    port,
    pid: () => server.pid ?? 0,
    urlOf: (database: string, at = port) => `postgres://station@127.0.0.1:${at}/${database}`,
    sql,
    /** Makes an empty database, or a copy of another one, and returns its name. */
    newDatabase: async (
      template = 'template0',
      name = `d${randomUUID().replaceAll('-', '')}`,
    ): Promise<string> => {
      await sql('postgres', `CREATE DATABASE ${name} TEMPLATE ${template}`);
      return name;
    },
    /** Ends the connections of a database. */
    disconnect: (database: string) =>
      sql('postgres', `SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = '${database}'`),
    stop,
    /** Starts a stopped server again. */
    start: async () => {
      server = await begin();
    },
    close,
    [Symbol.asyncDispose]: close,
  };
}
