import fc from 'fast-check';
import { expect, test } from 'vitest';
import { latestSnapshot } from '../../../../src-main/core/ledger/tasks/snapshots.ts';
import { isTerminal, readTask } from '../../../../src-main/core/ledger/tasks/task-row.ts';
import { recordTask } from '../../../../src-main/core/ledger/tasks/tasks.ts';
import { microsOf } from '../../../support/service-model/micro-time.ts';
import { detailsOf, type ModelTask } from '../../../support/service-model/model-task.ts';
import { refused } from '../../../support/service-model/scripted-service.ts';
import { Setting } from './support/setting.ts';

const ARROWS: Record<string, readonly string[]> = {
  pending: ['processing', 'invalid'],
  processing: ['waiting', 'completed', 'failed', 'invalid'],
  waiting: ['processing'],
};

const index = fc.nat(1000);
const step = fc.oneof(
  { weight: 3, arbitrary: fc.record({ do: fc.constant('create' as const), slowly: fc.boolean() }) },
  {
    weight: 8,
    arbitrary: fc.record({
      do: fc.constant('move' as const),
      task: index,
      arrow: index,
      after: fc.constantFrom(0, 0, 1, 700, 3_000),
      late: fc.constantFrom(0, 0, 1_000, 4_000),
    }),
  },
  {
    weight: 6,
    arbitrary: fc.record({
      do: fc.constant('cycle' as const),
      after: fc.constantFrom(0, 500, 2_000, 6_000, 20_000),
      fault: fc.option(fc.record({ call: fc.nat(6), status: fc.constantFrom(0, 500, 502) }), { nil: null }),
      meanwhile: fc.option(fc.record({ call: fc.nat(4), task: index, arrow: index }), { nil: null }),
    }),
  },
  { weight: 1, arbitrary: fc.record({ do: fc.constant('restart' as const) }) },
);

/** A Setting with the memory of what the tracker owes: Tasks that ended, and the good cycles since. */
class World {
  readonly s: Setting;
  readonly #owed = new Map<ModelTask, number>();
  readonly #unrecorded: { task: ModelTask; record: () => void }[] = [];

  constructor(s: Setting) {
    this.s = s;
  }

  create(slowly: boolean): void {
    const task = this.s.service.tasks.add();
    const answer = detailsOf(task);
    const record = () => {
      recordTask(this.s.ledger, answer, { mine: true, seenAt: this.s.clock.now() });
      if (isTerminal(task.status)) this.#owed.set(task, 0);
    };
    if (slowly) this.#unrecorded.push({ task, record });
    else record();
  }

  recordOldest(): void {
    this.#unrecorded.shift()?.record();
  }

  move(taskIndex: number, arrow: number, late = 0): void {
    const task = this.s.service.tasks.all[taskIndex % Math.max(1, this.s.service.tasks.all.length)];
    const next = ARROWS[task?.status ?? ''];
    const status = next?.[arrow % next.length];
    if (!task || status === undefined) return;
    this.s.service.tasks.move(task, status, {
      at: Math.max(microsOf(task.latest_status_change), this.s.service.tasks.micros() - late * 1000),
    });
    if (isTerminal(status)) this.#owed.set(task, 0);
  }

  async cycle(after: number, before: Setting['before']): Promise<void> {
    this.s.clock.forward(after);
    const atBegin = [...this.#owed.keys()];
    this.s.before = before;
    const report = await this.s.tracker.cycle();
    this.s.before = () => null;
    if (report.problem !== null) return;
    for (const task of atBegin) {
      if (readTask(this.s.ledger, task.uuid) === null) continue;
      const cycles = (this.#owed.get(task) ?? 0) + 1;
      if (readTask(this.s.ledger, task.uuid)?.status === task.status) this.#owed.delete(task);
      else if (cycles >= 2)
        throw new Error(`${task.uuid} ended as ${task.status}, unseen after two good cycles`);
      else this.#owed.set(task, cycles);
    }
  }

  async settle(): Promise<void> {
    while (this.#unrecorded.length > 0) this.recordOldest();
    for (let i = 0; i < 4; i += 1) await this.cycle(700_000, () => null);
  }
}

test.each(['station', 'organisation'] as const)(
  'whatever happens in whatever order, every end is seen within two good cycles and the %s ledger ends up as the service is (I7, I8)',
  async (scope) => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(step, { maxLength: 40 }),
        fc.integer({ min: 1, max: 5 }),
        async (steps, pageLength) => {
          using s = new Setting({ scope, pageLength });
          const world = new World(s);
          for (const action of steps) {
            if (action.do === 'create') world.create(action.slowly);
            else if (action.do === 'restart') s.restart();
            else if (action.do === 'move') {
              s.clock.forward(action.after);
              world.move(action.task, action.arrow, action.late);
              if (action.arrow % 3 === 0) world.recordOldest();
            } else {
              let calls = 0;
              const { fault, meanwhile } = action;
              await world.cycle(action.after, () => {
                calls += 1;
                if (meanwhile?.call === calls) world.move(meanwhile.task, meanwhile.arrow);
                if (fault?.call !== calls) return null;
                return fault.status === 0 ? { kind: 'not-sent', cause: 'down' } : refused(fault.status);
              });
            }
          }
          await world.settle();
          for (const task of s.service.tasks.all) {
            expect(readTask(s.ledger, task.uuid)).toMatchObject({
              status: task.status,
              latest_status_change: task.latest_status_change,
              details_due: 0,
            });
            const snapshot = latestSnapshot(s.ledger, task.uuid);
            if (snapshot !== null) expect(snapshot.status).toBe(task.status);
          }
        },
      ),
      { numRuns: Number(process.env['TRACKING_RUNS'] ?? 60) },
    );
  },
  120_000,
);
