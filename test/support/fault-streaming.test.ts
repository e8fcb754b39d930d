import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http';
import { text } from 'node:stream/consumers';
import { expect, it, onTestFinished } from 'vitest';
import { sha256Of } from './documents.ts';
import { startFaultService } from './fault-service.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { randomBytes, seededRandom } from './random.ts';
import { routes } from './routes.ts';

const MIB = 1024 * 1024;
const piece = randomBytes(seededRandom(21), MIB);

type Serve = (req: IncomingMessage, res: ServerResponse) => void | Promise<void>;

/** A fault service in front of a service that is one function. */
async function startPair(serve: Serve) {
  const server = createServer((req, res) => void serve(req, res));
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;
  const service = await startFaultService({ upstream: `${origin}/somewhere/public/v1` });
  onTestFinished(async () => {
    await service.close();
    await closeServer(server);
  });
  return { service };
}

it('records what was uploaded to a waiting Task, when the service took it', async () => {
  const file = randomBytes(seededRandom(4), 100_000);
  let verdict = 409;
  const pair = await startPair(async (req, res) => {
    await text(req);
    res.writeHead(verdict, { 'content-type': 'application/json' });
    res.end(
      JSON.stringify(verdict === 200 ? { new_data_items: ['i'], task: { uuid: 'T1' } } : { detail: 'no' }),
    );
  });
  const send = () => {
    const body = new FormData();
    body.append('uploads', new Blob([new Uint8Array(file)], { type: 'image/png' }), 'late [1].png');
    return fetch(`${pair.service.baseUrl}/task/T1/upload`, { method: 'POST', body });
  };
  expect((await send()).status).toBe(409);
  expect(pair.service.oracle.answers()).toEqual([]);
  verdict = 200;
  pair.service.faults.on(routes.upload, { kind: 'dropAfterCommit' });
  await expect(send()).rejects.toThrow();
  expect(pair.service.oracle.answers()).toEqual([
    {
      taskUuid: 'T1',
      files: [{ name: 'late [1].png', mediaType: 'image/png', sha256: sha256Of(file), size: file.length }],
    },
  ]);
});

it('makes download links lead through it, so that downloads can fail too', async () => {
  const pair = await startPair((req, res) => {
    if (req.url === '/files/f1?sig=s') res.end('the file');
    else if (req.url === '/somewhere/public/v1/task/T1/data_item/D1/get_link') {
      const url = `http://${req.headers.host}/files/f1?sig=s`;
      res.end(JSON.stringify({ file_name: 'f.txt', url, uuid: 'D1' }));
    } else res.writeHead(404).end();
  });
  const link: unknown = await (await fetch(`${pair.service.baseUrl}/task/T1/data_item/D1/get_link`)).json();
  const url = `${new URL(pair.service.baseUrl).origin}/files/f1?sig=s`;
  expect(link).toEqual({ file_name: 'f.txt', url, uuid: 'D1' });
  expect(await (await fetch(url)).text()).toBe('the file');
  pair.service.faults.on({ path: '/files/f1' }, { kind: 'cutBody', bytes: 3 });
  await expect(fetch(url).then((response) => response.text())).rejects.toThrow();
  expect(pair.service.log.exchanges().at(-1)).toMatchObject({ responseBytes: 3, outcome: 'dropped' });
});

it('passes on an answer that comes before the body is through, and an answer that breaks off', async () => {
  const pair = await startPair((req, res) => {
    if (req.method === 'POST') res.writeHead(413).end('too large');
    else {
      res.writeHead(200, { 'content-length': 100 }).write('half');
      setImmediate(() => res.destroy());
    }
  });
  const early = request(`${pair.service.baseUrl}/task/create`, { method: 'POST' });
  const answered = new Promise<IncomingMessage>((resolve, reject) => {
    early.on('response', resolve);
    early.on('error', reject);
  });
  early.write(piece);
  const response = await answered;
  expect([response.statusCode, await text(response)]).toEqual([413, 'too large']);
  early.destroy();
  await expect(fetch(`${pair.service.baseUrl}/task/list`).then((half) => half.text())).rejects.toThrow();
  const [, broken] = pair.service.log.exchanges();
  await pair.service.log.waitFor(({ route, outcome }) => route === 'list' && outcome !== 'open');
  expect(broken?.outcome).toBe('upstream gone');
});
