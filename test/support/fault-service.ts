import { once } from 'node:events';
import { createReadStream, createWriteStream } from 'node:fs';
import { rm } from 'node:fs/promises';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { pipeline } from 'node:stream/promises';
import { setTimeout as sleep } from 'node:timers/promises';
import { CreateOracle } from './create-oracle.ts';
import { type Exchange, ExchangeLog } from './exchange-log.ts';
import { type Fault, FaultScript } from './faults.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { tempDir } from './temp-dir.ts';
import { endToEnd, type UpstreamAnswer, UpstreamClient } from './upstream-client.ts';

interface Scene {
  exchange: Exchange;
  log: ExchangeLog;
  req: IncomingMessage;
  res: ServerResponse;
  client: UpstreamClient;
  /** Where the real service has what was asked for. */
  target: URL;
  /** Where a body may wait. */
  spillPath: string;
  /** Aborted when the fault service closes. */
  signal: AbortSignal;
  /** Turns addresses of the real service in an answer into ones that come by here. */
  rewrite: (body: Buffer) => Buffer;
  /** Takes work that outlives the connection. */
  later: (work: Promise<void>) => void;
}

/** Does to one request what the fault says; relays it unharmed for null. Rejects when either side goes away. */
async function handle(fault: Fault | null, scene: Scene): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return relay(scene, await forward(scene));
    case 'dropBefore':
      return drop(scene);
    case 'dropAfterRequest':
      await drain(scene);
      return drop(scene);
    case 'dropAfterCommit':
      discard(await forward(scene));
      return drop(scene);
    case 'commitLate':
      return commitLate(scene, fault.ms);
    case 'cutBody':
      return cutBody(scene, await forward(scene), fault.bytes);
    case 'delay': {
      const answer = await forward(scene);
      await sleep(fault.ms, undefined, { signal: scene.signal });
      return relay(scene, answer);
    }
    case 'hang':
      if (fault.commit === true) discard(await forward(scene));
      else await drain(scene);
      return closed(scene.res);
    case 'status':
      await drain(scene);
      return answerWith(scene, fault);
    case 'statusAfterCommit':
      discard(await forward(scene));
      return answerWith(scene, fault);
    case 'malformed':
      if (fault.commit === true) discard(await forward(scene));
      else await drain(scene);
      return answerWith(scene, {
        status: fault.status ?? 200,
        body: fault.body,
        headers: { 'content-type': fault.contentType },
      });
  }
}

function forward(scene: Scene): Promise<UpstreamAnswer> {
  const { req, target, exchange } = scene;
  return scene.client.send(exchange, {
    method: exchange.method,
    url: target,
    headers: req.headers,
    body: counted(scene),
  });
}

async function* counted({ req, exchange }: Scene): AsyncGenerator<Buffer> {
  // Not destroying on return: the connection is still needed for the answer.
  for await (const chunk of req.iterator({ destroyOnReturn: false })) {
    exchange.requestBytes += chunk.length;
    yield chunk;
  }
}

async function drain(scene: Scene): Promise<void> {
  for await (const _ of counted(scene));
}

function drop({ log, exchange, req }: Scene, how: 'close' | 'reset' = 'close'): void {
  log.end(exchange, 'dropped');
  if (how === 'reset') req.socket.resetAndDestroy();
  else req.socket.destroy();
}

function discard({ body }: UpstreamAnswer): void {
  if (!Buffer.isBuffer(body)) body.on('error', () => undefined).resume();
}

async function relay({ exchange, log, res, rewrite }: Scene, answer: UpstreamAnswer): Promise<void> {
  const headers = endToEnd(answer.headers);
  exchange.status = answer.status;
  if (Buffer.isBuffer(answer.body)) {
    const body = exchange.route === 'link' ? rewrite(answer.body) : answer.body;
    exchange.responseBytes = body.length;
    res.writeHead(answer.status, { ...headers, 'content-length': body.length });
    res.end(body);
    await closed(res);
  } else {
    res.writeHead(answer.status, headers);
    answer.body.on('data', (chunk: Buffer) => {
      exchange.responseBytes += chunk.length;
    });
    // Said before the pipeline closes the connection to the client, which is a consequence.
    answer.body.on('error', () => log.end(exchange, 'upstream gone'));
    await pipeline(answer.body, res);
  }
  log.end(exchange, res.writableFinished ? 'answered' : 'client gone');
}

async function answerWith(
  { exchange, log, res }: Scene,
  answer: { status: number; body?: string | object | Buffer; headers?: Readonly<Record<string, string>> },
): Promise<void> {
  const raw = typeof answer.body === 'string' || Buffer.isBuffer(answer.body);
  const body = Buffer.isBuffer(answer.body)
    ? answer.body
    : Buffer.from(typeof answer.body === 'string' ? answer.body : JSON.stringify(answer.body ?? {}));
  exchange.status = answer.status;
  exchange.responseBytes = body.length;
  res.writeHead(answer.status, {
    'content-type': raw ? 'text/html' : 'application/json',
    ...answer.headers,
    'content-length': body.length,
  });
  res.end(body);
  await closed(res);
  log.end(exchange, res.writableFinished ? 'answered' : 'client gone');
}

