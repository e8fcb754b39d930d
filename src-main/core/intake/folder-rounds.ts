import type { FolderRule } from '../../contract/settings.ts';
import type { Clock, Random } from '../clock.ts';
import type { Turn } from './folder-calls.ts';
import { type IntakePace, untilNextWalk } from './pace.ts';
import type { RootStanding } from './root-standing.ts';
import type { WatchKeeper } from './watch-keeper.ts';

export interface FolderRoundsParts {
  readonly rule: FolderRule;
  readonly clock: Clock;
  readonly random: Random;
  readonly pace: IntakePace;
  readonly standing: RootStanding;
  /** For what is asked of the folder beside its walks. */
  readonly turn: Turn;
  readonly keeper: WatchKeeper;
  /** Whether something was not seen, or not recorded, when it was last looked at. */
  readonly isIncomplete: () => boolean;
  readonly reachable: () => boolean;
  /** Milliseconds that the last walk took. */
  readonly cost: () => number;
  /** Walks the folder; `reopen` watches it anew after that. */
  readonly rescan: (options: { readonly reopen: boolean }) => Promise<void>;
}

/** Decides when a folder is walked by itself: at its pace, and when the folder comes, goes or is exchanged for another. */
export class FolderRounds {
  readonly #parts: FolderRoundsParts;
  #wait = new AbortController();

  constructor(parts: FolderRoundsParts) {
    this.#parts = parts;
  }

  /** Resolves once the signal has fired and no walk is under way for it. */
  async keep(signal: AbortSignal): Promise<void> {
    await Promise.all([this.#keepWalking(signal), this.#keepPulse(signal)]);
  }

  /** How long to wait for the next walk has changed: the wait begins again. */
  waitAnew(): void {
    this.#wait.abort();
  }

  async #keepWalking(signal: AbortSignal): Promise<void> {
    const { rule, clock, random, pace, keeper, isIncomplete, cost, rescan } = this.#parts;
    while (!signal.aborted) {
      this.#wait = new AbortController();
      const seesAll = keeper.mode === 'events' && !isIncomplete();
      const wait = untilNextWalk(pace, rule, { seesAll, cost: cost(), random });
      await clock.sleep(wait, AbortSignal.any([signal, this.#wait.signal]));
      if (signal.aborted) return;
      if (this.#wait.signal.aborted) continue;
      const watched = rule.watch === 'auto';
      const alive = keeper.mode === 'events';
      if (watched && alive) void keeper.test(signal);
      await rescan({ reopen: watched && !alive });
    }
  }

  async #keepPulse(signal: AbortSignal): Promise<void> {
    const { clock, pace, standing, turn, reachable, rescan } = this.#parts;
    while (!signal.aborted) {
      await clock.sleep(pace.pulseMs, signal);
      if (signal.aborted) return;
      const identity = await turn.run(() => standing.identity()).catch(() => null);
      const exchanged = standing.exchangedFor(identity);
      const cameOrWent = (identity !== null) !== reachable();
      if (exchanged || cameOrWent) await rescan({ reopen: exchanged });
    }
  }
}
