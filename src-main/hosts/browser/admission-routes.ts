import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { isQuestion, proofOfAnswer } from './control-proof.ts';
import { LINK_MS } from './launch-links.ts';
import { createLockOut, type LockOut } from './lock-out.ts';
import { isOtherUser } from './other-user.ts';
import { linkUsed, lockedOut, notOurs, type Refusal, sessionEnded, unreadable } from './refusal.ts';
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
      // Another user must not guess, use a link they have seen, or lock this one out.
      if (await isOtherUser(request.raw.socket)) throw notOurs(403);
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

  exchange('/api/launch', (token) => (links.redeem(token) ? sessions.start() : null), linkUsed);
  exchange('/api/resume', (ticket) => sessions.resume(ticket), sessionEnded);
  exchange('/api/link', (question) => linkFor(question, context), linkUsed);
}

function linkFor(question: string, { controlKey: key, links }: ServerContext) {
  if (!isQuestion(key, question)) return null;
  const token = links.issue();
  return { token, lasts_ms: LINK_MS, proof: proofOfAnswer(key, question, token) };
}
