import { createServer } from 'node:http';
import { onTestFinished } from 'vitest';
import { closeServer, listenOnLoopback } from '../../../../support/loopback.ts';

/** A server of an attacker, with everything that was sent to the server. */
export async function stranger() {
  const heard: string[] = [];
  const server = createServer((request, response) => {
    heard.push(`${request.method} ${request.url} ${JSON.stringify(request.headers)}`);
    request.on('data', (chunk) => heard.push(String(chunk)));
    response.writeHead(500).end();
  });
  const port = await listenOnLoopback(server);
  onTestFinished(() => closeServer(server));
  const baseUrl = `http://127.0.0.1:${port}/public/v1`;
  return {
    baseUrl,
    origin: new URL(baseUrl).origin,
    /** All but the question for the time, which the doctor asks without any credential. */
    heard: () => heard.filter((one) => !one.startsWith('HEAD ')),
    all: () => heard.join('\n'),
  };
}