async function cutBody(scene: Scene, answer: UpstreamAnswer, bytes: number): Promise<void> {
  const { exchange, res, req } = scene;
  const declared = Number(answer.headers['content-length'] ?? Number.POSITIVE_INFINITY);
  let left = Math.min(bytes, declared - 1);
  res.writeHead(answer.status, endToEnd(answer.headers));
  res.flushHeaders();
  exchange.status = answer.status;
  for await (const chunk of Buffer.isBuffer(answer.body) ? [answer.body] : answer.body) {
    const part: Buffer = chunk.subarray(0, left);
    left -= part.length;
    exchange.responseBytes += part.length;
    if (part.length > 0) await new Promise((written) => res.write(part, written));
    if (left === 0 || req.socket.destroyed) break;
  }
  drop(scene, 'reset');
}

async function commitLate(scene: Scene, ms: number): Promise<void> {
  const { exchange, req, target, spillPath, signal, client } = scene;
  await pipeline(counted(scene), createWriteStream(spillPath, { mode: 0o600 }));
  const { method } = exchange;
  const headers = { ...req.headers };
  drop(scene);
  const commit = async () => {
    try {
      await sleep(ms, undefined, { signal });
      const answer = await client.send(exchange, {
        method,
        url: target,
        headers,
        body: createReadStream(spillPath),
      });
      discard(answer);
    } catch (error) {
      if (!signal.aborted) exchange.error = error;
    } finally {
      await rm(spillPath, { force: true });
    }
  };
  scene.later(commit());
}

async function closed(res: ServerResponse): Promise<void> {
  if (!res.closed) await once(res, 'close');
}

const BASE_PATH = '/public/v1';

/** A reverse proxy in front of a real service, which does to requests what it is told. */
export type FaultService = Awaited<ReturnType<typeof startFaultService>>;

/**
 * Starts a fault service on a free port of 127.0.0.1 in front of `upstream`, a base_url. Unless told otherwise it
 * relays everything unchanged, bodies streamed both ways; addresses in `get_link` answers are made to lead through it.
 */
export async function startFaultService({ upstream }: { upstream: string }) {
  const upstreamUrl = new URL(upstream);
  const faults = new FaultScript();
  const log = new ExchangeLog();
  /** What the real service committed of that which came by here, late commits included. */
  const oracle = new CreateOracle();
  const client = new UpstreamClient(oracle);
  const spill = await tempDir('fault-service');
  const closing = new AbortController();
  const underWay = new Set<Promise<void>>();
  const track = (work: Promise<void>) => {
    underWay.add(work);
    void work.finally(() => underWay.delete(work));
  };

  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const asked = new URL(req.url ?? '/', 'http://127.0.0.1');
    const inside = asked.pathname.startsWith(`${BASE_PATH}/`);
    const path = inside ? asked.pathname.slice(BASE_PATH.length) : asked.pathname;
    const target = new URL((inside ? upstreamUrl.pathname : '') + path + asked.search, upstreamUrl);
    const exchange = log.open(req.method ?? 'GET', path, asked.searchParams, req.headers);
    const fault = faults.take(exchange.method, path);
    exchange.fault = fault?.kind ?? null;
    res.on('close', () => {
      if (!res.writableFinished) log.end(exchange, 'client gone');
    });
    try {
      await handle(fault, {
        exchange,
        log,
        req,
        res,
        client,
        target,
        spillPath: spill.at(String(exchange.id)),
        signal: closing.signal,
        rewrite: (body) => Buffer.from(body.toString('utf8').replaceAll(upstreamUrl.origin, origin)),
        later: track,
      });
    } catch (error) {
      exchange.error = error;
      log.end(exchange, req.socket.destroyed ? 'client gone' : 'upstream gone');
      req.socket.destroy();
    }
  };

  const server = createServer((req, res) => track(serve(req, res)));
  // A throttled upload of hundreds of MiB takes as long as it takes.
  server.requestTimeout = 0;
  const port = await listenOnLoopback(server);
  const origin = `http://127.0.0.1:${port}`;

  /** Resolves when nothing is under way: every request is through and every late commit is made. */
  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  /** Cuts every connection, gives up late commits, removes what was spilled. */
  const close = async () => {
    closing.abort();
    const stopped = closeServer(server);
    client.close();
    await stopped;
    await settled();
    await spill.remove();
  };
  return { baseUrl: origin + BASE_PATH, faults, log, oracle, settled, close, [Symbol.asyncDispose]: close };
}
