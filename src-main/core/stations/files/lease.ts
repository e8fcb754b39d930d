import { stat } from 'node:fs/promises';
import { assertNever } from '../../../contract/assert-never.ts';
import { errorCode } from '../../share-io/file-identity.ts';
import { isPractice, relationOf } from '../belonging.ts';
import { HeartbeatMonitor } from './heartbeat-monitor.ts';
import { type LeaseContent, parseLease } from './lease-content.ts';
import { LeaseFiles } from './lease-files.ts';
import { type LeaseParts, type LeaseState, maySubmitBy } from './lease-state.ts';

/** For so long a look at the folder is believed by what only queues. */
const LATELY_MS = 250;

/** See `Lease.mark`. */
export type Mark = 'same' | 'unknown' | 'none';

/**
 * Which station submits from a shared folder. The highest `lease-<generation>` is the lease; its holder moves a counter in
 * it. Another station takes the next generation (O_EXCL) when it has watched the counter stand still for some of its own
 * heartbeats. No station's wall clock is ever looked at (docs/architecture.md 9).
 */
export class Lease {
  readonly #parts: LeaseParts;
  readonly #files: LeaseFiles;
  readonly #standStill: HeartbeatMonitor;
  #state: LeaseState = { kind: 'unknown' };
  #beatAt = Number.NEGATIVE_INFINITY;
  #provedAt = Number.NEGATIVE_INFINITY;
  /** A question that waits for its turn. */
  #question: Promise<boolean> | null = null;
  #wordAsked: Promise<string | null> | null = null;
  #stop: AbortController | null = null;
  #running: Promise<void> = Promise.resolve();
  #told: LeaseState = { kind: 'unknown' };
  /** The lease of another station for which `onTakeOver` was called last. */
  #doubtedFor: string | null = null;
  /** A lease with the id of this station that this station did not take, as it was seen last; and whether one of those moved. */
  #copied: string | null = null;
  #isCopied = false;
  /** The lease of another station, as it was seen last in a folder that cannot be written to. */
  #seenUnwritable: string | null = null;
  #others: boolean;

  constructor(parts: LeaseParts) {
    this.#parts = parts;
    this.#others = parts.othersKnown;
    this.#standStill = new HeartbeatMonitor(parts);
    this.#files = new LeaseFiles(parts);
  }

  get state(): LeaseState {
    return this.#state;
  }

  /** By which generation the folder is ours; null where it is not, or not shared. */
  get generation(): number | null {
    return this.#state.kind === 'mine' ? this.#state.generation : null;
  }

