import type { ServerResponse } from 'node:http';
import { Readable } from 'node:stream';
import type { FastifyInstance, FastifyReply } from 'fastify';
import { z } from 'zod';
import type { AppEvent } from '../../contract/events.ts';
import { LONGEST_PIECE } from '../../contract/sealed.ts';
import type { FetchedDocument } from '../app/app.ts';
import { notOurs, unreadable } from './refusal.ts';
import { bytesOf, jsonIn, jsonOf } from './sealed-exchange.ts';
import { inSession, type ServerContext, sessionOf } from './server-context.ts';
import type { Session } from './sessions.ts';

const id = z.string().min(1).max(200);
const documentSchema = z.strictObject({ task: id, item: id, to_save: z.boolean().default(false) });
const madeSchema = z.strictObject({ file: z.string().min(1).max(100) });

/** `POST /api/call/VERB`: carries out one verb. The body is the input; the response is the verb's `Result`. */
export function callRoute(server: FastifyInstance, context: ServerContext): void {
  server.post<{ Params: { verb: string } }>('/api/call/:verb', inSession(context), async (request) => {
    return await context.app.call(request.params.verb, await jsonOf(request), context.caller);
  });
}

/** `POST /api/document` sends a sealed document. A browser could show an unencrypted document as a page of this program. */
export function documentRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/document', inSession(context), async (request, reply) => {
    const { success, data } = documentSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const purpose = data.to_save ? 'save' : 'show';
    const result = await context.app.readDocument(data.task, data.item, context.caller, purpose);
    return result.ok ? await sendFetched(reply, result.value) : result;
  });
}

/** `POST /api/made`: sends a file that a verb made for a person to save, such as an export. */
export function madeRoute(server: FastifyInstance, context: ServerContext): void {
  server.post('/api/made', inSession(context), async (request, reply) => {
    const { success, data } = madeSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const result = await context.app.readMade(data.file);
    return result.ok ? await sendFetched(reply, result.value) : result;
  });
}

/** Serves the files of the built renderer. The path must match exactly; the server also refuses a different encoding of the same path. */
export function fileRoute(server: FastifyInstance, { files }: ServerContext): void {
  server.setNotFoundHandler(async (request, reply) => {
    // The look-up uses the raw URL, because the router decodes `request.url`.
    const file = request.method === 'GET' ? files.get(request.raw.url ?? '') : undefined;
    if (file === undefined) throw notOurs(404);
    return reply.type(file.type).send(file.bytes);
  });
}

// Sends a `Result` with the name, type and size of the document in the first frame, and then the bytes of the document.
async function sendFetched(reply: FastifyReply, document: FetchedDocument): Promise<FastifyReply> {
  // The temporary file is removed when the connection closes, because a stream that nobody reads does not report its end.
  reply.raw.once('close', () => void document.dispose());
  if (reply.raw.destroyed) await document.dispose();
  return reply.send(Readable.from(framesOf(document)));
}

async function* framesOf(document: FetchedDocument): AsyncGenerator<Uint8Array> {
  const { name, mediaType: type, size } = document;
  yield Buffer.from(JSON.stringify({ ok: true, value: { name, type, size } }));
  yield* document.stream();
}

const HEARTBEAT_MS = 5_000;

/**
 * `GET /api/events`: sends one line of JSON for every event, until the page closes the connection or the session ends. Empty lines are
 * heartbeats. The route uses no WebSocket, so that every check of requests also applies to events.
 */
export function eventsRoute(server: FastifyInstance, context: ServerContext): void {
  server.get('/api/events', async (request, reply) => {
    const session = await sessionOf(request, context);
    const lines = eventLines(context, session, reply.raw);
    return reply.send(Readable.from(lines));
  });
}

async function* eventLines(
  { app, clock, sessions }: ServerContext,
  session: Session,
  response: ServerResponse,
): AsyncGenerator<string> {
  const waiting = new Map<string, AppEvent>();
  let count = 0;
  const gone = new AbortController();
  let wake = new AbortController();
  const endListening = sessions.listen(session);
  const unsubscribe = app.subscribe((event) => {
    const key = keyOf(event, count++);
    waiting.delete(key);
    waiting.set(key, event);
    wake.abort();
  });
  // Without this listener, only the next write would show that the connection is closed.
  response.once('close', () => {
    gone.abort();
    wake.abort();
  });
  try {
    while (!gone.signal.aborted && sessions.lasts(session)) {
      const events = [...waiting.values()];
      waiting.clear();
      yield events.length === 0 ? '\n' : events.map((event) => `${JSON.stringify(event)}\n`).join('');
      await clock.sleep(HEARTBEAT_MS, wake.signal);
      if (!gone.signal.aborted) wake = new AbortController();
    }
  } finally {
    unsubscribe();
    endListening();
  }
}

// Returns the key of an event. An event that a slow page has not read is replaced by the next event with the same key.
function keyOf(event: AppEvent, count: number): string {
  switch (event.kind) {
    case 'overview':
    case 'progress':
    case 'preferences':
    case 'lock':
    case 'confirm':
      return event.kind;
    case 'drop':
      return `drop ${event.drop.id}`;
    case 'go':
      return `go ${count}`;
  }
}

const fileSchema = z.strictObject({
  drop: z.string(),
  path: z.string(),
  size: z.int().min(0),
  giving: z
    .strictObject({ id: z.string().max(100), files: z.int().min(1), entry: z.int().min(0) })
    .optional(),
});
const piecePattern = /^\d{1,9}$/;
const LINE_BREAK = 0x0a;

/**
 * Registers the routes by which a page uploads the files of a drop.
 * - `POST /api/upload` begins a file. The body is a line of JSON (`fileSchema`), and then the first piece, which is the whole file in most
 *   cases. A body without a line break begins a file without a piece.
 * - `POST /api/upload/UPLOAD/N` accepts a further piece. The pieces must come in order.
 *
 * Each response waits for the disk, so that the memory contains only a few pieces. While bytes of the file are missing, the response has
 * the id of the upload. The response to the last piece is the result of the file.
 */
export function uploadRoute(server: FastifyInstance, context: ServerContext): void {
  const { uploads } = context;
  const options = inSession(context, 2 * LONGEST_PIECE);
  server.post('/api/upload', options, async (request) => {
    const bytes = await bytesOf(request);
    const end = bytes.indexOf(LINE_BREAK);
    const { success, data } = fileSchema.safeParse(jsonIn(end < 0 ? bytes : bytes.subarray(0, end)));
    if (!success) throw unreadable();
    const { drop, ...file } = data;
    const upload = uploads.begin(drop, file);
    const ended = end < 0 ? null : await uploads.take(upload, 0, bytes.subarray(end + 1));
    return ended ?? { ok: true, value: { upload } };
  });
  server.post<{ Params: { upload: string; piece: string } }>(
    '/api/upload/:upload/:piece',
    options,
    async (request) => {
      const { upload, piece } = request.params;
      if (!piecePattern.test(piece)) throw unreadable();
      const ended = await uploads.take(upload, Number(piece), await bytesOf(request));
      return ended ?? { ok: true, value: { upload } };
    },
  );
}
