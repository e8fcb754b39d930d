import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { App, Caller } from '../app/app.ts';
import type { BuiltFiles } from '../built-files.ts';
import type { LaunchLinks } from './launch-links.ts';
import { sessionEnded } from './refusal.ts';
import { beginExchange } from './sealed-exchange.ts';
import type { Session, Sessions } from './sessions.ts';
import type { Uploads } from './uploads.ts';

/** What the routes work with. */
export interface ServerContext {
  readonly app: App;
  readonly files: BuiltFiles;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly links: LaunchLinks;
  readonly uploads: Uploads;
  readonly caller: Caller;
  /** Known once the server listens. */
  readonly port: () => number;
  /** The secret by which another process of this user asks for a link. */
  readonly controlKey: string;
  readonly patience: Patience;
}

/** How long a stranger may take with what every request begins with, in milliseconds. */
export interface Patience {
  readonly headersMs: number;
  /** For a body: all of them are small. */
  readonly bodyMs: number;
  /** Until the next piece of a file that a page sends. */
  readonly pieceMs: number;
}

/** Refuses whoever has no session before a body is read. */
export function askedInSession(context: ServerContext) {
  return async (request: FastifyRequest): Promise<void> => {
    await sessionOf(request, context);
  };
}

/** The session of the page that asks. @throws Refusal where it has none */
export async function sessionOf(request: FastifyRequest, { sessions }: ServerContext): Promise<Session> {
  const key = await beginExchange(request, (id) => sessions.find(id)?.key ?? null, sessionEnded);
  const session = sessions.seen(key);
  if (session === null) throw sessionEnded();
  return session;
}
