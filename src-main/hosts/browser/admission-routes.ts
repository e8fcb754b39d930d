import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LINK_MS } from './launch-links.ts';
import { createLockOut, type LockOut } from './lock-out.ts';
import { linkUsed, lockedOut, type Refusal, sessionEnded, unreadable } from './refusal.ts';
import { digestOf, sameDigest } from './secret-token.ts';
import type { ServerContext } from './server-context.ts';

const tokenSchema = z.strictObject({ token: z.string().max(100) });

/**
 * How a page is let in: once by the token of a link, again after a reload by the ticket of its tab. And how another process of
 * the same user gets a fresh link, by the key in a file that only this user can read.
 */
export function admissionRoutes(server: FastifyInstance, context: ServerContext): void {
  const { links, sessions, clock } = context;
  const exchange = <T>(url: string, give: (token: string) => T | null, refuse: () => Refusal) => {
    const lockOut: LockOut = createLockOut(clock);
    server.post(url, async (request) => {
      if (lockOut.locked()) throw lockedOut();
      const { success, data } = tokenSchema.safeParse(request.body);
      if (!success) throw unreadable();
      const value = give(data.token);
      if (value === null) {
        lockOut.wrong();
        throw refuse();
      }
      lockOut.right();
      return { ok: true, value };
    });
  };
  const key = digestOf(context.controlKey);

  exchange('/api/launch', (token) => (links.redeem(token) ? sessions.start() : null), linkUsed);
  exchange('/api/resume', (ticket) => sessions.resume(ticket), sessionEnded);
  exchange(
    '/api/link',
    (token) => (sameDigest(digestOf(token), key) ? { token: links.issue(), lasts_ms: LINK_MS } : null),
    linkUsed,
  );
}
