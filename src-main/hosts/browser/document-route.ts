import { Readable } from 'node:stream';
import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import type { FetchedDocument } from '../app/app.ts';
import { unreadable } from './refusal.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

const id = z.string().min(1).max(200);
const inputSchema = z.strictObject({ task: id, item: id });

/**
 * `POST /api/document`: the bytes of a document, its name and media type in headers. They come as plain bytes, so that no
 * browser shows as a page of ours what somebody sent to the service.
 */
export function documentRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/document', { onRequest: askedInSession(context) }, async (request, reply) => {
    const { success, data } = inputSchema.safeParse(request.body);
    if (!success) throw unreadable();
    const result = await context.app.readDocument(data.task, data.item, context.caller);
    if (!result.ok) return result;
    return reply
      .type('application/octet-stream')
      .header('Content-Length', result.value.size)
      .header('X-Clearfolder-Name', encodeURIComponent(result.value.name.toWellFormed()))
      .header('X-Clearfolder-Type', encodeURIComponent(result.value.mediaType))
      .send(Readable.from(bytes(result.value)));
  });
}

async function* bytes(document: FetchedDocument): AsyncGenerator<Uint8Array> {
  try {
    yield* document.stream();
  } finally {
    await document.dispose();
  }
}
