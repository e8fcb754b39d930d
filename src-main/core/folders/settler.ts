import { join } from 'node:path';
import type { ProblemCode } from '../../contract/problem.ts';
import type { Clock } from '../clock.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import {
  errorCode,
  type FileIdentity,
  identityOf,
  READ_FLAGS,
  sameVersion,
} from '../share-io/file-identity.ts';
import type { Limit } from '../share-io/folder-calls.ts';
import { hasItsEnd } from '../spool/format-end.ts';
import { DelayQueue } from './delay-queue.ts';
import type { Recorded } from './file-recorder.ts';

/** Checks that wait for their turn at once; the others wait as keys, which cost less. */
const CHECKS_AT_A_TIME = 64;

/** A file on its way out. */
export interface Tracked {
  readonly id: number;
  path: string;
  identity: FileIdentity;
  groupKey: string | null;
  phase: 'quiet' | 'checking' | 'settled' | 'submitting';
  /** Why it is held, or null. */
  heldFor: ProblemCode | null;
  /** Monotonic time since when it stands still without being complete. */
  incompleteSince: number | null;
  /** Times in a row that it changed while it was copied. */
  spoiled: number;
}

export interface SettlerParts {
  readonly root: string;
  readonly calls: () => FileCalls;
  readonly clock: Clock;
  readonly quietMs: number;
  readonly unfinishedMs: number;
  readonly limit: Limit;
  /** It is complete and stands still. */
  readonly onSettled: (file: Tracked) => void;
  readonly onHeld: (file: Tracked, code: ProblemCode, detail: string | null) => void;
  /** It is not what it was: to be looked at as if an event had named it. */
  readonly onDirty: (path: string) => void;
  readonly onFault: (error: unknown) => void;
}

/**
 * Waits until each file is complete and has stood still for the quiet time, on the monotonic clock
 * (docs/architecture.md 4).
 */
export class Settler {
  readonly #parts: SettlerParts;
  readonly #tracked = new Map<number, Tracked>();
  readonly #quiet: DelayQueue<number>;
  readonly #retry: DelayQueue<number>;
  readonly #limitMs: number;
  #checking = 0;
  #room: { readonly promise: Promise<void>; readonly resolve: () => void } | null = null;

  constructor(parts: SettlerParts) {
    this.#parts = parts;
    this.#limitMs = Math.max(6 * parts.quietMs, parts.unfinishedMs);
    const due = (id: number) => {
      void this.#due(id);
      if (this.#checking < CHECKS_AT_A_TIME) return;
      this.#room ??= Promise.withResolvers<void>();
      return this.#room.promise;
    };
    this.#quiet = new DelayQueue(parts.quietMs, parts.clock, due);
    this.#retry = new DelayQueue(this.#limitMs, parts.clock, due);
  }

  /** Whether something stands to become settled, or is being looked at, by itself and soon. */
  get busy(): boolean {
    return this.#checking > 0 || this.#quiet.size > 0;
  }

  has(id: number): boolean {
    return this.#tracked.has(id);
  }

  get(id: number): Tracked | undefined {
    return this.#tracked.get(id);
  }

  all(): Iterable<Tracked> {
    return this.#tracked.values();
  }

  /** Takes up a file as recorded. Gives false when nothing about it is new. */
  track(recorded: Recorded): boolean {
    const known = this.#tracked.get(recorded.id);
    if (known && known.path === recorded.path && sameVersion(known.identity, recorded.identity)) return false;
    this.#tracked.set(recorded.id, {
      id: recorded.id,
      path: recorded.path,
      identity: recorded.identity,
      groupKey: recorded.groupKey,
      phase: 'quiet',
      heldFor: recorded.heldFor,
      incompleteSince: null,
      spoiled: known?.spoiled ?? 0,
    });
    this.#retry.delete(recorded.id);
    this.#quiet.put(recorded.id);
    return true;
  }

  forget(id: number): void {
    this.#tracked.delete(id);
    this.#quiet.delete(id);
    this.#retry.delete(id);
  }

  /** Lets a file settle anew: now, or after the long time when it is held for something outside itself. */
  again(file: Tracked, later = false): void {
    if (this.#tracked.get(file.id) !== file) return;
    file.phase = 'quiet';
    (later ? this.#retry : this.#quiet).put(file.id);
  }

  clear(): void {
    this.#tracked.clear();
    this.#quiet.clear();
    this.#retry.clear();
  }

  async #due(id: number): Promise<void> {
    const file = this.#tracked.get(id);
    if (file?.phase !== 'quiet') return;
    file.phase = 'checking';
    this.#checking += 1;
    try {
      await this.#parts.limit(() => this.#check(file));
    } catch (error) {
      this.#parts.onFault(error);
      this.again(file, true);
    } finally {
      this.#checking -= 1;
      this.#room?.resolve();
      this.#room = null;
    }
  }

  async #check(file: Tracked): Promise<void> {
    const { onSettled, onHeld, onDirty, clock } = this.#parts;
    const verdict = await inspect(this.#parts.calls(), join(this.#parts.root, file.path), file.identity);
    if (this.#tracked.get(file.id) !== file || file.phase !== 'checking') return;
    switch (verdict.kind) {
      case 'changed':
        this.again(file);
        onDirty(file.path);
        return;
      case 'complete':
        file.phase = 'settled';
        file.incompleteSince = null;
        onSettled(file);
        return;
      case 'incomplete': {
        file.incompleteSince ??= clock.monotonic();
        const long = clock.monotonic() - file.incompleteSince >= this.#limitMs - this.#parts.quietMs;
        if (long) this.#hold(file, verdict.code, null, onHeld);
        this.again(file, file.heldFor !== null);
        return;
      }
      case 'unreadable':
        this.#hold(file, 'file.unreadable', `(${verdict.code})`, onHeld);
        this.again(file, true);
    }
  }

  #hold(file: Tracked, code: ProblemCode, detail: string | null, onHeld: SettlerParts['onHeld']): void {
    if (file.heldFor === code) return;
    onHeld(file, code, detail);
    // Only then: what the ledger could not keep is told again at the next look.
    file.heldFor = code;
  }
}

type Inspection =
  | { readonly kind: 'complete' | 'changed' }
  | { readonly kind: 'incomplete'; readonly code: 'file.empty' | 'file.unfinished' }
  | { readonly kind: 'unreadable'; readonly code: string };

async function inspect(calls: FileCalls, path: string, expected: FileIdentity): Promise<Inspection> {
  try {
    const stats = await calls.lstat(path);
    if (stats === null || !stats.isFile() || !sameVersion(identityOf(stats), expected))
      return { kind: 'changed' };
    if (expected.size === 0) return { kind: 'incomplete', code: 'file.empty' };
    const handle = await calls.open(path, READ_FLAGS);
    try {
      if (await hasItsEnd(handle, expected.size)) return { kind: 'complete' };
      return { kind: 'incomplete', code: 'file.unfinished' };
    } finally {
      await handle.close();
    }
  } catch (error) {
    const code = errorCode(error);
    return code === 'ENOENT' ? { kind: 'changed' } : { kind: 'unreadable', code };
  }
}
