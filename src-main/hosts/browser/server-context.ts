import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { App, Caller } from '../app/app.ts';
import type { BuiltFiles } from '../built-files.ts';
import { sessionEnded } from './refusal.ts';
import { beginExchange } from './sealed-exchange.ts';
import type { LaunchLinks, Session, Sessions } from './sessions.ts';
import type { Uploads } from './uploads.ts';

export interface ServerContext {
  readonly app: App;
  readonly files: BuiltFiles;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly links: LaunchLinks;
  readonly uploads: Uploads;
  readonly caller: Caller;
  /** Returns the port of the server. Valid only after the server has begun to listen. */
  readonly port: () => number;
  /** The secret by which another process of this user gets a link (`/api/link`). */
  readonly controlKey: string;
  readonly patience: Patience;
}

/** The time limits for slow clients, in milliseconds. */
export interface Patience {
  readonly headersMs: number;
  /** The limit for the arrival of a whole request body. A body has at most a few MiB. */
  readonly bodyMs: number;
  /** The limit between two pieces of a file that a page sends. */
  readonly pieceMs: number;
}

/** Returns the options of a route that accepts a body. A request without a session is refused before its body is read. */
export function inSession(context: ServerContext, bodyLimit = 1024 * 1024) {
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    await sessionOf(request, context);
  };
  return { onRequest, bodyLimit };
}

/** Returns the session of a request. @throws Refusal if the request does not prove to have the key of a session */
export async function sessionOf(request: FastifyRequest, { sessions }: ServerContext): Promise<Session> {
  const key = await beginExchange(request, (id) => sessions.find(id)?.key ?? null, sessionEnded);
  const session = sessions.seen(key);
  if (session === null) throw sessionEnded();
  return session;
}
