import type { FastifyInstance } from 'fastify';
import { notOurs } from './refusal.ts';
import type { ServerContext } from './server-context.ts';

/** The built renderer, by its exact paths: what the build did not make is not there, however it is spelled. */
export function fileRoute(server: FastifyInstance, { files }: ServerContext): void {
  server.setNotFoundHandler(async (request, reply) => {
    // The address as it came, which the router has decoded.
    const file = request.method === 'GET' ? files.get(request.raw.url ?? '') : undefined;
    if (file === undefined) throw notOurs(404);
    return reply.type(file.type).send(file.bytes);
  });
}
