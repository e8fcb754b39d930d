import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { sendFetched } from './document-route.ts';
import { unreadable } from './refusal.ts';
import { jsonOf } from './sealed-exchange.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

const inputSchema = z.strictObject({ file: z.string().min(1).max(100) });

/** `POST /api/made`: a file that Clearfolder made for this person to save. */
export function madeRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/made', { onRequest: askedInSession(context) }, async (request, reply) => {
    const { success, data } = inputSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const result = await context.app.readMade(data.file);
    return result.ok ? await sendFetched(reply, result.value) : result;
  });
}
