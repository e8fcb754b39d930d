import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FetchedDocument } from '../app/app.ts';
import { unreadable } from './refusal.ts';
import { jsonOf } from './sealed-exchange.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

const id = z.string().min(1).max(200);
const inputSchema = z.strictObject({ task: id, item: id, to_save: z.boolean().default(false) });

/** `POST /api/document`: a document. It comes sealed, so that no browser shows as a page of ours what somebody sent to the service. */
export function documentRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/document', { onRequest: askedInSession(context) }, async (request, reply) => {
    const { success, data } = inputSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const result = await context.app.readDocument(
      data.task,
      data.item,
      context.caller,
      data.to_save ? 'save' : 'show',
    );
    if (!result.ok) return result;
    return await sendFetched(reply, result.value);
  });
}

/** Sends the name, type and size of the document as the `Result` in the first frame, then the bytes. */
export async function sendFetched(reply: FastifyReply, document: FetchedDocument): Promise<FastifyReply> {
  // Also where nobody waits for it any more; a stream that never began would not tell.
  reply.raw.once('close', () => void document.dispose());
  if (reply.raw.destroyed) await document.dispose();
  return reply.send(Readable.from(framesOf(document)));
}

async function* framesOf(document: FetchedDocument): AsyncGenerator<Uint8Array> {
  const { name, mediaType: type, size } = document;
  yield Buffer.from(JSON.stringify({ ok: true, value: { name, type, size } }));
  yield* document.stream();
}
