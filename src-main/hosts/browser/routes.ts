import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { FetchedDocument } from '../app/app.ts';
import { notOurs, Refusal, unreadable } from './refusal.ts';
import { jsonOf } from './sealed-exchange.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

const id = z.string().min(1).max(200);
const documentSchema = z.strictObject({ task: id, item: id, to_save: z.boolean().default(false) });
const madeSchema = z.strictObject({ file: z.string().min(1).max(100) });

/** `POST /api/call/VERB`: carries out one verb. The body is the input; the response is the verb's `Result`. */
export function callRoute(server: FastifyInstance, context: ServerContext): void {
  server.post<{ Params: { verb: string } }>(
    '/api/call/:verb',
    { onRequest: askedInSession(context) },
    async (request) => {
      const { verb } = request.params;
      // A page may send files but never name paths: an intruder in a page could otherwise read every file of this user.
      if (verb === 'drops.add-paths') {
        throw new Refusal(
          403,
          'request.refused',
          'In a browser you can add files only by dropping or choosing them. Nothing was added.',
          'Drop the files into this window, or choose files with the button.',
        );
      }
      return await context.app.call(verb, await jsonOf(request), context.caller);
    },
  );
}

/** `POST /api/document`: sends a document, sealed, so that no browser shows the document as a page of this program. */
export function documentRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/document', { onRequest: askedInSession(context) }, async (request, reply) => {
    const { success, data } = documentSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const purpose = data.to_save ? 'save' : 'show';
    const result = await context.app.readDocument(data.task, data.item, context.caller, purpose);
    return result.ok ? await sendFetched(reply, result.value) : result;
  });
}

/** `POST /api/made`: sends a file that Clearfolder made for this person to save. */
export function madeRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/made', { onRequest: askedInSession(context) }, async (request, reply) => {
    const { success, data } = madeSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const result = await context.app.readMade(data.file);
    return result.ok ? await sendFetched(reply, result.value) : result;
  });
}

/** Serves the built renderer by exact path. Every other path is refused, however the path is encoded. */
export function fileRoute(server: FastifyInstance, { files }: ServerContext): void {
  server.setNotFoundHandler(async (request, reply) => {
    // The raw address, because the router decodes `request.url`.
    const file = request.method === 'GET' ? files.get(request.raw.url ?? '') : undefined;
    if (file === undefined) throw notOurs(404);
    return reply.type(file.type).send(file.bytes);
  });
}

/** Sends the name, type and size of the document as the `Result` in the first frame, then the bytes. */
async function sendFetched(reply: FastifyReply, document: FetchedDocument): Promise<FastifyReply> {
  // A stream that was never read reports no end, so the end of the connection disposes of the document.
  reply.raw.once('close', () => void document.dispose());
  if (reply.raw.destroyed) await document.dispose();
  return reply.send(Readable.from(framesOf(document)));
}

async function* framesOf(document: FetchedDocument): AsyncGenerator<Uint8Array> {
  const { name, mediaType: type, size } = document;
  yield Buffer.from(JSON.stringify({ ok: true, value: { name, type, size } }));
  yield* document.stream();
}
