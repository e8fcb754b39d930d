import { createServer } from 'node:http';
import { say } from '../contract/say.ts';
import { codeOf } from './error-code.ts';
import { PlainError } from './plain-error.ts';

/**
 * Listens at `address` (`host:port`) for completion callbacks of the service (docs/service.md 6.1). Callbacks are unauthenticated, so the
 * listener ignores the content of a request. Each request only causes a call of `onCallback`, at most once a second, so that tracking asks
 * the service sooner (docs/architecture.md 6).
 *
 * @throws PlainError `callbacks.cannot-listen`
 */
export async function listenForCallbacks(
  address: string,
  { monotonic, onCallback }: { monotonic: () => number; onCallback: () => void },
): Promise<{ port: number; close(): Promise<void> }> {
  let lastAt = Number.NEGATIVE_INFINITY;
  const server = createServer({ maxHeaderSize: 8192, requestTimeout: 5000 }, (request, response) => {
    request.resume();
    response.writeHead(204, { connection: 'close' }).end();
    if (monotonic() - lastAt < 1000) return;
    lastAt = monotonic();
    onCallback();
  });
  server.maxConnections = 32;
  const colon = address.lastIndexOf(':');
  await new Promise<void>((resolve, reject) => {
    server.once('error', (error) =>
      reject(
        new PlainError(
          'callbacks.cannot-listen',
          say('app.cannotListenCallbacks', { address, code: codeOf(error) }),
          say('app.changeCallbacksListenSettings'),
        ),
      ),
    );
    server.listen(Number(address.slice(colon + 1)), address.slice(0, colon), () => resolve());
  });
  const bound = server.address();
  return {
    port: typeof bound === 'object' && bound !== null ? bound.port : 0,
    close: () =>
      new Promise((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
