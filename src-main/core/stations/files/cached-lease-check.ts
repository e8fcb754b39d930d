import type { Clock } from '../../clock.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { inTime } from '../../share-io/time-limit.ts';
import type { Lease } from './lease.ts';

/** So long a no is a no for all that waits, or for a heartbeat if that is shorter. A yes is asked for anew each time. */
const NO_FOR_MS = 5_000;

export interface CachedLeaseCheckParts {
  readonly clock: Clock;
  readonly heartbeatMs: number;
  /** Of the folder, where walks judge it. */
  readonly standing?: Pick<FolderIdentity, 'lastSeqBefore'>;
}

/** Asks a folder's lease for what waits to be sent from it. A folder that hangs or is another station's holds up no other (I8). */
export class CachedLeaseCheck {
  readonly #lease: Lease;
  readonly #standing: CachedLeaseCheckParts['standing'];
  readonly #clock: Clock;
  readonly #noForMs: number;
  #asking = 0;
  /** A question was not answered in time, and is not by now. */
  #hangs = false;
  /** When the answer was no; null where it was yes. */
  #noAt: number | null = null;

  constructor(lease: Lease, { clock, heartbeatMs, standing }: CachedLeaseCheckParts) {
    this.#lease = lease;
    this.#standing = standing;
    this.#clock = clock;
    this.#noForMs = Math.min(heartbeatMs, NO_FOR_MS);
  }

  /** Asked right before each create. */
  async mayCreate(): Promise<boolean> {
    if (this.#hangs) return this.#mayUnasked;
    if (this.#isNo) {
      // Nothing waits for the next answer: most often it is no again, and on a bad line that takes its time.
      if (!this.refuses) void this.#ask().catch(() => undefined);
      return false;
    }
    const answer = await inTime(this.#clock, this.#ask());
    if (answer === null) this.#hangs = this.#asking > 0;
    return answer ?? this.#mayUnasked;
  }

  /**
   * Up to which submission it is no whatever the lease says: that is of a strange folder, and what came from the one that is meant
   * another station may have there.
   */
  get elsewhereUpTo(): number {
    return (this.#lease.othersKnown ? this.#standing?.lastSeqBefore : null) ?? 0;
  }

  /** Whether the answer is no for now, whatever waits: none of it needs to ask. */
  get refuses(): boolean {
    if (this.#hangs) return !this.#mayUnasked;
    if (!this.#isNo) return false;
    return this.#asking > 0 || this.#clock.monotonic() - (this.#noAt ?? 0) < this.#noForMs;
  }

  /** Whether it is no because the folder cannot be reached. */
  get isGone(): boolean {
    return this.#hangs ? !this.#mayUnasked : this.#isNo && this.#lease.state.kind === 'unknown';
  }

  /** Whether it is no because a person must say first that no other station uses the folder. */
  get asksPerson(): boolean {
    return this.#lease.state.kind === 'asks';
  }

  /** As where it cannot be reached: where no other station was ever seen, there is nobody to send it twice. */
  get #mayUnasked(): boolean {
    const { kind } = this.#lease.state;
    return kind !== 'other' && kind !== 'asks' && !this.#lease.othersKnown;
  }

  /** The lease looks by itself, too: what it has got since is no no any more. */
  get #isNo(): boolean {
    return this.#noAt !== null && !this.#lease.maySubmit;
  }

  async #ask(): Promise<boolean> {
    this.#asking += 1;
    try {
      const may = await this.#lease.mayCreate();
      this.#noAt = may ? null : this.#clock.monotonic();
      return may;
    } finally {
      this.#asking -= 1;
      this.#hangs &&= this.#asking > 0;
    }
  }
}
