import type { FastifyInstance } from 'fastify';
import { linkUsed, type Refusal, sessionEnded } from './refusal.ts';
import { beginExchange } from './sealed-exchange.ts';
import type { ServerContext } from './server-context.ts';
import { idOfSecret, LINK_MS } from './sessions.ts';

/**
 * How a page is let in: once by the secret of a link, again after a reload by the ticket of its tab. And how another process of
 * the same user gets a fresh link, by the key in a file that only this user can read. None of these secrets is sent: whoever
 * asks proves to have it, and what is given can be read with it alone.
 */
export function admissionRoutes(server: FastifyInstance, context: ServerContext): void {
  const { links, sessions, controlKey } = context;
  const exchange = <T>(
    url: string,
    find: (id: string) => string | null,
    give: (secret: string) => T | null,
    refuse: () => Refusal,
  ) => {
    server.post(url, async (request) => {
      const value = give(await beginExchange(request, find, refuse));
      if (value !== null) return { ok: true, value };
      request.exchange = null;
      throw refuse();
    });
  };

  exchange('/api/launch', links.find, (secret) => (links.redeem(secret) ? sessions.start() : null), linkUsed);
  exchange('/api/resume', sessions.findTicket, sessions.resume, sessionEnded);
  const controlId = idOfSecret(controlKey);
  exchange(
    '/api/link',
    (id) => (id === controlId ? controlKey : null),
    () => ({ secret: links.issue(), lasts_ms: LINK_MS }),
    linkUsed,
  );
}
