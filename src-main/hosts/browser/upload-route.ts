import type { FastifyInstance } from 'fastify';
import { z } from 'zod';
import { LONGEST_PIECE } from '../../contract/sealed.ts';
import { unreadable } from './refusal.ts';
import { bytesOf, jsonOf } from './sealed-exchange.ts';
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

/**
 * `POST /api/upload` begins a file of a drop; `POST /api/upload/UPLOAD/N` takes the pieces in order, as fast as the disk writes. No whole
 * file is held in memory.
 */
export function uploadRoute(server: FastifyInstance, context: ServerContext): void {
  const { uploads } = context;
  server.post('/api/upload', async (request) => {
    const session = await sessionOf(request, context);
    const { success, data } = fileSchema.safeParse(await jsonOf(request));
    if (!success) throw unreadable();
    const { drop, ...file } = data;
    return { ok: true, value: { upload: uploads.begin(session, drop, file) } };
  });
  server.post<{ Params: { upload: string; piece: string } }>(
    '/api/upload/:upload/:piece',
    { bodyLimit: 2 * LONGEST_PIECE },
    async (request) => {
      const session = await sessionOf(request, context);
      const { upload, piece } = request.params;
      if (!piecePattern.test(piece)) throw unreadable();
      const ended = await uploads.take(session, upload, Number(piece), await bytesOf(request));
      return ended ?? { ok: true, value: null };
    },
  );
}
