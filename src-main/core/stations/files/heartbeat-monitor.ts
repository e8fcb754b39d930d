import type { Clock } from '../../clock.ts';

/** A timer may end so much before its time. */
const EARLY_MS = 2;

/**
 * Watches whether another station's lease stands still. However often it is looked at, a heartbeat of this station counts once;
 * and a time without a look, as when the machine slept, counts for nothing, since the other may have slept as well.
 */
export class HeartbeatMonitor {
  readonly #clock: Clock;
  readonly #heartbeatMs: number;
  readonly #missedBeats: number;
  #text = '';
  #beats = 0;
  /** When the last of them was counted. */
  #countedAt = Number.NEGATIVE_INFINITY;

  constructor(parts: { readonly clock: Clock; readonly heartbeatMs: number; readonly missedBeats: number }) {
    this.#clock = parts.clock;
    this.#heartbeatMs = parts.heartbeatMs;
    this.#missedBeats = parts.missedBeats;
  }

  /** Whether the lease, now read by a look that `began` then, stood still for as many heartbeats as its holder may miss. */
  hasMissed(text: string, began: number): boolean {
    const now = this.#clock.monotonic();
    const unwatched = now - this.#countedAt > this.#heartbeatMs * (this.#missedBeats + 1);
    if (text !== this.#text || unwatched) this.#count(text, 0, now);
    else if (began - this.#countedAt >= this.#heartbeatMs - EARLY_MS) this.#count(text, this.#beats + 1, now);
    return this.#beats >= this.#missedBeats;
  }

  #count(text: string, beats: number, now: number): void {
    this.#text = text;
    this.#beats = beats;
    this.#countedAt = now;
  }
}
