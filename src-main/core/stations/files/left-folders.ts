import type { Clock } from '../../clock.ts';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { allPlaces, hasOpen, placesAt } from '../../ledger/tables/folder-places.ts';
import { describeError } from '../../log/describe-error.ts';
import type { Log } from '../../log/events.ts';
import { patientCalls } from '../../share-io/file-calls.ts';
import type { FolderCalls } from '../../share-io/folder-calls.ts';
import { FolderIdentity } from '../../share-io/folder-identity.ts';
import type { IntakePace } from '../../share-io/pace.ts';
import { inTime } from '../../share-io/time-limit.ts';
import type { Belonging } from '../belonging.ts';
import { CachedLeaseCheck } from './cached-lease-check.ts';
import { createFileClaims } from './claims.ts';
import { folderLease } from './folder-lease.ts';
import type { Lease } from './lease.ts';
import { maySubmitBy } from './lease-state.ts';
import { OthersDocuments } from './others-documents.ts';
import { PendingWithdrawals } from './pending-withdrawals.ts';

export interface LeftFoldersParts {
  readonly ledger: Ledger;
  readonly station: { readonly id: string; readonly name: string };
  readonly belonging: () => Belonging;
  readonly clock: Clock;
  readonly log: Log;
  readonly pace: IntakePace;
  readonly callsAt: FolderCalls;
  /** Whether a rule watches this path: its lease is that folder's own then. */
  readonly isWatched: (path: string) => boolean;
  /** Something may be looked up now. */
  readonly onDoubted: () => void;
}

interface Kept {
  readonly lease: Lease;
  readonly asked: CachedLeaseCheck;
  readonly others: OthersDocuments;
  readonly takeBacks: PendingWithdrawals;
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
    for (const [path, kept] of this.#kept) this.#end(path, kept);
    await inTime(this.#parts.clock, this.#ending);
  }

  /** To be called when the rules have changed: takes up the folders they left, and lets go of those they watch again. */
  follow(): void {
    const { isWatched } = this.#parts;
    for (const [path, kept] of this.#kept) if (isWatched(path)) this.#drop(path, kept);
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

  /** Its lease, for what is to be sent from there. */
  askedAt(path: string): CachedLeaseCheck {
    return this.#at(path).asked;
  }

  /** Whether it says no because it cannot be reached. For how long, and what others do there meanwhile, nobody can know. */
  isGone(path: string): boolean {
    return this.#stop !== null && (this.#kept.get(path)?.asked.isGone ?? false);
  }

  /** Something that may have come from one of them was taken back. */
  async tellTakenBack(): Promise<void> {
    await Promise.all([...this.#kept.values()].map(({ takeBacks }) => takeBacks.tell()));
  }

  #at(path: string): Kept {
    const known = this.#kept.get(path);
    if (known !== undefined) return known;
    const { clock, pace, callsAt } = this.#parts;
    const others = new OthersDocuments({ ...this.#parts, path });
    const lease = this.#leaseOf(path, others);
    const asked = new CachedLeaseCheck(lease, { clock, heartbeatMs: pace.heartbeatMs });
    const claims = createFileClaims(path, clock, () => callsAt(path).files);
    const takeBacks = new PendingWithdrawals({ ...this.#parts, path, claims, lease });
    const kept: Kept = { lease, asked, others, takeBacks };
    this.#kept.set(path, kept);
    this.#begin(kept);
    return kept;
  }

  #begin({ lease }: Kept): void {
    const begun = this.#stop === null ? lease.look() : lease.start();
    void begun.catch((error: unknown) => this.#fault(error));
  }

  #leaseOf(path: string, others: OthersDocuments): Lease {
    const { ledger, log, callsAt } = this.#parts;
    const ids = [...new Set(placesAt(ledger, path).map((place) => place.folderId))];
    return folderLease({
      ...this.#parts,
      root: path,
      // Nobody looks any more whether calls can hang there.
      calls: () => patientCalls,
      turn: callsAt(path).turn,
      standing: new FolderIdentity(ledger, path, ids[0] ?? ''),
      onChange: (state) => {
        others.leaseChanged(state);
        for (const folder of ids) log('lease.changed', { folder, mine: maySubmitBy(state) });
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
        if (this.isNeeded(path)) this.#carefully(() => kept.others.tend(kept.lease.state));
        else this.#drop(path, kept);
      }
    }
  }

  #drop(path: string, kept: Kept): void {
    this.#kept.delete(path);
    this.#end(path, kept);
  }

  #end(path: string, { lease, takeBacks }: Kept): void {
    const goesOn = () => this.#stop !== null && (this.#parts.isWatched(path) || this.isNeeded(path));
    const ended = takeBacks.tell().then(() => lease.stop(goesOn));
    this.#ending = Promise.allSettled([this.#ending, ended]);
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
