import type { Clock } from '../../clock.ts';
import type { ScanCoverage } from './scan-coverage.ts';

export interface PendingHintsParts {
  readonly clock: Clock;
  readonly looks: Pick<ScanCoverage, 'named' | 'lookAtNamed'>;
  readonly isStopped: () => boolean;
  /** Looks at paths and records what is there. */
  readonly look: (paths: readonly string[]) => Promise<void>;
  readonly onFault: (error: unknown) => void;
  /** A look has ended, well or not. */
  readonly onLooked: () => void;
}

/** The paths that events named and that are still to be looked at: one look at a time, at all of them that there are. */
export class PendingHints {
  readonly #parts: PendingHintsParts;
  readonly #paths = new Set<string>();
  #looking: Promise<void> | null = null;

  constructor(parts: PendingHintsParts) {
    this.#parts = parts;
  }

  get any(): boolean {
    return this.#paths.size > 0;
  }

  /** The look that is under way, or null. */
  get looking(): Promise<void> | null {
    return this.#looking;
  }

  add(path: string): void {
    this.#paths.add(path);
    this.#parts.looks.named(this.#parts.clock.monotonic());
  }

  /** Looks at what there is, unless there is nothing, or a look is under way: another follows it. */
  look(): void {
    const { looks, isStopped, onFault, onLooked } = this.#parts;
    if (!this.any || this.#looking !== null || isStopped()) return;
    this.#looking = this.#lookAtAll()
      .catch(onFault)
      .finally(() => {
        this.#looking = null;
        looks.lookAtNamed('done');
        onLooked();
        this.look();
      });
  }

  async #lookAtAll(): Promise<void> {
    // Events come in swarms: what one turn of the loop brings is looked at together.
    await new Promise((resolve) => setImmediate(resolve));
    const paths = [...this.#paths];
    this.#paths.clear();
    this.#parts.looks.lookAtNamed('begun');
    await this.#parts.look(paths);
  }
}
