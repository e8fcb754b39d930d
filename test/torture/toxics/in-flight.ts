import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import { matches, routes } from '../../support/routes.ts';

const BASE_PATH = '/public/v1';
const requestSchema = z.object({ method: z.string(), path: z.string(), origin: z.unknown() });
const sentSchema = z.object({ request: requestSchema, socket: z.object({ localPort: z.int() }) });

/** Creates and answers between the first byte of the request and the last one of its answer, as undici tells of them. */
export interface InFlight extends Disposable {
  /** How many of them trouble met on their way. */
  readonly met: number;
  /** Resolves when there is one. */
  next(): Promise<void>;
  /** Resolves when trouble has met one. */
  readonly firstMet: Promise<void>;
  /** Trouble comes to those on this connection, named by the client's port; null: to all. */
  meet(clientPort: number | null): void;
}

const requestOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'request' in message ? message.request : null;

function isCreateOrAnswer({ method, path }: z.infer<typeof requestSchema>): boolean {
  const [call = ''] = path.slice(BASE_PATH.length).split('?');
  return [routes.create, routes.update, routes.upload].some((route) => matches(route, method, call));
}

/** Watches what this process sends to an origin, until it is disposed of. */
export function watchInFlight(origin: string): InFlight {
  const under = new Map<unknown, { readonly port: number; met: boolean }>();
  let met = 0;
  const first = Promise.withResolvers<void>();
  let waiting = Promise.withResolvers<void>();
  const sent = (message: unknown) => {
    const { request, socket } = sentSchema.parse(message);
    if (String(request.origin) !== origin || !isCreateOrAnswer(request)) return;
    under.set(requestOf(message), { port: socket.localPort, met: false });
    waiting.resolve();
  };
  const over = (message: unknown) => {
    if (under.delete(requestOf(message)) && under.size === 0) waiting = Promise.withResolvers();
  };
  const channels = [
    ['undici:client:sendHeaders', sent],
    ['undici:request:trailers', over],
    ['undici:request:error', over],
  ] as const;
  for (const [name, listener] of channels) subscribe(name, listener);
  return {
    get met() {
      return met;
    },
    next: () => (under.size > 0 ? Promise.resolve() : waiting.promise),
    firstMet: first.promise,
    meet: (clientPort) => {
      for (const one of under.values()) {
        if (one.met || (clientPort !== null && one.port !== clientPort)) continue;
        one.met = true;
        met += 1;
        first.resolve();
      }
    },
    [Symbol.dispose]: () => {
      for (const [name, listener] of channels) unsubscribe(name, listener);
    },
  };
}
