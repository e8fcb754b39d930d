import type { Socket } from 'node:net';
import { setTimeout as sleep } from 'node:timers/promises';
import { type ActiveToxic, type Direction, latencyOf, slicesOf, type Toxic } from './toxics.ts';

const QUEUED_BYTES = 256 * 1024;

interface Held {
  /** Null stands for the end of the stream. */
  chunk: Buffer | null;
  dueAt: number;
}

/** One direction of one proxied connection: takes bytes from `from`, and gives them to `to` as the toxics allow. */
export class TcpLink {
  readonly direction: Direction;
  /** Bytes handed on so far. */
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
