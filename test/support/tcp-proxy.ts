import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { listenOnLoopback } from './loopback.ts';
import { type Random, seededRandom } from './random.ts';
import { TcpLink } from './tcp-link.ts';
import type { ActiveToxic, Direction, Toxic } from './toxics.ts';

interface Connection {
  acted: (toxic: Toxic) => void;
  client: Socket;
  server: Socket;
  up: TcpLink;
  down: TcpLink;
  timers: Map<ActiveToxic, NodeJS.Timeout>;
}

/** A network between a client and 127.0.0.1:`targetPort` that can be made bad. */
export interface TcpProxy extends AsyncDisposable {
  readonly port: number;
  /** Puts a toxic on new connections and those that are open; gives what takes it away again. */
  add(toxic: Toxic, where: { direction: Direction; random?: Random }): () => void;
  /** Takes every toxic away. */
  clear(): void;
  /** Cuts every connection and refuses new ones. */
  down(): Promise<void>;
  /** Listens again, on the same port. */
  up(): Promise<void>;
  /** The open connections, with the bytes that were handed on in each direction. */
  connections(): readonly { up: number; down: number }[];
  close(): Promise<void>;
}

/**
 * Starts a TCP proxy on a free port of 127.0.0.1. `random` feeds the jitter; a fixed seed if not given. `onActed` is told of each
 * time that a toxic does something to a connection, which is named by the client's port.
 */
export async function startTcpProxy(options: {
  targetPort: number;
  random?: Random;
  onActed?: (toxic: Toxic, clientPort: number) => void;
}): Promise<TcpProxy> {
  const random = options.random ?? seededRandom(1);
  let toxics: readonly ActiveToxic[] = [];
  const open = new Set<Connection>();

  const server = createServer({ allowHalfOpen: true }, (client) => {
    const target = createConnection({ port: options.targetPort, host: '127.0.0.1', allowHalfOpen: true });
    const cut = () => {
      client.destroy();
      target.destroy();
    };
    const current = () => toxics;
    const clientPort = client.remotePort ?? 0;
    const acted = (toxic: Toxic) => options.onActed?.(toxic, clientPort);
    const connection: Connection = {
      acted,
      client,
      server: target,
      up: new TcpLink('up', client, target, current, cut, acted),
      down: new TcpLink('down', target, client, current, cut, acted),
      timers: new Map(),
    };
    open.add(connection);
    for (const active of toxics) arm(connection, active);
    for (const [one, other] of [
      [client, target],
      [target, client],
    ] as const) {
      one.setNoDelay(true);
      one.on('error', () => other.resetAndDestroy());
      one.on('close', () => {
        if (!client.destroyed || !target.destroyed) return;
        for (const timer of connection.timers.values()) clearTimeout(timer);
        open.delete(connection);
      });
    }
  });

  const cutAll = () => {
    for (const { client, server: target } of open) {
      client.destroy();
      target.destroy();
    }
  };
  const port = await listenOnLoopback(server);
  const down = async () => {
    if (!server.listening) return;
    const closed = once(server, 'close');
    server.close();
    cutAll();
    await closed;
  };
  const remove = (gone: (active: ActiveToxic) => boolean) => {
    for (const { timers } of open) {
      for (const [active, timer] of timers) if (gone(active)) clearTimeout(timer);
    }
    toxics = toxics.filter((active) => !gone(active));
  };

  return {
    port,
    add: (toxic, where) => {
      const active: ActiveToxic = { toxic, direction: where.direction, random: where.random ?? random };
      toxics = [...toxics, active];
      for (const connection of open) arm(connection, active);
      return () => remove((other) => other === active);
    },
    clear: () => remove(() => true),
    down,
    up: async () => {
      if (!server.listening) await listenOnLoopback(server, port);
    },
    connections: () => [...open].map(({ up, down }) => ({ up: up.passed, down: down.passed })),
    close: down,
    [Symbol.asyncDispose]: down,
  };
}

/** Starts the clock of a toxic that ends a connection. */
function arm({ client, server, timers, acted }: Connection, active: ActiveToxic): void {
  const { toxic } = active;
  if (toxic.kind === 'resetPeer') {
    const reset = () => {
      acted(toxic);
      client.resetAndDestroy();
      server.resetAndDestroy();
    };
    timers.set(active, setTimeout(reset, toxic.ms));
  }
  if (toxic.kind === 'timeout' && toxic.ms > 0) {
    const close = () => {
      acted(toxic);
      client.destroy();
      server.destroy();
    };
    timers.set(active, setTimeout(close, toxic.ms));
  }
}
