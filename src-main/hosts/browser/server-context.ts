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
  /** Returns the port, once the server listens. */
  readonly port: () => number;
  /** The secret with which another process of this user asks for a link. */
  readonly controlKey: string;
  readonly patience: Patience;
}

/** The time limits for slow clients, in milliseconds. */
export interface Patience {
  readonly headersMs: number;
  /** The limit for a whole request body. All bodies are small. */
  readonly bodyMs: number;
  /** The limit between two pieces of a file that a page sends. */
  readonly pieceMs: number;
}

/** The options of a route with a body: a request without a session is refused before the body is read. */
export function inSession(context: ServerContext, bodyLimit = 1024 * 1024) {
  const onRequest = async (request: FastifyRequest): Promise<void> => {
    await sessionOf(request, context);
  };
  return { onRequest, bodyLimit };
}

/** Returns the session of a request. @throws Refusal without a session */
export async function sessionOf(request: FastifyRequest, { sessions }: ServerContext): Promise<Session> {
  const key = await beginExchange(request, (id) => sessions.find(id)?.key ?? null, sessionEnded);
  const session = sessions.seen(key);
  if (session === null) throw sessionEnded();
  return session;
}
