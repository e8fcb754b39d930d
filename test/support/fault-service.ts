import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { CreateOracle } from './create-oracle.ts';
import { ExchangeLog } from './exchange-log.ts';
import { handle } from './fault-actions.ts';
import { FaultScript } from './faults.ts';
import { closeServer, listenOnLoopback } from './loopback.ts';
import { tempDir } from './temp-dir.ts';
import { UpstreamClient } from './upstream-client.ts';

const BASE_PATH = '/public/v1';

/** A reverse proxy in front of a real service, which does to requests what it is told. */
export interface FaultService extends AsyncDisposable {
  /** What the client under test takes for the service; ends in `/public/v1`. */
  readonly baseUrl: string;
  readonly faults: FaultScript;
  readonly log: ExchangeLog;
  /** What the real service committed of that which came by here, late commits included. */
  readonly oracle: CreateOracle;
  /** Resolves when nothing is under way: every request is through and every late commit is made. */
  settled(): Promise<void>;
  /** Cuts every connection, gives up late commits, removes what was spilled. */
  close(): Promise<void>;
}

/**
 * Starts a fault service on a free port of 127.0.0.1 in front of `upstream`, a base_url. Unless told otherwise it
 * relays everything unchanged, bodies streamed both ways; addresses in `get_link` answers are made to lead through it.
 */
export async function startFaultService({ upstream }: { upstream: string }): Promise<FaultService> {
  const upstreamUrl = new URL(upstream);
  const faults = new FaultScript();
  const log = new ExchangeLog();
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

  const settled = async () => {
    while (underWay.size > 0) await Promise.all(underWay);
  };
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
