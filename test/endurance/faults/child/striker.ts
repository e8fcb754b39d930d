import { appendFileSync, writeFileSync } from 'node:fs';
import { seededRandom } from '../../../support/random.ts';
import { type Blow, type Call, NO_CALL, type Note, pointOf, type Told } from '../blow.ts';

// Taken before anything is wrapped.
const append = appendFileSync;
const write = writeFileSync;
/** Long enough that everything which tries again has done so several times. */
const FULL_FOR_MS = 15 * 60_000;

/** Counts the calls across the program's boundary and deals the one blow it was given. */
export class Striker {
  readonly calls: Call[] = [];
  readonly #blow: Blow | null;
  readonly #note: string;
  readonly #now: () => number;
  readonly #random: () => number;
  readonly #notAt: ReadonlySet<string>;
  #armed = false;
  #silent = 0;
  /** How many calls there were of those that the blow counts. */
  #met = 0;
  #struck = false;
  /** Until when the disk is full, by the station's time. */
  #fullUntil = 0;

  /** `note` is the file that names the struck call, also when the process is killed; `now` tells the station's time. */
  constructor(blow: Blow | null, note: string, now: () => number) {
    this.#blow = blow;
    this.#note = note;
    this.#now = now;
    const drawn = blow !== null && 'notAt' in blow.at ? blow.at : null;
    this.#random = seededRandom(drawn?.seed ?? 0);
    this.#notAt = new Set(drawn?.notAt);
  }

  arm(): void {
    this.#armed = true;
  }

  /** Whether calls count just now. */
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

  /** Told before each call; gives the blow when it is this one's. */
  meet(call: Call): Blow | null {
    if (!this.counting) return null;
    const after = this.calls.at(-1)?.name ?? NO_CALL;
    this.calls.push(call);
    const blow = this.#blow;
    if (blow === null) return null;
    if (this.#struck) return call.needsRoom && this.#now() < this.#fullUntil ? blow : null;
    const side = this.#sideFor(blow, call, after);
    if (side === null) return null;
    this.#struck = true;
    const { kind, name } = call;
    const note: Note = { kind, name, point: pointOf(side, name), at: this.#now() };
    append(this.#note, JSON.stringify(note));
    if (blow.how === 'full') {
      this.#fullUntil = this.#now() + FULL_FOR_MS;
      return call.needsRoom ? blow : null;
    }
    return { ...blow, side };
  }

  /** On which side this call is struck; null when it is not. */
  #sideFor({ at, side }: Blow, call: Call, after: string): Blow['side'] | null {
    if ('after' in at) return call.name === at.name && after === at.after ? side : null;
    if ('nth' in at) {
      const counts = at.of === 'all' || (at.of === 'changes' ? call.changes : at.of === call.kind);
      if (!counts) return null;
      const nth = this.#met;
      this.#met += 1;
      return nth === at.nth ? side : null;
    }
    if (!call.changes) return null;
    const open = (['before', 'after'] as const).filter((one) => !this.#notAt.has(pointOf(one, call.name)));
    if (open.length === 0 || this.#random() >= at.chance) return null;
    return open[Math.floor(this.#random() * open.length)] ?? null;
  }

  /** Ends the process as kill -9 does, where the blow says so. */
  killIf(blow: Blow): void {
    if (blow.how !== 'kill') return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing of this thread runs on before the signal comes.
    for (;;);
  }

  tell(path: string, statements: readonly string[]): void {
    const told: Told = { calls: this.calls, statements: [...statements] };
    write(path, JSON.stringify(told));
  }
}
