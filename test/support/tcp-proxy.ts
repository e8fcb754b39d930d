import { once } from 'node:events';
import { createConnection, createServer, type Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { listenOnLoopback } from './loopback.ts';
import { type Random, seededRandom } from './random.ts';

/** Which way bytes go: `up` from the client to the server, `down` back. */
export type Direction = 'up' | 'down';

/** What can be wrong with one direction of a connection. */
export type Toxic =
  /** Every byte arrives `ms` later, give or take up to `jitterMs`; order is kept. */
  | { kind: 'latency'; ms: number; jitterMs?: number }
  | { kind: 'bandwidth'; bytesPerSecond: number }
  /** The end of the stream is passed on `ms` late. */
  | { kind: 'slowClose'; ms: number }
  /** Nothing gets through any more; the connection is closed after `ms`, never for 0. */
  | { kind: 'timeout'; ms: number }
  /** Both ends see a reset after `ms`. */
  | { kind: 'resetPeer'; ms: number }
  /** Bytes go in slices of this size with a pause of `delayMs` after each. */
  | { kind: 'slicer'; bytes: number; delayMs: number }
  /** The connection is closed when this many bytes have passed since the toxic met it. */
  | { kind: 'limitData'; bytes: number };

interface ActiveToxic {
  toxic: Toxic;
  direction: Direction;
  random: Random;
}

/** The bytes, in the pieces they are to be written in, each with the pause after it. */
function slicesOf(chunk: Buffer, toxics: readonly ActiveToxic[]): { bytes: Buffer; pauseMs: number }[] {
  let size = chunk.length;
  let pauseMs = 0;
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  for (const { toxic } of toxics) {
    if (toxic.kind === 'slicer') {
      size = Math.min(size, toxic.bytes);
      pauseMs = Math.max(pauseMs, toxic.delayMs);
    }
    if (toxic.kind === 'bandwidth') bytesPerSecond = Math.min(bytesPerSecond, toxic.bytesPerSecond);
  }
  // Small enough that a throttled stream flows instead of stuttering.
  if (bytesPerSecond !== Number.POSITIVE_INFINITY) {
    size = Math.min(size, Math.max(1, Math.ceil(bytesPerSecond / 20)));
  }
  const slices: { bytes: Buffer; pauseMs: number }[] = [];
  for (let at = 0; at < chunk.length; at += size) {
    const bytes = chunk.subarray(at, at + size);
    slices.push({ bytes, pauseMs: pauseMs + (1000 * bytes.length) / bytesPerSecond });
  }
  return slices;
}

/** How long a chunk that arrives now is held back, in ms. */
function latencyOf(active: readonly ActiveToxic[]): number {
  let ms = 0;
  for (const { toxic, random } of active) {
    if (toxic.kind === 'latency') ms += toxic.ms + (random() * 2 - 1) * (toxic.jitterMs ?? 0);
  }
  return Math.max(0, ms);
}

const QUEUED_BYTES = 256 * 1024;

type TcpLink = ReturnType<typeof carry>;

/** Takes the bytes of one direction of a connection from `from`, and gives them to `to` as the toxics of that moment allow. */
function carry(
  from: Socket,
  to: Socket,
  toxics: () => readonly ActiveToxic[],
  { cut, acted }: { cut: () => void; acted: (toxic: Toxic) => void },
) {
  const link = { passed: 0 };
  /** How much had passed when a limit met this direction. */
  const limits = new Map<ActiveToxic, number>();
  let writing = Promise.resolve();
  let queuedBytes = 0;
  let dueAt = 0;
  let isOver = false;
  /** Toxics of these kinds act now. */
  const tell = (...kinds: Toxic['kind'][]) => {
    for (const { toxic } of toxics()) if (kinds.includes(toxic.kind)) acted(toxic);
  };

  const allowance = (wanted: number): { bytes: number; last: boolean } => {
    const allowed = { bytes: wanted, last: false };
    for (const active of toxics()) {
      if (active.toxic.kind !== 'limitData') continue;
      const since = limits.get(active) ?? link.passed;
      limits.set(active, since);
      const left = active.toxic.bytes - (link.passed - since);
      if (left > allowed.bytes) continue;
      allowed.bytes = Math.max(0, left);
      allowed.last = true;
    }
    return allowed;
  };

  const pass = async (chunk: Buffer) => {
    tell('slicer', 'bandwidth', 'timeout');
    for (const { bytes, pauseMs } of slicesOf(chunk, toxics())) {
      // Asked again for each slice: a toxic may come or go while a slow chunk is under way.
      if (toxics().some(({ toxic }) => toxic.kind === 'timeout')) continue;
      const allowed = allowance(bytes.length);
      link.passed += allowed.bytes;
      // The callback comes with an error when the socket dies, and then there is nothing left to wait for.
      await new Promise<void>((resolve) => to.write(bytes.subarray(0, allowed.bytes), () => resolve()));
      if (allowed.last) {
        tell('limitData');
        isOver = true;
        to.end(cut);
        return;
      }
      if (pauseMs > 0) await sleep(pauseMs);
      if (to.destroyed) return;
    }
  };

  const end = async () => {
    tell('slowClose', 'timeout');
    for (const { toxic } of toxics()) {
      if (toxic.kind === 'timeout') return;
      if (toxic.kind === 'slowClose') await sleep(toxic.ms);
    }
    to.end();
  };

  /** Keeps a chunk, or the end of the stream (null), until its time has come. */
  const hold = (chunk: Buffer | null) => {
    const size = chunk?.length ?? 0;
    dueAt = Math.max(dueAt, performance.now() + latencyOf(toxics()));
    const due = dueAt;
    tell('latency');
    queuedBytes += size;
    if (queuedBytes > QUEUED_BYTES) from.pause();
    writing = writing.then(async () => {
      const wait = due - performance.now();
      if (wait > 0) await sleep(wait);
      if (!isOver) await (chunk === null ? end() : pass(chunk));
      queuedBytes -= size;
      if (queuedBytes <= QUEUED_BYTES) from.resume();
    });
  };
  from.on('data', hold);
  from.on('end', () => hold(null));
  return link;
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
    const on = (direction: Direction) => () => toxics.filter((active) => active.direction === direction);
    const clientPort = client.remotePort ?? 0;
    const acted = (toxic: Toxic) => options.onActed?.(toxic, clientPort);
    const connection: Connection = {
      acted,
      client,
      server: target,
      up: carry(client, target, on('up'), { cut, acted }),
      down: carry(target, client, on('down'), { cut, acted }),
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
