import type { Random } from './random.ts';

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

export interface ActiveToxic {
  toxic: Toxic;
  direction: Direction;
  random: Random;
}

/** The bytes, in the pieces they are to be written in, each with the pause after it. */
export function slicesOf(chunk: Buffer, toxics: readonly Toxic[]): { bytes: Buffer; pauseMs: number }[] {
  let size = chunk.length;
  let pauseMs = 0;
  let bytesPerSecond = Number.POSITIVE_INFINITY;
  for (const toxic of toxics) {
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
export function latencyOf(active: readonly ActiveToxic[]): number {
  let ms = 0;
  for (const { toxic, random } of active) {
    if (toxic.kind === 'latency') ms += toxic.ms + (random() * 2 - 1) * (toxic.jitterMs ?? 0);
  }
  return Math.max(0, ms);
}
