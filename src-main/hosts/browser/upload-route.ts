import type { FastifyInstance, FastifyRequest } from 'fastify';
import { unreadable } from './refusal.ts';
import { PATH_HEADER, SIZE_HEADER } from './request-checks.ts';
import { askedInSession, type ServerContext } from './server-context.ts';

/** `PUT /api/drop/DROP/file`: one file, streamed into the drop as fast as the disk takes it, and never held in memory. */
export function uploadRoute(server: FastifyInstance, context: ServerContext): void {
  server.put<{ Params: { drop: string } }>(
    '/api/drop/:drop/file',
    { onRequest: askedInSession(context) },
    async (request) => {
      return await context.app.addDropStream(request.params.drop, describedFile(request), request.raw);
    },
  );
}

/** What the headers say of the file. @throws Refusal where they do not agree with the body */
function describedFile({ headers }: FastifyRequest): { path: string; size: number } {
  const said = headers[SIZE_HEADER];
  const encoded = headers[PATH_HEADER];
  // With a length of the same size, a body that ends early or goes on is an error of the connection.
  if (typeof said !== 'string' || !/^\d{1,15}$/.test(said) || headers['content-length'] !== said)
    throw unreadable();
  if (typeof encoded !== 'string') throw unreadable();
  return { path: decoded(encoded), size: Number(said) };
}

function decoded(text: string): string {
  try {
    return decodeURIComponent(text);
  } catch {
    throw unreadable();
  }
}
