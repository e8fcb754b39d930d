import { createServer } from 'node:http';
import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { closeServer, listenOnLoopback } from '../../support/loopback.ts';
import { randomInt, seededRandom } from '../../support/random.ts';
import { bytesOf, readRequest } from '../../support/service-model/messages.ts';
import { ServiceModel } from '../../support/service-model/service-model.ts';
import { outcomeAtRandom } from '../../support/world/outcome.ts';

/** The processing time of a request before and after its effect, so that trouble can come meanwhile. */
const MOST_THOUGHT_MS = 60;
const MOST_IDLE_MS = 30;

/**
 * The service of a simulated world behind a real socket; only whole requests are taken. With `closes` the service ends each
 * connection after a response: at once, so that the end of the connection ends the response, or after an idle moment.
 */
export async function startUpstream(seed: number, closes: boolean) {
  const random = seededRandom(seed + 3);
  const busy = new Set<Socket>();
  const chance = seededRandom(seed);
  const service = new ServiceModel({ random: chance, outcomeOf: outcomeAtRandom(chance) });
  const closeWhenIdle = (socket: Socket) => {
    const timer = setTimeout(() => busy.has(socket) || socket.end(), randomInt(random, 0, MOST_IDLE_MS));
    timer.unref();
  };
  const server = createServer((request, response) => {
    const { socket } = request;
    busy.add(socket);
    const think = () => sleep(randomInt(random, 0, MOST_THOUGHT_MS));
    const { method = '', url: target = '', headers } = request;
    readRequest({ method, target, headers }, request, true)
      .then(async (whole) => {
        await think();
        const reply = service.serve(whole);
        await think();
        return reply;
      })
      .then((reply) => {
        const { status } = reply;
        const bytes = bytesOf(reply);
        const length = { 'content-length': bytes.length };
        const endsWithIt = closes && random() < 0.5;
        if (endsWithIt) response.useChunkedEncodingByDefault = false;
        const how = endsWithIt ? { connection: 'close' } : length;
        response.writeHead(status, { 'content-type': 'application/json', ...how });
        response.on('close', () => {
          busy.delete(socket);
          if (closes && !endsWithIt) closeWhenIdle(socket);
        });
        response.end(bytes);
      })
      .catch(() => request.socket.destroy());
  });
  server.requestTimeout = 0;
  const port = await listenOnLoopback(server);
  return {
    service,
    port,
    seenAt: (origin: string) => {
      // Links to files lead through the same network.
      service.origin = origin;
    },
    close: () => closeServer(server),
  };
}
