import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { seededRandom } from '../../support/random.ts';
import { WorldService } from '../world/service.ts';

/** The service of a simulated world behind a real socket: a request is taken when all of it has come. */
export async function startUpstream(seed: number) {
  const contents = new Map<string, Buffer>();
  const service = new WorldService({ now: Date.now, random: seededRandom(seed), contents });
  let outside = '';
  const server = createServer((request, response) => {
    buffer(request)
      .then((body) => {
        const headers = Object.fromEntries(
          Object.entries(request.headers).map(([name, value]) => [name, String(value)]),
        );
        return service.serve({ method: request.method ?? '', path: request.url ?? '', headers, body });
      })
      .then(({ status, body }) => {
        // Links to files lead through the same network.
        const bytes = Buffer.from(
          Buffer.isBuffer(body) ? body : body.replaceAll('https://service.test', outside),
        );
        response.writeHead(status, { 'content-type': 'application/json', 'content-length': bytes.length });
        response.end(bytes);
      })
      .catch(() => request.socket.destroy());
  });
  server.requestTimeout = 0;
  const port = await listenOnLoopback(server);
  return {
    service,
    contents,
    port,
    seenAt: (origin: string) => {
      outside = origin;
    },
    close: () => closeServer(server),
  };
}
