import type { ConnectionOptions } from 'node:tls';
import pg from 'pg';
import type { z } from 'zod';
import type { Problem } from '../../../contract/problem.ts';
import { detailOf } from '../../../contract/texts/detail.ts';

const CONNECT_MS = 5_000;
const STATEMENT_MS = 8_000;
/**
 * After this time without a response, the connection is closed. Longer than `STATEMENT_MS`, so that the server ends a slow statement first.
 */
const QUERY_MS = 10_000;
const IDLE_MS = 60_000;
const CONNECTIONS = 2;

/** The SQLSTATE codes with which the server refuses this station. A retry fails again until a person changes something. */
const REFUSALS = new Set(['28P01', '28000', '3D000', '3F000', '42501', '42P01']);

export interface DatabaseAddress {
  /** An address of the form postgres://USER@HOST:PORT/DATABASE. */
  readonly url: string;
  readonly password: () => Promise<string | null>;
  /** The TLS options of the connection. False, for a connection without TLS, is allowed only for a database on this computer. */
  readonly tls: ConnectionOptions | false;
  readonly application: string;
}

/** Thrown if this station must not use the database. `message` has the reason. */
export class StationRefused extends Error {}

/** Thrown if another station may have taken over a claim of this station, or if no heartbeat has succeeded yet. */
export class LeaseLost extends Error {
  readonly code = 'no lease';
}

export type Query = <S extends z.ZodType>(
  schema: S,
  sql: string,
  parameters?: readonly unknown[],
) => Promise<z.infer<S>[]>;

/**
 * The stations' database. Statements are unnamed and sessions have no state, so that PgBouncer may use another connection for each
 * transaction. After an error, it is unknown whether a statement or a transaction took effect.
 */
export interface Database {
  /** Runs one statement and returns its rows, each parsed with `schema`. */
  readonly query: Query;
  transaction<T>(work: (query: Query) => Promise<T>): Promise<T>;
  /** Closes all connections. A second call does nothing. */
  close(): Promise<void>;
}

export function openDatabase({ url, password, tls, application }: DatabaseAddress): Database {
  const { hostname, port, username, pathname } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const pool = new pg.Pool({
    host,
    port: port === '' ? 5432 : Number(port),
    user: decodeURIComponent(username),
    database: decodeURIComponent(pathname.slice(1)),
    password: async () => (await password()) ?? '',
    // Without `host`, Node would compare the certificate with "localhost", because `pg` passes no host name to TLS for an IP address.
    ssl: tls === false ? false : { ...tls, host, rejectUnauthorized: true },
    application_name: application,
    max: CONNECTIONS,
    connectionTimeoutMillis: CONNECT_MS,
    query_timeout: QUERY_MS,
    idleTimeoutMillis: IDLE_MS,
    keepAlive: true,
    // An idle connection must not keep a stopping program alive.
    allowExitOnIdle: true,
  });
  // Without a listener, the error of an idle connection would end the program. The next query opens a new connection.
  pool.on('error', () => undefined);
  const queryOf =
    (run: (sql: string, parameters: unknown[]) => Promise<pg.QueryResult>): Query =>
    async (schema, sql, parameters = []) =>
      (await run(sql, [...parameters])).rows.map((row) => schema.parse(row));
  return {
    query: queryOf((sql, parameters) => pool.query(sql, parameters)),
    transaction: async (work) => {
      const client = await pool.connect();
      const lost: { error: Error | null } = { error: null };
      const onLost = (error: Error) => {
        lost.error = error;
      };
      client.on('error', onLost);
      let failed: Error | boolean = false;
      try {
        await client.query('BEGIN');
        await client.query(`SET LOCAL statement_timeout = ${STATEMENT_MS}`);
        // If a station freezes in a transaction, the server ends its session, so that other stations can take over its claims.
        await client.query(`SET LOCAL idle_in_transaction_session_timeout = ${STATEMENT_MS}`);
        const result = await work(queryOf((sql, parameters) => client.query(sql, parameters)));
        await client.query('COMMIT');
        return result;
      } catch (error) {
        // An error makes `release` close the connection, so that the server rolls the transaction back even if the server did not respond.
        failed = error instanceof Error ? error : true;
        throw error;
      } finally {
        client.off('error', onLost);
        client.release(lost.error ?? failed);
      }
    },
    close: async () => {
      if (!pool.ended) await pool.end();
    },
  };
}

/** Returns the problem that people see for an error of the database. */
export function problemOf(error: unknown): Problem {
  if (error instanceof StationRefused) return { code: 'station.refused', detail: error.message };
  // The errors of `pg` about a server that does not respond in time have no code.
  const code = error instanceof Error && 'code' in error ? String(error.code) : detailOf('detail.noAnswer');
  return { code: REFUSALS.has(code) ? 'station.refused' : 'station.away', detail: code };
}