  get maySubmit(): boolean {
    return maySubmitBy(this.#state);
  }

  /** Whether another station was ever seen in this folder. */
  get othersKnown(): boolean {
    return this.#others;
  }

  /** Looks once, then keeps looking at every heartbeat until stopped. */
  async start(): Promise<void> {
    const stop = new AbortController();
    this.#stop = stop;
    await this.look();
    this.#running = this.#run(stop.signal);
  }

  /**
   * Stops, and lets another station take over at once; unless this one goes on with the folder, which is asked when it comes
   * to that: on a share that hangs that may be much later, and this one started again by then.
   */
  async stop(goesOn: () => boolean): Promise<void> {
    this.#stop?.abort();
    await this.#parts.turn.run(() => this.#giveBack(goesOn));
    await this.#running;
  }

  /** Whether the mark in the folder is the one that the folder that is meant has; `unknown` where only that there is one is known. */
  async mark(): Promise<Mark> {
    return this.#compare(await this.word());
  }

  /** What this station's mark in the folder says: nothing where it is an old one, and null where there is none. */
  word(): Promise<string | null> {
    // Those who ask one that hangs wait together, and keep no place.
    this.#wordAsked ??= this.#parts.turn
      .run(() => this.#files.markWord().catch(() => null))
      .finally(() => {
        this.#wordAsked = null;
      });
    return this.#wordAsked;
  }

  #compare(word: string | null): Mark {
    const known = this.#parts.word();
    if (known === null) return word === null ? 'none' : 'unknown';
    return word === known ? 'same' : 'none';
  }

  /** Looks now, not at the next heartbeat. */
  look(): Promise<void> {
    return this.#parts.turn.run(() => this.#step());
  }

  /** Asked before anything is queued: was it ours a moment ago? Whether it still is, is asked again before it is sent. */
  async heldLately(): Promise<boolean> {
    const age = this.#parts.clock.monotonic() - this.#provedAt;
    return (this.maySubmit && age >= 0 && age < LATELY_MS) || (await this.holds());
  }

  /** Asked right before anything is created: is it still ours, as the folder has it now? */
  holds(): Promise<boolean> {
    // Whoever asks before it is its turn shares the answer, which is of after all of them asked.
    this.#question ??= this.#parts.turn.run(() => {
      this.#question = null;
      return this.#holdsNow();
    });
    return this.#question;
  }

  /**
   * Whether a queued submission may be sent now. While the folder cannot be reached, only where no other station was ever
   * seen: then there is nobody to send it twice.
   */
  async mayCreate(): Promise<boolean> {
    return (await this.holds()) || (this.#state.kind === 'unknown' && !this.#others);
  }

  async #holdsNow(): Promise<boolean> {
    const asked = this.#parts.clock.monotonic();
    // A counter that stood still for long may be taken for a dead one any moment now: it is moved before it is relied on.
    if (this.#beatAge() > this.#parts.heartbeatMs * 2 || this.#state.kind === 'alone') await this.#step();
    if (this.#state.kind === 'alone') this.#provedAt = asked;
    if (this.#state.kind !== 'mine') return this.#state.kind === 'alone';
    const { generation } = this.#state;
    if (await this.#stillHas(generation)) {
      this.#provedAt = asked;
      return true;
    }
    await this.#step();
    return false;
  }

  /** No where that cannot be seen. */
  async #stillHas(generation: number): Promise<boolean> {
    try {
      return (await this.#seen()).highest === generation && (await this.#files.isOwn(generation));
    } catch {
      return false;
    }
  }

  #beatAge(): number {
    return this.#parts.clock.monotonic() - this.#beatAt;
  }

  async #run(signal: AbortSignal): Promise<void> {
    for (;;) {
      await this.#parts.clock.sleep(this.#parts.heartbeatMs, signal);
      if (signal.aborted) return;
      await this.look();
    }
  }

  async #giveBack(goesOn: () => boolean): Promise<void> {
    if (this.#state.kind === 'mine') {
      const { generation } = this.#state;
      const holds = await this.#stillHas(generation);
      if (holds && !goesOn()) await this.#files.write(generation, { released: true }).catch(() => undefined);
    }
    this.#state = { kind: 'unknown' };
    this.#told = this.#state;
  }

  async #step(): Promise<void> {
    const began = this.#parts.clock.monotonic();
    let next: LeaseState;
    try {
      next = await this.#look();
    } catch (error) {
      next = await this.#afterFault(errorCode(error), began).catch((fault: unknown): LeaseState => {
        this.#parts.onFault(fault);
        return { kind: 'unknown' };
      });
    }
    this.#state = next;
    if (JSON.stringify(next) === JSON.stringify(this.#told)) return;
    try {
      if (next.kind === 'other') this.#parts.onHeldByOther();
      this.#parts.onChange(next);
      this.#told = next;
    } catch (error) {
      this.#parts.onFault(error);
    }
  }

  async #afterFault(code: string, began: number): Promise<LeaseState> {
    const { root, isSoleUser } = this.#parts;
    const isThere = await stat(root).catch(() => null);
    if (!['EROFS', 'EACCES', 'EPERM'].includes(code) || isThere === null) return { kind: 'unknown' };
    // Others can write here, and this station cannot: it must not submit beside them.
    const latest = await this.#files.latest();
    const lease = latest === null ? null : parseLease(latest.text);
    const others = latest === null || this.#isOwn(lease) ? null : `${latest.generation} ${latest.text}`;
    const hasMoved = this.#seenUnwritable !== null && this.#seenUnwritable !== others;
    this.#seenUnwritable = others;
    if (others !== null) {
      this.#sawOther();
      const isOver = lease?.released === true || this.#standStill.hasMissed(others, began);
      // What a person said holds over a restart until that lease moves: meanwhile nothing is sent.
      const isUnsure = !isOver && !hasMoved && (await isSoleUser());
      if (!isOver) return isUnsure ? { kind: 'unknown' } : this.#heldBy(lease, others);
    }
    // Another program may hold the lease's file for a moment.
    if (this.#state.kind === 'mine') return { kind: 'unknown' };
    if (await isSoleUser()) {
      if (others !== null) this.#doubt(others);
      return { kind: 'alone' };
    }
    const detail =
      others === null ? `(${code})` : `(${code}; the last station in this folder was ${this.#nameOf(lease)})`;
    return { kind: 'asks', code: 'folder.read-only', detail };
  }

  async #look(): Promise<LeaseState> {
    const { root, clock } = this.#parts;
    const began = clock.monotonic();
    if (!(await stat(root)).isDirectory()) return { kind: 'unknown' };
    const standing = await this.#parts.standing();
    // Under a share that is not mounted there may be a lease and a mark of this station, from before it ever was.
    if (standing === 'unsure' && this.#compare(await this.#files.markWord()) !== 'same')
      return { kind: 'unknown' };
    if (isPractice(this.#parts.belonging().environment)) return { kind: 'alone' };
    await this.#files.make();
    let seen = await this.#seen();
    const isHeld = this.generation !== null;
    if (standing === 'known' && (!seen.marked || (!isHeld && (await this.#files.markWord()) === ''))) {
      await this.#files.mark(this.#parts.word());
      // Of two that come at once, one at least sees the other.
      seen = await this.#seen();
    }
    const { highest } = seen;
    // Others may have had a lease that somebody took away.
    if (highest === 0) return this.#others ? this.#takeOver(1) : this.#take(1);
    const text = await this.#files.read(highest);
    const content = parseLease(text);
    if (content !== null && this.#isOwn(content)) {
      // A lease of this station that lies in a strange folder says nothing of who had the one that is meant.
      const isElsewhere = standing === 'strange' && this.#others;
      const isHeld = this.generation === highest && this.#files.isThis(content);
      if (!isHeld && this.#isOfOther(content) && !(await this.#parts.isSoleUser()))
        return { kind: 'asks', code: 'folder.left-by-other', detail: this.#nameOf(content) };
      if (!isHeld) return isElsewhere ? this.#takeOver(highest + 1) : this.#take(highest + 1);
      await this.#files.write(highest, { released: false });
      this.#beatAt = began;
      return { kind: 'mine', generation: highest };
    }
    const lease = `${highest} ${text}`;
    const isOver = content?.released === true || this.#standStill.hasMissed(lease, began);
    if (!isOver) return this.#heldBy(content, lease);
    const isOurs = content === null || relationOf(content, this.#parts.belonging()) === 'same';
    if (isOurs || (await this.#parts.isSoleUser())) return this.#takeOver(highest + 1, lease);
    return { kind: 'asks', code: 'folder.left-by-other', detail: this.#nameOf(content) };
  }

  /** Whether this station took a lease. A copy of the disk of this station has its id, and takes leases with words of its own. */
  #isOwn(lease: LeaseContent | null): boolean {
    if (lease?.id !== this.#parts.station.id) return false;
    const known = this.#parts.ownWords();
    // Versions before this one kept none.
    if (lease.word === null || known.length === 0) return true;
    return known.includes(lease.word) || this.#files.isThis(lease);
  }

  #heldBy(content: LeaseContent | null, lease: string): LeaseState {
    const held = { kind: 'other', name: this.#nameOf(content) } as const;
    if (content?.id !== this.#parts.station.id) return held;
    // A lease that stands still may be of this station, from before its record was put back.
    this.#sawOther();
    this.#isCopied ||= this.#copied !== null && this.#copied !== lease;
    this.#copied = lease;
    return this.#isCopied ? { ...held, isCopy: true } : held;
  }

  /** True if documents in the folder may be for another organisation, which this station sent to before. */
  #isOfOther(content: LeaseContent): boolean {
    return relationOf(content, this.#parts.belonging()) === 'other-organisation';
  }

  /** The station of a lease, and how its account differs from this one's. */
  #nameOf(lease: LeaseContent | null): string {
    if (lease === null) return '?';
    const relation = relationOf(lease, this.#parts.belonging());
    switch (relation) {
      case 'same':
        return lease.name;
      case 'other-environment':
        return `${lease.name} (environment "${lease.environment}")`;
      case 'other-organisation':
        return `${lease.name} (may belong to a different organization)`;
      default:
        return assertNever(relation);
    }
  }

  /** `lease` is what stood there; null where that cannot be told. */
  #takeOver(generation: number, lease: string | null = null): Promise<LeaseState> {
    // What is queued from here on was not doubted, and must not count as claimed under the lease that was lost.
    if (this.#state.kind === 'mine') this.#state = { kind: 'unknown' };
    this.#doubt(lease);
    return this.#take(generation);
  }

  /** Once for each lease: in a folder that cannot be written to, the same dead lease is met at every heartbeat. */
  #doubt(lease: string | null): void {
    if (lease !== null && lease === this.#doubtedFor) return;
    this.#parts.onTakeOver();
    this.#doubtedFor = lease;
  }

  async #take(generation: number): Promise<LeaseState> {
    const began = this.#parts.clock.monotonic();
    const lost = await this.#files.take(generation);
    if (lost !== null) return { kind: 'other', name: this.#nameOf(lost.by) };
    this.#beatAt = began;
    try {
      this.#parts.onTaken(this.#files.word);
    } catch (error) {
      // After a restart the lease counts as another station's then, which costs a wait.
      this.#parts.onFault(error);
    }
    return { kind: 'mine', generation };
  }

  async #seen(): Promise<{ highest: number; marked: boolean }> {
    const seen = await this.#files.look();
    if (seen.others) this.#sawOther();
    return seen;
  }

  #sawOther(): void {
    if (this.#others) return;
    // Kept first: a fault there must not make this run believe that it is kept.
    this.#parts.onOther();
    this.#others = true;
  }
}
