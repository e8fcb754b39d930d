import type { FolderRule } from '../../../contract/settings.ts';
import type { Clock, Random } from '../../clock.ts';
import type { Limit } from '../../share-io/folder-calls.ts';
import type { FolderIdentity } from '../../share-io/folder-identity.ts';
import { type IntakePace, untilAwaitedWalk, untilNextWalk } from '../pace.ts';
import type { VerifiedWatch } from '../watch/verified-watch.ts';
import type { ScanCoverage } from './scan-coverage.ts';

export interface ScanSchedulerParts {
  readonly rule: FolderRule;
  readonly clock: Clock;
  readonly random: Random;
  readonly pace: IntakePace;
  readonly standing: FolderIdentity;
  /** For what is asked of the folder beside its walks. */
  readonly turn: Limit;
  readonly keeper: VerifiedWatch;
  /** Whether something was not seen, or not recorded, when it was last looked at. */
  readonly isIncomplete: () => boolean;
  readonly reachable: () => boolean;
  readonly looks: Pick<ScanCoverage, 'needWalk' | 'cost' | 'ended'>;
  /** Walks the folder; `reopen` watches it anew after that. */
  readonly rescan: (options: { readonly reopen: boolean }) => Promise<void>;
}

/** Decides when a folder is walked by itself: at its pace, and when the folder comes, goes or is exchanged for another. */
export class ScanScheduler {
  readonly #parts: ScanSchedulerParts;
  #wait = new AbortController();
  /** When a walk is due, whoever waits for it. */
  #due: number | null = null;
  #incomplete = false;

  constructor(parts: ScanSchedulerParts) {
    this.#parts = parts;
  }

  /** Resolves once the signal has fired and no walk is under way for it. */
  async keep(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#keepWalking(signal), this.#keepPulse(signal)]);
  }

  /** How long to wait for the next walk has changed: the wait begins again. */
  waitAnew(): void {
    this.#due = null;
    this.#wait.abort();
  }

  /** To be called after each look: the next walk comes sooner while something was not seen, or not recorded. */
  pace(): void {
    const incomplete = this.#parts.isIncomplete();
    if (incomplete === this.#incomplete) return;
    this.#incomplete = incomplete;
    this.waitAnew();
  }

  /** Somebody waits for a walk. */
  awaited(): void {
    this.#wait.abort();
  }

  async #keepWalking(signal: AbortSignal): Promise<void> {
    const { rule, clock, pace, keeper, looks, rescan } = this.#parts;
    while (!signal.aborted) {
      this.#wait = new AbortController();
      this.#due ??= clock.monotonic() + this.#untilDue();
      const pause = untilAwaitedWalk(pace, looks.cost);
      const next = looks.needWalk ? Math.min(this.#due, looks.ended + pause) : this.#due;
      const wait = Math.max(0, next - clock.monotonic());
      await clock.sleep(wait, AbortSignal.any([signal, this.#wait.signal]));
      if (signal.aborted) return;
      if (this.#wait.signal.aborted) continue;
      // One that is due so soon after is not walked for by itself.
      if (clock.monotonic() + pause < this.#due) {
        if (looks.needWalk) await rescan({ reopen: false });
        continue;
      }
      this.#due = null;
      const watched = rule.watch === 'auto';
      const dead = watched && keeper.isDead;
      await rescan({ reopen: dead });
      // Where the folder lies was found out by the walk.
      if (watched && !dead) void keeper.test(signal);
    }
  }

  #untilDue(): number {
    const { rule, random, pace, keeper, looks } = this.#parts;
    const told = keeper.mode === 'events' && this.#incomplete ? 'scan' : keeper.mode;
    const watching = rule.watch === 'poll' ? 'poll' : told;
    return untilNextWalk(pace, rule, { watching, cost: looks.cost, random });
  }

  async #keepPulse(signal: AbortSignal): Promise<void> {
    const { clock, pace, standing, turn, reachable, rescan } = this.#parts;
    while (!signal.aborted) {
      await clock.sleep(pace.pulseMs, signal);
      if (signal.aborted) return;
      const identity = await turn(() => standing.identity()).catch(() => null);
      const exchanged = standing.exchangedFor(identity);
      const cameOrWent = (identity !== null) !== reachable();
      if (exchanged || cameOrWent) await rescan({ reopen: exchanged });
    }
  }
}
