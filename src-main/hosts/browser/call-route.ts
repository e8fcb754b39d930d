import type { FastifyInstance } from 'fastify';
import { Refusal } from './refusal.ts';
import { jsonOf } from './sealed-exchange.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

/** `POST /api/call/VERB`: one verb, its input as the body, its `Result` as the answer. */
export function callRoute(server: FastifyInstance, context: ServerContext): void {
  server.post<{ Params: { verb: string } }>(
    '/api/call/:verb',
    { onRequest: askedInSession(context) },
    async (request) => {
      const { verb } = request.params;
      if (verb === 'drops.add-paths') throw pathsAreNoAuthority();
      return await context.app.call(verb, await jsonOf(request), context.caller);
    },
  );
}

/** A page may give files, never name them: whoever got into a page could otherwise read any file of this user. */
function pathsAreNoAuthority(): Refusal {
  return new Refusal(
    403,
    'request.refused',
    'In a browser you can add files only by dropping or choosing them. Nothing was added.',
    'Drop the files into this window, or choose files with the button.',
  );
}
