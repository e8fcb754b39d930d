import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FetchedDocument } from '../app/app.ts';
import { unreadable } from './refusal.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

const id = z.string().min(1).max(200);
const inputSchema = z.strictObject({ task: id, item: id, to_save: z.boolean().default(false) });

/**
 * `POST /api/document`: the bytes of a document, its name and media type in headers. They come as plain bytes, so that no
 * browser shows as a page of ours what somebody sent to the service.
 */
export function documentRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/document', { onRequest: askedInSession(context) }, async (request, reply) => {
    const { success, data } = inputSchema.safeParse(request.body);
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

/** Sends the bytes, with their name and type in headers. */
export async function sendFetched(reply: FastifyReply, document: FetchedDocument): Promise<FastifyReply> {
  // Also where nobody waits for it any more; a stream that never began would not tell.
  reply.raw.once('close', () => void document.dispose());
  if (reply.raw.destroyed) await document.dispose();
  return reply
    .type('application/octet-stream')
    .header('Content-Length', document.size)
    .header('X-Clearfolder-Name', headerText(document.name))
    .header('X-Clearfolder-Type', headerText(document.mediaType))
    .send(Readable.from(document.stream()));
}

/** Browsers take headers of some length only, and anybody may have named the document. */
function headerText(text: string): string {
  return encodeURIComponent(text.slice(0, 1000).toWellFormed());
}
