import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from './loopback.ts';
import { type Random, seededRandom } from './random.ts';
import { type ActiveToxic, type Direction, latencyOf, slicesOf, type Toxic } from './toxics.ts';

const QUEUED_BYTES = 256 * 1024;

interface Held {
  /** Null stands for the end of the stream. */
  chunk: Buffer | null;
  dueAt: number;
}

/** One direction of one proxied connection: takes bytes from `from`, and gives them to `to` as the toxics allow. */
class TcpLink {
  readonly direction: Direction;
  passed = 0;
  readonly #from: Socket;
  readonly #to: Socket;
  readonly #toxics: () => readonly ActiveToxic[];
  readonly #limits = new Map<ActiveToxic, number>();
  readonly #cut: () => void;
  readonly #acted: (toxic: Toxic) => void;
  #queue: Held[] = [];
  #queuedBytes = 0;
  #writing = false;
  #over = false;

  constructor(
    direction: Direction,
    from: Socket,
    to: Socket,
    toxics: () => readonly ActiveToxic[],
    cut: () => void,
    acted: (toxic: Toxic) => void,
  ) {
    this.direction = direction;
    this.#from = from;
    this.#to = to;
    this.#toxics = () => toxics().filter((active) => active.direction === direction);
    this.#cut = cut;
    this.#acted = acted;
    from.on('data', (chunk) => this.#hold(chunk));
    from.on('end', () => this.#hold(null));
  }

  #hold(chunk: Buffer | null): void {
    if (this.#over) return;
    const previous = this.#queue.at(-1)?.dueAt ?? 0;
    const dueAt = Math.max(previous, performance.now() + latencyOf(this.#toxics()));
    this.#queue.push({ chunk, dueAt });
    this.#tell('latency');
    this.#queuedBytes += chunk?.length ?? 0;
    if (this.#queuedBytes > QUEUED_BYTES) this.#from.pause();
    if (!this.#writing) void this.#write();
  }

  async #write(): Promise<void> {
    this.#writing = true;
    for (let held = this.#queue.shift(); held !== undefined; held = this.#queue.shift()) {
      const wait = held.dueAt - performance.now();
      if (wait > 0) await sleep(wait);
      if (held.chunk === null) await this.#end();
      else await this.#pass(held.chunk);
      this.#queuedBytes -= held.chunk?.length ?? 0;
      if (this.#queuedBytes <= QUEUED_BYTES) this.#from.resume();
    }
    this.#writing = false;
  }

  /** Toxics of these kinds act now. */
  #tell(...kinds: Toxic['kind'][]): void {
    for (const { toxic } of this.#toxics()) if (kinds.includes(toxic.kind)) this.#acted(toxic);
  }

  async #pass(chunk: Buffer): Promise<void> {
    this.#tell('slicer', 'bandwidth', 'timeout');
    for (const { bytes, pauseMs } of slicesOf(
      chunk,
      this.#toxics().map(({ toxic }) => toxic),
    )) {
      // Asked again for each slice: a toxic may come or go while a slow chunk is under way.
      if (this.#toxics().some(({ toxic }) => toxic.kind === 'timeout')) continue;
      const allowed = this.#allowance(bytes.length);
      await this.#give(bytes.subarray(0, allowed.bytes));
      if (allowed.last) {
        this.#tell('limitData');
        this.#over = true;
        this.#queue = [];
        this.#to.end(this.#cut);
        return;
      }
      if (pauseMs > 0) await sleep(pauseMs);
      if (this.#to.destroyed) return;
    }
  }

  #allowance(wanted: number): { bytes: number; last: boolean } {
    let bytes = wanted;
    let last = false;
    for (const active of this.#toxics()) {
      if (active.toxic.kind !== 'limitData') continue;
      const from = this.#limits.get(active) ?? this.passed;
      this.#limits.set(active, from);
      const left = active.toxic.bytes - (this.passed - from);
      if (left <= bytes) {
        bytes = Math.max(0, left);
        last = true;
      }
    }
    return { bytes, last };
  }

  #give(bytes: Buffer): Promise<void> {
    this.passed += bytes.length;
    return new Promise((resolve) => {
      // The callback comes with an error when the socket dies, and then there is nothing left to wait for.
      this.#to.write(bytes, () => resolve());
    });
  }

  async #end(): Promise<void> {
    this.#tell('slowClose', 'timeout');
    for (const { toxic } of this.#toxics()) {
      if (toxic.kind === 'timeout') return;
      if (toxic.kind === 'slowClose') await sleep(toxic.ms);
    }
    this.#to.end();
  }
}

interface Connection {
  acted: (toxic: Toxic) => void;
  client: Socket;
  server: Socket;
  up: TcpLink;
  down: TcpLink;
  timers: Map<ActiveToxic, NodeJS.Timeout>;
}

/** A network between a client and 127.0.0.1:`targetPort` that can be made bad. */
export type TcpProxy = Awaited<ReturnType<typeof startTcpProxy>>;

/**
 * Starts a TCP proxy on a free port of 127.0.0.1. `random` feeds the jitter; a fixed seed if not given. `onActed` is told of each
 * time that a toxic does something to a connection, which is named by the client's port.
 */
export async function startTcpProxy(options: {
  targetPort: number;
  random?: Random;
  onActed?: (toxic: Toxic, clientPort: number) => void;
}) {
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
  /** Cuts every connection and refuses new ones. */
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
    /** Puts a toxic on new connections and those that are open; gives what takes it away again. */
    add: (toxic: Toxic, where: { direction: Direction; random?: Random }) => {
      const active: ActiveToxic = { toxic, direction: where.direction, random: where.random ?? random };
      toxics = [...toxics, active];
      for (const connection of open) arm(connection, active);
      return () => remove((other) => other === active);
    },
    clear: () => remove(() => true),
    down,
    /** Listens again, on the same port. */
    up: async () => {
      if (!server.listening) await listenOnLoopback(server, port);
    },
    /** The open connections, with the bytes that were handed on in each direction. */
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
