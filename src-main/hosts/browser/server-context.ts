import type { FastifyRequest } from 'fastify';
import type { Clock } from '../../core/clock.ts';
import type { App, Caller } from '../app/app.ts';
import type { BuiltFiles } from '../built-files/built-files.ts';
import type { LaunchLinks } from './launch-links.ts';
import { sessionEnded } from './refusal.ts';
import type { Session, Sessions } from './sessions.ts';

/** What the routes work with. */
export interface ServerContext {
  readonly app: App;
  readonly files: BuiltFiles;
  readonly clock: Clock;
  readonly sessions: Sessions;
  readonly links: LaunchLinks;
  readonly caller: Caller;
  /** Known once the server listens. */
  readonly port: () => number;
  /** Proves that another process of this user asks for a link. */
  readonly controlKey: string;
  readonly patience: Patience;
}

/** How long a stranger may take with what every request begins with, in milliseconds. */
export interface Patience {
  readonly headersMs: number;
  /** For the body of anything but an upload. */
  readonly bodyMs: number;
}

/** Refuses whoever has no session before a body is read. */
export function askedInSession(context: ServerContext) {
  return async (request: FastifyRequest): Promise<void> => {
    sessionOf(request, context);
  };
}

/** The session of the page that asks. @throws Refusal where it has none */
export function sessionOf(request: FastifyRequest, { sessions }: ServerContext): Session {
  const [, bearer] = /^Bearer ([\w-]{43})$/.exec(request.headers.authorization ?? '') ?? [];
  const session = bearer === undefined ? null : sessions.find(bearer);
  if (session === null) throw sessionEnded();
  return session;
}
