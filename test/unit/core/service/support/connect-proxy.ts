import { createServer, type IncomingMessage } from 'node:http';
import { connect, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';
import { closeServer, listenOnLoopback } from '../../../../support/loopback.ts';

/**
 * A proxy that answers CONNECT: with a tunnel to that port of this computer, or with a status, or never (null). With a `login`, such as
 * `user:password`, the proxy answers 407 to everybody else.
 */
export async function connectProxy(answer: number | null = 200, login: string | null = null) {
  const authorization = login === null ? undefined : `Basic ${Buffer.from(login).toString('base64')}`;
  /** What was asked of it: `host:port`, with the headers of the question. */
  const asked: { target: string; headers: IncomingMessage['headers'] }[] = [];
  /** Everything that came through its tunnels from the client's side. */
  const carried: Buffer[] = [];
  const open = new Set<Socket>();
  const server = createServer((_request, response) => {
    response.writeHead(400).end('this is a proxy');
  });
  server.on('connect', (request: IncomingMessage, client: Socket) => {
    const target = request.url ?? '';
    asked.push({ target, headers: request.headers });
    open.add(client);
    client.on('error', () => undefined);
    const status = request.headers['proxy-authorization'] === authorization ? answer : 407;
    if (status === null) return;
    if (status !== 200) {
      client.end(`HTTP/1.1 ${status} No\r\nProxy-Authenticate: Basic realm="x"\r\nContent-Length: 0\r\n\r\n`);
      return;
    }
    const upstream = connect(Number(target.split(':').at(-1)), '127.0.0.1', () => {
      client.write('HTTP/1.1 200 Connection established\r\n\r\n');
      client.on('data', (chunk: Buffer) => carried.push(chunk));
      client.pipe(upstream).pipe(client);
    });
    open.add(upstream);
    upstream.on('error', () => client.destroy());
    client.on('close', () => upstream.destroy());
  });
  const port = await listenOnLoopback(server);
  /** Cuts the tunnels that are open. */
  const cut = () => {
    for (const socket of open) socket.destroy();
  };
  onTestFinished(() => {
    cut();
    return closeServer(server);
  });
  return { url: `http://127.0.0.1:${port}`, asked, carried: () => Buffer.concat(carried), cut };
}
