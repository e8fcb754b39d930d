import {
  type TaskDetails,
  type TaskPage,
  type TaskSummary,
  taskPageSchema,
} from '../../../../../src-main/core/service/schemas.ts';
import type { ListQuery, ServiceClient } from '../../../../../src-main/core/service/service-client.ts';
import { type Failure, ServiceError } from '../../../../../src-main/core/service/service-failure.ts';
import type { FakeClock } from './fake-clock.ts';

/** The statuses whose entering moves `latest_status_change` (docs/service.md 2.1). */
const MOVING = ['processing', 'waiting', 'completed', 'failed'];

interface ModelTask {
  readonly id: number;
  readonly uuid: string;
  status: string;
  name: string;
  external_id: string | null;
  /** Microseconds since the epoch, like the date-times. */
  cleared: number | null;
  readonly created: number;
  changed: number;
  payload: Partial<TaskDetails>;
}

type Call = { call: 'list'; query: ListQuery } | { call: 'get'; uuid: string };

/** What docs/service.md 3 and 4 say of /task/list, /task/get and the transitions, as a model with microsecond times. */
export class ModelService {
  readonly calls: Call[] = [];
  readonly tasks: ModelTask[] = [];
  /** Asked before each call: a failure to answer with, or null. May also change Tasks. */
  before: (call: Call) => Failure | null = () => null;
  /** Orders rows of equal dates at random on each call, as a database without a tie-break may. */
  tieBreak: ((a: ModelTask, b: ModelTask) => number) | null = null;
  /** What the rows of some Tasks say wrongly in lists. */
  readonly broken = new Map<string, Record<string, unknown>>();
  readonly #clock: FakeClock;

  constructor(clock: FakeClock) {
    this.#clock = clock;
  }

  micros(): number {
    return this.#clock.now() * 1000;
  }

  create(status = 'pending', at = this.micros()): ModelTask {
    const id = this.tasks.length + 1;
    const uuid = `00000000-0000-4000-8000-${String(id).padStart(12, '0')}`;
    const task: ModelTask = {
      id,
      uuid,
      status,
      name: `Task ${id}`,
      external_id: `ext-${id}`,
      cleared: null,
      created: at,
      changed: at,
      payload: {},
    };
    this.tasks.push(task);
    return task;
  }

  move(task: ModelTask, status: string, at = this.micros()): void {
    task.status = status;
    if (MOVING.includes(status)) task.changed = at;
  }

  at(uuid: string): ModelTask {
    const task = this.tasks.find((candidate) => candidate.uuid === uuid);
    if (!task) throw new Error('no such Task in the model');
    return task;
  }

  summary(task: ModelTask): TaskSummary {
    return {
      uuid: task.uuid,
      external_id: task.external_id,
      task_type: 'prior-auth',
      status: task.status,
      name: task.name,
      cleared: task.cleared === null ? null : dateText(task.cleared),
      created: dateText(task.created),
      latest_status_change: dateText(task.changed),
    };
  }

  details(task: ModelTask): TaskDetails {
    return {
      ...this.summary(task),
      category: null,
      data_items: [],
      issues: [],
      verdicts: [],
      ...task.payload,
    };
  }

  readonly client: Pick<ServiceClient, 'listTasks' | 'getTask'> = {
    listTasks: async (query) => {
      await Promise.resolve();
      this.#enter({ call: 'list', query });
      return this.#list(query);
    },
    getTask: async (reference) => {
      await Promise.resolve();
      const uuid = 'uuid' in reference ? reference.uuid : '';
      this.#enter({ call: 'get', uuid });
      const task = this.tasks.find((candidate) => candidate.uuid === uuid);
      if (!task) throw new ServiceError(refused(404, null, 'No Task matches.'));
      return this.details(task);
    },
  };

  #enter(call: Call): void {
    this.calls.push(call);
    const failure = this.before(call);
    if (failure) throw new ServiceError(failure);
  }

  #list(query: ListQuery): TaskPage {
    const { offset = 0, length = 100, orderBy = 'created', selectedDate = 'created' } = query;
    if (length < 1 || length > 200) throw new ServiceError(refused(422));
    const dated = (task: ModelTask) =>
      selectedDate === 'created' ? task.created : selectedDate === 'cleared' ? task.cleared : task.changed;
    const matching = this.tasks.filter((task) => {
      const date = dated(task);
      return (
        (query.status === undefined || query.status.includes(task.status)) &&
        (query.cleared === undefined || query.cleared === (task.cleared !== null)) &&
        (query.dateFrom === undefined || (date !== null && date > microsOf(query.dateFrom)))
      );
    });
    const key = (task: ModelTask) =>
      orderBy === 'created'
        ? task.created
        : orderBy === 'cleared'
          ? (task.cleared ?? -1)
          : orderBy === 'latest_status_change'
            ? task.changed
            : task.id;
    const direction = query.sortAscending ? 1 : -1;
    matching.sort(
      (a, b) => direction * (key(a) - key(b)) || (this.tieBreak?.(a, b) ?? direction * (a.id - b.id)),
    );
    const rows = matching.slice(offset, offset + length);
    return taskPageSchema.parse({
      count: matching.length,
      offset,
      tasks: rows.map((task) => ({ ...this.summary(task), ...this.broken.get(task.uuid) })),
    });
  }
}

export type { ModelTask };

export function refused(
  status: number,
  retryAfterMs: number | null = null,
  detail: string | null = null,
): Failure {
  return { kind: 'refused', status, detail, fields: [], retryAfterMs };
}

/** As Python writes it: six digits, or none at a whole second. */
export function dateText(micros: number): string {
  const whole = new Date(Math.floor(micros / 1000)).toISOString().slice(0, 19);
  const rest = micros % 1_000_000;
  return rest === 0 ? `${whole}Z` : `${whole}.${String(rest).padStart(6, '0')}Z`;
}

function microsOf(text: string): number {
  const match = /^(.{19})(?:\.(\d{1,6}))?Z$/.exec(text);
  if (!match) throw new Error(`not a date of the model: ${text}`);
  return Date.parse(`${match[1]}Z`) * 1000 + Number((match[2] ?? '').padEnd(6, '0'));
}
