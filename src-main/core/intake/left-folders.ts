import type { Clock } from '../clock.ts';
import { doubtQueued } from '../ledger/doubt-queued.ts';
import { allPlaces, hasOpen, placesAt } from '../ledger/folder-places.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { describeError } from '../log/describe-error.ts';
import type { Log } from '../log/events.ts';
import { type OneAtATime, oneAtATime } from '../service/one-at-a-time.ts';
import { patientCalls } from './file-calls.ts';
import { Lease } from './lease.ts';
import type { IntakePace } from './pace.ts';
import { RootStanding } from './root-standing.ts';
import { seenOthers } from './seen-others.ts';

/** While another station has the folder, it is what sends the documents: so often the service is asked whether it did. */
const LOOK_UP_AGAIN_MS = 900_000;
/** A share that hangs answers never: what takes longer holds up no create of another folder, and no end (I8). */
const ANSWER_MS = 5_000;

export interface LeftFoldersParts {
  readonly ledger: Ledger;
  readonly station: { readonly id: string; readonly name: string };
  readonly clock: Clock;
  readonly log: Log;
  readonly pace: IntakePace;
  /** Whether a rule watches this path: its lease is that folder's own then. */
  readonly isWatched: (path: string) => boolean;
  /** Something may be looked up now. */
  readonly onDoubted: () => void;
}

interface Kept {
  readonly lease: Lease;
  /** What is asked of the folder. Each call that hangs has a thread to itself, and this process has few. */
  readonly calls: OneAtATime;
  /** A question was not answered in time, and is not by now. */
  hangs: boolean;
  /** The last question found that it cannot be reached. */
  gone: boolean;
  doubtedAt: number;
}

/**
 * Folders that no rule watches any more, of which something is still to be sent. Their leases go on without an intake, so that
 * no other station that shares the folder sends the same until that is done (I2).
 */
export class LeftFolders {
  readonly #parts: LeftFoldersParts;
  readonly #kept = new Map<string, Kept>();
  #stop: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();
  #ending: Promise<unknown> = Promise.resolve();

  constructor(parts: LeftFoldersParts) {
    this.#parts = parts;
  }

  /** Waits for no folder: on a share that hangs that may take for ever (I8). */
  start(): void {
    this.#stop = new AbortController();
    for (const kept of this.#kept.values()) this.#begin(kept);
    this.follow();
    this.#running = this.#keepTending(this.#stop.signal);
  }

  async stop(): Promise<void> {
    this.#stop?.abort();
    this.#stop = null;
    await this.#running;
    for (const kept of this.#kept.values()) this.#end(kept, true);
    await this.#inTime(this.#ending);
  }

  /** To be called when the rules have changed: takes up the folders they left, and lets go of those they watch again. */
  follow(): void {
    const { isWatched } = this.#parts;
    for (const [path, kept] of this.#kept) if (isWatched(path)) this.#drop(path, kept, false);
    this.#carefully(() => {
      for (const path of new Set(allPlaces(this.#parts.ledger).map((place) => place.path)))
        if (!isWatched(path) && this.isNeeded(path)) this.#at(path);
    });
  }

  /** Whether something that came from there may still be sent. A ledger that cannot tell is no reason to give the folder away. */
  isNeeded(path: string): boolean {
    const { ledger } = this.#parts;
    return this.#carefully(() => placesAt(ledger, path).some((place) => hasOpen(ledger, place))) ?? true;
  }

  /** Asked right before each create. */
  async mayCreate(path: string): Promise<boolean> {
    const kept = this.#at(path);
    const may = await this.#ask(kept);
    kept.gone = !may && this.#stop !== null && (kept.hangs || kept.lease.state.kind === 'unknown');
    return may;
  }

  /** Whether that was so because it could not be reached. For how long, and what others do there meanwhile, nobody can know. */
  isGone(path: string): boolean {
    return this.#kept.get(path)?.gone ?? false;
  }

  async #ask(kept: Kept): Promise<boolean> {
    if (kept.hangs) return false;
    const asked = kept.calls.run(() => kept.lease.mayCreate());
    const answer = await this.#inTime(asked);
    if (answer !== null) return answer;
    kept.hangs = true;
    const answered = () => {
      kept.hangs = false;
    };
    void asked.then(answered, answered);
    return false;
  }

  async #inTime<T>(work: Promise<T>): Promise<T | null> {
    const answered = new AbortController();
    const late = this.#parts.clock.sleep(ANSWER_MS, answered.signal).then(() => null);
    try {
      return await Promise.race([work, late]);
    } finally {
      answered.abort();
    }
  }

  #at(path: string): Kept {
    const known = this.#kept.get(path);
    if (known !== undefined) return known;
    const lease = this.#leaseOf(path);
    const kept: Kept = {
      lease,
      calls: oneAtATime(),
      hangs: false,
      gone: false,
      doubtedAt: Number.NEGATIVE_INFINITY,
    };
    this.#kept.set(path, kept);
    this.#begin(kept);
    return kept;
  }

  #begin({ lease, calls }: Kept): void {
    const begun = calls.run(() => (this.#stop === null ? lease.look() : lease.start()));
    void begun.catch((error: unknown) => this.#fault(error));
  }

  #leaseOf(path: string): Lease {
    const { ledger, station, clock, log, pace } = this.#parts;
    const places = placesAt(ledger, path);
    const ids = [...new Set(places.map((place) => place.folderId))];
    const standing = new RootStanding(ledger, path, ids[0] ?? '');
    standing.open(places.find((place) => place.rootIdentity !== null)?.rootIdentity ?? null);
    return new Lease({
      root: path,
      calls: () => patientCalls,
      station,
      clock,
      heartbeatMs: pace.heartbeatMs,
      missedBeats: pace.missedBeats,
      standing: () => standing.now(),
      ...seenOthers(ledger, path),
      onTakeOver: () => doubtQueued(ledger, path, clock.now()),
      onChange: (state) => {
        const mine = state.kind === 'mine' || state.kind === 'unshared';
        for (const folder of ids) log('lease.changed', { folder, mine });
      },
      onFault: (error) => this.#fault(error),
    });
  }

  async #keepTending(signal: AbortSignal): Promise<void> {
    const { clock, pace } = this.#parts;
    for (;;) {
      // Where this station died instead, the others would wait for as long.
      await clock.sleep(pace.heartbeatMs * pace.missedBeats, signal);
      if (signal.aborted) return;
      for (const [path, kept] of this.#kept) {
        if (this.isNeeded(path)) this.#carefully(() => this.#doubt(path, kept));
        else this.#drop(path, kept, true);
      }
    }
  }

  #doubt(path: string, kept: Kept): void {
    const { ledger, clock, onDoubted } = this.#parts;
    const now = clock.monotonic();
    if (kept.lease.state.kind !== 'other' || now - kept.doubtedAt < LOOK_UP_AGAIN_MS) return;
    doubtQueued(ledger, path, clock.now());
    kept.doubtedAt = now;
    onDoubted();
  }

  #drop(path: string, kept: Kept, release: boolean): void {
    this.#kept.delete(path);
    this.#end(kept, release);
  }

  #end({ lease, calls }: Kept, release: boolean): void {
    this.#ending = Promise.allSettled([this.#ending, calls.run(() => lease.stop({ release }))]);
  }

  #carefully<T>(work: () => T): T | null {
    try {
      return work();
    } catch (error) {
      this.#fault(error);
      return null;
    }
  }

  #fault(error: unknown): void {
    this.#parts.log('engine.fault', { where: 'left folders', error: describeError(error) });
  }
}
