import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import type { Ledger } from '../../../../../src-main/core/ledger/ledger.ts';
import { openLedger } from '../../../../../src-main/core/ledger/open-ledger.ts';
import type { TrackingScope } from '../../../../../src-main/core/ledger/task-row.ts';
import { readTask, recordTask } from '../../../../../src-main/core/ledger/tasks.ts';
import { createTracker, type Tracker } from '../../../../../src-main/core/tracking/tracker.ts';
import { FakeClock } from './fake-clock.ts';
import { ModelService, type ModelTask } from './model-service.ts';

/** A ledger in a folder of its own. */
export function openTestLedger(clock: FakeClock): { ledger: Ledger; remove: () => void } {
  const dir = mkdtempSync(join(tmpdir(), 'clearfolder-tracking-'));
  const ledger = openLedger({ path: join(dir, 'ledger.db'), key: 'ab'.repeat(32), now: clock.now });
  return {
    ledger,
    remove: () => {
      ledger.close();
      rmSync(dir, { recursive: true, force: true });
    },
  };
}

/** A model service, a real ledger and a tracker on a clock that the test moves. */
export class Setting implements Disposable {
  readonly clock = new FakeClock();
  readonly service = new ModelService(this.clock);
  readonly ledger: Ledger;
  tracker: Tracker;
  changes: string[] = [];
  readonly #remove: () => void;
  readonly #options: { scope: TrackingScope; pageLength?: number; detailsLimit?: number; seconds?: number };

  constructor(options: Partial<Setting['more']> = {}) {
    const { ledger, remove } = openTestLedger(this.clock);
    this.ledger = ledger;
    this.#remove = remove;
    this.#options = { scope: 'station', ...options };
    this.tracker = this.restart();
  }

  declare readonly more: {
    scope: TrackingScope;
    pageLength: number;
    detailsLimit: number;
    seconds: number;
  };

  /** A new tracker on the same ledger, as after a restart. */
  restart(): Tracker {
    this.tracker = createTracker({
      ledger: this.ledger,
      commit: async (work) => this.ledger.transaction(work),
      client: this.service.client,
      clock: this.clock,
      random: () => 0.5,
      seconds: 15,
      onChange: (uuids) => this.changes.push(...uuids),
      ...this.#options,
    });
    return this.tracker;
  }

  /** Creates a Task of this station: at the service and, as the outbox does, in the ledger. */
  create(status = 'pending', at?: number): ModelTask {
    const task = this.service.create(status, at);
    recordTask(this.ledger, this.service.details(task), { mine: true, seenAt: this.clock.now() });
    return task;
  }

  /** One cycle after `ms` have passed; gives its requests too. */
  async cycle(ms = 15_000) {
    this.clock.advance(ms);
    this.service.calls.length = 0;
    return this.tracker.cycle();
  }

  known(task: ModelTask): string | undefined {
    return readTask(this.ledger, task.uuid)?.status;
  }

  [Symbol.dispose](): void {
    this.#remove();
  }
}
