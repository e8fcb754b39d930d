import { once } from 'node:events';
import { createServer, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';
import { z } from 'zod';
import { CreateOracle } from './create-oracle.ts';
import { type Exchange, ExchangeLog } from './exchange-log.ts';
import { type Fault, FaultScript } from './faults.ts';
import { readForm } from './form-reader.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { BASE_PATH, bytesOf, type ModelReply } from './service-model/messages.ts';

/** One request, and what can be done to it. */
interface Scene {
  readonly res: ServerResponse;
  /** Takes the whole body of the request. Rejects when the client goes away. */
  readonly body: () => Promise<Buffer>;
  /** Hands the whole request to the real service. Rejects when the service is gone. */
  readonly forward: () => Promise<Answer>;
  readonly drop: (how?: 'reset') => void;
  /** Rejects when the fault service closes. */
  readonly wait: (ms: number) => Promise<void>;
  /** Takes work that outlives the connection. */
  readonly later: (work: Promise<unknown>) => void;
}

/** What the client is told. */
interface Answer extends Pick<ModelReply, 'status' | 'body'> {
  readonly headers: IncomingHttpHeaders;
}

const createdSchema = z.object({ uuid: z.string() });
const uploadedSchema = z.object({ task: createdSchema });

/** Headers that concern one connection or the framing of one body. */
const OF_THE_CONNECTION = [
  'connection',
  'content-length',
  'expect',
  'host',
  'keep-alive',
  'transfer-encoding',
  'upgrade',
];

function endToEnd(headers: IncomingHttpHeaders): IncomingHttpHeaders {
  return Object.fromEntries(Object.entries(headers).filter(([name]) => !OF_THE_CONNECTION.includes(name)));
}

/** Does to one request what the fault says; relays the request unharmed for null. Rejects when either side goes away. */
async function play(fault: Fault | null, { res, body, forward, drop, wait, later }: Scene): Promise<void> {
  switch (fault?.kind) {
    case undefined:
      return answer(res, await forward());
    case 'dropBefore':
      return drop();
    case 'dropAfterRequest':
      await body();
      return drop();
    case 'dropAfterCommit':
      await forward();
      return drop();
    case 'commitLate':
      await body();
      drop();
      return later(wait(fault.ms).then(forward));
    case 'repeat':
      await forward();
      return answer(res, await forward());
    case 'cutBody':
      await cutBody(res, await forward(), fault.bytes);
      return drop('reset');
    case 'delay': {
      const held = await forward();
      await wait(fault.ms);
      return answer(res, held);
    }
    case 'hang':
      await (fault.commit === true ? forward() : body());
      return;
    case 'status':
      await body();
      return answer(res, scripted(fault));
    case 'statusAfterCommit':
      await forward();
      return answer(res, scripted(fault));
  }
}

function scripted({ status, body = {}, headers }: Extract<Fault, { status: number }>): Answer {
  const type = typeof body === 'string' ? 'text/html' : 'application/json';
  return { status, headers: { 'content-type': type, ...headers }, body };
}

function answer(res: ServerResponse, { status, headers, body }: Answer): void {
  const bytes = bytesOf({ status, body });
  res.writeHead(status, { ...headers, 'content-length': bytes.length }).end(bytes);
}

async function cutBody(res: ServerResponse, { status, headers, body }: Answer, bytes: number): Promise<void> {
  const whole = bytesOf({ status, body });
  const part = whole.subarray(0, Math.min(bytes, whole.length - 1));
  res.writeHead(status, { ...headers, 'content-length': whole.length }).flushHeaders();
  await new Promise((written) => res.write(part, written));
}

/** A reverse proxy in front of a real service, which does to requests what it is told. */
export type FaultService = Awaited<ReturnType<typeof startFaultService>>;

/**
 * Starts a fault service on a free port of 127.0.0.1 in front of `upstream`, a base_url. Unless told otherwise the fault service
 * relays everything unchanged, each body once it has arrived whole; addresses in `get_link` answers are made to lead through it.
 */
export async function startFaultService({ upstream }: { upstream: string }) {
  const upstreamUrl = new URL(upstream);
  const faults = new FaultScript();
  const log = new ExchangeLog();
  /** What the real service committed of that which came by here, late commits included. */
  const oracle = new CreateOracle();
  const dispatcher = new Agent();
  const closing = new AbortController();
  const underWay = new Set<Promise<unknown>>();
  const track = (work: Promise<unknown>) => {
    const quiet = work.catch(() => undefined).finally(() => underWay.delete(quiet));
    underWay.add(quiet);
  };

  /** Creates and uploads are answered only when the oracle knows of them, so that no client is ahead of the oracle. */
  const forward = async (exchange: Exchange, target: URL, body: Buffer): Promise<Answer> => {
    const { method, route } = exchange;
    const headers = endToEnd(exchange.headers);
    const said = await request(target, {
      method,
      headers,
      body: body.length > 0 ? body : null,
      dispatcher,
    });
    const status = said.statusCode;
    const bytes = Buffer.from(await said.body.arrayBuffer());
    const reading = route === 'create' || route === 'upload' ? readForm(headers['content-type']) : null;
    if (reading !== null && status >= 200 && status < 300) {
      reading.sink.end(body);
      const form = await reading.form;
      const json: unknown = JSON.parse(bytes.toString());
      if (route === 'create') oracle.recordCreate(form, createdSchema.parse(json).uuid);
      else oracle.recordAnswer(form, uploadedSchema.parse(json).task.uuid);
    }
    exchange.upstreamStatus = status;
    const linked = route === 'link' ? bytes.toString().replaceAll(upstreamUrl.origin, origin) : bytes;
    return { status, headers: endToEnd(said.headers), body: linked };
  };

  const serve = async (req: IncomingMessage, res: ServerResponse) => {
    const { pathname, search, searchParams: query } = new URL(req.url ?? '/', 'http://127.0.0.1');
    const inside = pathname.startsWith(`${BASE_PATH}/`);
    const path = inside ? pathname.slice(BASE_PATH.length) : pathname;
    const target = new URL((inside ? upstreamUrl.pathname : '') + path + search, upstreamUrl);
    const { method = 'GET', headers } = req;
    const fault = faults.take(method, path);
    const exchange = log.open({ method, path, query, headers, fault: fault?.kind ?? null });
    res.on('close', () => log.end(exchange, res.writableFinished ? 'answered' : 'client gone'));
    let read: Promise<Buffer> | null = null;
    const body = () => (read ??= buffer(req));
    try {
      await play(fault, {
        res,
        body,
        forward: async () => await forward(exchange, target, await body()),
        drop: (how) => {
          log.end(exchange, 'dropped');
          if (how === 'reset') req.socket.resetAndDestroy();
          else req.socket.destroy();
        },
        wait: (ms) => sleep(ms, undefined, { signal: closing.signal }),
        later: track,
      });
      if (!res.closed) await once(res, 'close');
    } catch {
      log.end(exchange, req.socket.destroyed ? 'client gone' : 'upstream gone');
      req.socket.destroy();
    }
  };

  const server = createServer((req, res) => track(serve(req, res)));
  // A throttled upload of hundreds of MiB takes as long as it takes.
  server.requestTimeout = 0;
  const origin = `http://127.0.0.1:${await listenOnLoopback(server)}`;

  /** Resolves when nothing is under way: every request is through and every late commit is made. */
  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
  /** Cuts every connection and gives up late commits. */
  const close = async () => {
    closing.abort();
    await closeServer(server);
    await dispatcher.destroy();
    await settled();
  };
  return { baseUrl: origin + BASE_PATH, faults, log, oracle, settled, close, [Symbol.asyncDispose]: close };
}
