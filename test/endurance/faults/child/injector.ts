import { appendFileSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../../../support/random.ts';
import { type Call, type Fault, NO_CALL, type Note, pointOf, type Told } from '../fault.ts';

// Taken before anything is wrapped.
const append = appendFileSync;
const write = writeFileSync;
/** Long enough for everything that tries again to have done so several times. */
const FULL_FOR_MS = 15 * 60_000;

/** Counts the calls across the program's boundary and injects the one fault. */
export class Injector {
  readonly #calls: Call[] = [];
  readonly #fault: Fault | null;
  readonly #note: string;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #notAt: ReadonlySet<string>;
  #armed = false;
  #silent = 0;
  /** How many calls matched the fault's name so far. */
  #matched = 0;
  #injected = false;
  /** Until when the disk is full, by the station's time. */
  #fullUntil = 0;

  /** `note` is the file that names the point of the fault, also after a kill; `now` tells the station's time. */
  constructor(fault: Fault | null, note: string, now: () => number) {
    this.#fault = fault;
    this.#note = note;
    this.#now = now;
    const drawn = fault !== null && 'notAt' in fault.at ? fault.at : null;
    this.#random = seededRandom(drawn?.seed ?? 0);
    this.#notAt = new Set(drawn?.notAt);
  }

  arm(): void {
    this.#armed = true;
  }

  get counting(): boolean {
    return this.#armed && this.#silent === 0;
  }

  /** For the harness's own calls. */
  silently<T>(work: () => T): T {
    this.#silent += 1;
    try {
      return work();
    } finally {
      this.#silent -= 1;
    }
  }

  /** Told before each call; gives the fault for the call that has to suffer the fault. */
  meet(call: Call): Fault | null {
    if (!this.counting) return null;
    const after = this.#calls.at(-1)?.name ?? NO_CALL;
    this.#calls.push(call);
    const fault = this.#fault;
    if (fault === null) return null;
    if (this.#injected) return call.needsRoom && this.#now() < this.#fullUntil ? fault : null;
    const side = this.#sideFor(fault, call, after);
    if (side === null) return null;
    this.#injected = true;
    const note: Note = { point: pointOf(side, call.name), at: this.#now() };
    append(this.#note, JSON.stringify(note));
    if (fault.how === 'full') {
      this.#fullUntil = this.#now() + FULL_FOR_MS;
      return call.needsRoom ? fault : null;
    }
    return { ...fault, side };
  }

  /** The side of this call at which the fault comes; null for another call. */
  #sideFor({ at, side }: Fault, call: Call, after: string): Fault['side'] | null {
    if ('name' in at) {
      if (call.name !== at.name || (at.after !== null && after !== at.after)) return null;
      this.#matched += 1;
      return this.#matched - 1 === at.time ? side : null;
    }
    if (!call.changes) return null;
    const open = (['before', 'after'] as const).filter((one) => !this.#notAt.has(pointOf(one, call.name)));
    if (open.length === 0 || this.#random() >= at.chance) return null;
    return open[Math.floor(this.#random() * open.length)] ?? null;
  }

  /** Ends the process as kill -9 does, where the fault is a kill. */
  killIf(fault: Fault): void {
    if (fault.how !== 'kill') return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing of this thread runs on before the signal comes.
    for (;;);
  }

  tell(path: string, statements: readonly string[]): void {
    const told: Told = { calls: this.#calls, statements: [...statements] };
    write(path, JSON.stringify(told));
  }
}
