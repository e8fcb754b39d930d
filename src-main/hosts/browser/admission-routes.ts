import type { FastifyInstance } from 'fastify';
import { linkUsed, type Refusal, sessionEnded } from './refusal.ts';
import { beginExchange } from './sealed-exchange.ts';
import type { ServerContext } from './server-context.ts';
import { idOfSecret, LINK_MS } from './sessions.ts';

/**
 * Admits a page by the secret of a link, and after a reload by the ticket of its tab. Gives another process of the same user a fresh link,
 * by the key in a file that only this user can read. No secret is sent: the client proves possession of the secret, and only the secret
 * opens the response.
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
