import { addSubmission, submissionTable } from '../../../../../src-main/core/ledger/tables/submissions.ts';
import { readTask, type TrackingScope } from '../../../../../src-main/core/ledger/tasks/task-row.ts';
import { recordTask } from '../../../../../src-main/core/ledger/tasks/tasks.ts';
import type { Failure } from '../../../../../src-main/core/service/service-failure.ts';
import { createTracker, type Tracker } from '../../../../../src-main/core/tracking/tracker.ts';
import { createTestClock } from '../../../../support/clock.ts';
import { newSubmission } from '../../../../support/new-submission.ts';
import { seededRandom } from '../../../../support/random.ts';
import { detailsOf, type ModelTask } from '../../../../support/service-model/model-task.ts';
import { type ModelCall, ScriptedService } from '../../../../support/service-model/scripted-service.ts';
import { testLedger } from '../../../../support/test-dir.ts';

const START = Date.parse('2026-03-01T08:00:00Z');

/** A model service, a real ledger and a tracker on a clock that the test moves. */
export class Setting implements Disposable {
  readonly clock = createTestClock(START);
  readonly service = new ScriptedService(this.clock, { random: seededRandom(1) });
  /** Asked before each call: a failure to answer with, or null. May also change Tasks. */
  before: (call: ModelCall) => Failure | null = () => null;
  readonly ledger = testLedger(this.clock.now);
  tracker: Tracker;
  readonly #options: { scope: TrackingScope; pageLength?: number; detailsLimit?: number; seconds?: number };

  constructor(options: Partial<Setting['more']> = {}) {
    this.service.fate = (call) => {
      const failure = this.before(call);
      return failure === null ? { do: 'answer' } : { do: 'fail', failure };
    };
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
      client: this.service.client(this.clock),
      clock: this.clock,
      random: () => 0.5,
      seconds: 15,
      ...this.#options,
    });
    return this.tracker;
  }

  /** Creates a Task of this station: at the service and, as the outbox does, in the ledger. */
  create(status = 'pending', at?: number): ModelTask {
    const id = this.service.tasks.all.length + 1;
    const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    const fields = { uuid, status, external_id: `ext-${id}`, name: `Task ${id}` };
    const task = this.service.tasks.add(fields, at);
    recordTask(this.ledger, detailsOf(task), { mine: true, seenAt: this.clock.now() });
    return task;
  }

  /** A submission of this station became the Task. */
  accept(task: ModelTask): ModelTask {
    const id = `sub-${task.external_id}`;
    const externalId = task.external_id ?? id;
    const now = this.clock.now();
    const table = submissionTable(this.ledger);
    this.ledger.transaction(() => addSubmission(this.ledger, newSubmission(id, [], { externalId }), now));
    table.beginSending(id, now);
    table.accept(id, task.uuid, now);
    return task;
  }

  /** One cycle after `ms` have passed; gives its requests too. */
  async cycle(ms = 15_000) {
    this.clock.forward(ms);
    this.service.calls.length = 0;
    return this.tracker.cycle();
  }

  known(task: ModelTask): string | undefined {
    return readTask(this.ledger, task.uuid)?.status;
  }

  [Symbol.dispose](): void {
    this.ledger.close();
  }
}
