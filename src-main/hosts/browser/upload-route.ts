import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LONGEST_PIECE } from '../../contract/sealed.ts';
import { unreadable } from './refusal.ts';
import { bytesOf, jsonIn } from './sealed-exchange.ts';
import { type ServerContext, sessionOf } from './server-context.ts';

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
 * `POST /api/upload` begins a file of a drop: a line of JSON, and then the first piece, which holds all of most files. A body without a
 * line break begins a file without a piece. `POST /api/upload/UPLOAD/N` takes the further pieces in order, as fast as the disk can write. A
 * whole file is never held in memory. The answer names the upload while bytes of the file are missing.
 */
export function uploadRoute(server: FastifyInstance, context: ServerContext): void {
  const { uploads } = context;
  const options = { bodyLimit: 2 * LONGEST_PIECE };
  server.post('/api/upload', options, async (request) => {
    const session = await sessionOf(request, context);
    const bytes = await bytesOf(request);
    const end = bytes.indexOf(LINE_BREAK);
    const { success, data } = fileSchema.safeParse(jsonIn(end < 0 ? bytes : bytes.subarray(0, end)));
    if (!success) throw unreadable();
    const { drop, ...file } = data;
    const upload = uploads.begin(session, drop, file);
    const ended = end < 0 ? null : await uploads.take(session, upload, 0, bytes.subarray(end + 1));
    return ended ?? { ok: true, value: { upload } };
  });
  server.post<{ Params: { upload: string; piece: string } }>(
    '/api/upload/:upload/:piece',
    options,
    async (request) => {
      const session = await sessionOf(request, context);
      const { upload, piece } = request.params;
      if (!piecePattern.test(piece)) throw unreadable();
      const ended = await uploads.take(session, upload, Number(piece), await bytesOf(request));
      return ended ?? { ok: true, value: { upload } };
    },
  );
}
