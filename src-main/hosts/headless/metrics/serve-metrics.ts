import { createServer, type ServerResponse } from 'node:http';
import { say } from '../../../contract/say.ts';
import { sends } from '../../../contract/views/station-state.ts';
import { codeOf } from '../../../core/error-code.ts';
import { PlainError } from '../../../core/plain-error.ts';
import type { Metrics } from './metrics.ts';

export interface MetricsAddress {
  readonly host: string;
  readonly port: number;
}

const LOOPBACK = '127.0.0.1';

/**
 * Parses `PORT` or `HOST:PORT`; an IPv6 address must be in brackets. The default host is the loopback address, to which only this computer
 * can connect. Returns null for any other text.
 */
export function parseMetricsAddress(text: string): MetricsAddress | null {
  const found = /^(?:(?<host>\[[0-9a-fA-F:.]+\]|[^\s:/[\]]+):)?(?<port>\d{1,5})$/.exec(text)?.groups;
  const port = Number(found?.['port'] ?? Number.NaN);
  if (!(port <= 65_535)) return null;
  return { host: found?.['host']?.replace(/^\[|\]$/g, '') ?? LOOPBACK, port };
}

/**
 * Serves `/metrics` for Prometheus, `/healthz` (status 200 while the process runs) and `/readyz` (the state of the station; status 200 while
 * documents go out, at least in part, and otherwise 503). No password is needed, because the responses contain no patient data, file names or secrets (I11).
 * @throws PlainError `metrics.cannot-listen`
 */
export async function serveMetrics(
  { host, port }: MetricsAddress,
  metrics: Metrics,
): Promise<{ readonly url: string; close(): Promise<void> }> {
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 5000 }, (request, response) => {
    request.resume();
    const path = request.url?.split('?', 1)[0];
    if (request.method !== 'GET' && request.method !== 'HEAD')
      return answer(response, 405, 'method not allowed\n');
    if (path === '/healthz') return answer(response, 200, 'ok\n');
    if (path === '/readyz') {
      try {
        const state = metrics.state();
        return answer(response, sends(state) ? 200 : 503, `${state}\n`);
      } catch {
        return answer(response, 503, 'the record of what was sent cannot be read\n');
      }
    }
    if (path !== '/metrics') return answer(response, 404, 'not found\n');
    void metrics.text().then(
      (text) => answer(response, 200, text, metrics.contentType),
      () => answer(response, 500, 'the numbers cannot be read now\n'),
    );
  });
  server.maxConnections = 32;
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) => reject(cannotListen(host, port, codeOf(error))));
    server.listen(port, host, () => resolve());
  });
  const bound = server.address();
  const boundPort = typeof bound === 'object' && bound !== null ? bound.port : port;
  return {
    url: `http://${host.includes(':') ? `[${host}]` : host}:${boundPort}/metrics`,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

function answer(
  response: ServerResponse,
  status: number,
  text: string,
  type = 'text/plain; charset=utf-8',
): void {
  response.writeHead(status, { 'content-type': type, 'cache-control': 'no-store' }).end(text);
}

function cannotListen(host: string, port: number, code: string): PlainError {
  const why = code === 'EADDRINUSE' ? say('sharing.anotherProgramUsesPort') : code;
  return new PlainError(
    'metrics.cannot-listen',
    say('sharing.cannotServeMetrics', { host, port: String(port), why }),
    say('sharing.giveAnotherPort'),
  );
}
