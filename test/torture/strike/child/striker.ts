import { appendFileSync, writeFileSync } from 'node:fs';
import type { Blow, Call } from '../blow.ts';

// Taken before anything is wrapped.
const append = appendFileSync;
const write = writeFileSync;

/** Counts the calls across the program's boundary and deals the one blow it was given. */
export class Striker {
  readonly calls: Call[] = [];
  readonly #blow: Blow | null;
  readonly #note: string;
  readonly #turns = new Map<string, number>();
  #armed = false;
  #silent = 0;
  struck: string | null = null;

  /** `note` is the file that names the struck call, also when the process is killed. */
  constructor(blow: Blow | null, note: string) {
    this.#blow = blow;
    this.#note = note;
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
    const nth = this.calls.length;
    const turn = this.#turns.get(call.name) ?? 0;
    this.#turns.set(call.name, turn + 1);
    this.calls.push(call);
    const blow = this.#blow;
    if (blow === null || this.struck !== null) return null;
    const hit = 'nth' in blow.at ? blow.at.nth === nth : blow.at.name === call.name && blow.at.turn === turn;
    if (!hit) return null;
    this.struck = call.name;
    append(this.#note, `${call.name}\n`);
    return blow;
  }

  /** Ends the process as kill -9 does, where the blow says so. */
  killIf(blow: Blow): void {
    if (blow.how !== 'kill') return;
    process.kill(process.pid, 'SIGKILL');
    // Nothing of this thread runs on before the signal comes.
    for (;;);
  }

  tell(path: string): void {
    write(path, JSON.stringify(this.calls));
  }
}
