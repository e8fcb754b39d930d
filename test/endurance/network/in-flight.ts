import { subscribe, unsubscribe } from 'node:diagnostics_channel';
import { z } from 'zod';
import { type Matcher, matches, routes } from '../../support/routes.ts';

const BASE_PATH = '/public/v1';
const requestSchema = z.object({ method: z.string(), path: z.string(), origin: z.unknown() });
const sentSchema = z.object({ request: requestSchema, socket: z.object({ localPort: z.int() }) });

/** The watched requests: creates, and the updates and uploads of answers. */
export type SentKind = 'creates' | 'answers';

/** Creates and answers between the first byte of the request and the last byte of the response, as undici reports them. */
export type InFlight = ReturnType<typeof watchInFlight>;

const requestOf = (message: unknown): unknown =>
  typeof message === 'object' && message !== null && 'request' in message ? message.request : null;

function kindOf({ method, path }: z.infer<typeof requestSchema>): SentKind | null {
  const [call = ''] = path.slice(BASE_PATH.length).split('?');
  const isOne = (route: Matcher) => matches(route, method, call);
  if (isOne(routes.create)) return 'creates';
  return [routes.update, routes.upload].some(isOne) ? 'answers' : null;
}

/** Watches the requests of this process to an origin until disposal. */
export function watchInFlight(origin: string) {
  const under = new Map<unknown, { readonly kind: SentKind; readonly port: number; met: boolean }>();
  /** How many of each kind met trouble in flight. */
  const met: Record<SentKind, number> = { creates: 0, answers: 0 };
  const first = Promise.withResolvers<void>();
  let waiting = Promise.withResolvers<void>();
  const sent = (message: unknown) => {
    const { request, socket } = sentSchema.parse(message);
    const kind = kindOf(request);
    if (String(request.origin) !== origin || kind === null) return;
    under.set(requestOf(message), { kind, port: socket.localPort, met: false });
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
    met,
    /** Resolves when a request is in flight. */
    next: () => (under.size > 0 ? Promise.resolve() : waiting.promise),
    /** Resolves when trouble has met a request. */
    firstMet: first.promise,
    /** Trouble meets the requests on the connection with this client port; null: all requests. */
    meet: (clientPort: number | null) => {
      for (const one of under.values()) {
        if (one.met || (clientPort !== null && one.port !== clientPort)) continue;
        one.met = true;
        met[one.kind] += 1;
        first.resolve();
      }
    },
    [Symbol.dispose]: (): void => {
      for (const [name, listener] of channels) unsubscribe(name, listener);
    },
  };
}
