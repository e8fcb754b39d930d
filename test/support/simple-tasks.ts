import { randomUUID } from 'node:crypto';
import type { Form } from './form-reader.ts';
import type { ListQuery } from './simple-list-query.ts';

type Status = 'pending' | 'processing' | 'waiting' | 'completed' | 'failed' | 'invalid';

/** A Task as docs/service.md 2.1 shows it, with file items only. */
export interface SimpleTask {
  uuid: string;
  external_id: string | null;
  task_type: string;
  status: Status;
  name: string;
  cleared: string | null;
  created: string;
  latest_status_change: string;
  category: string | null;
  data_items: object[];
  issues: { key: string; message: string; [extra: string]: unknown }[];
  verdicts: { code: string; approved: boolean; issues: number[] }[];
  interceptions: null;
  verdict_summaries: { code: string; conclusion: string }[];
}

/** What a move may bring with it. */
export type Outcome = Partial<
  Pick<SimpleTask, 'issues' | 'verdicts' | 'verdict_summaries' | 'category' | 'name'>
>;

// docs/service.md 2.1: entering any other status leaves `latest_status_change` alone.
const DATED: readonly Status[] = ['processing', 'waiting', 'completed', 'failed'];

/** The Tasks of the simple upstream, in memory, moved by the test alone. */
export class SimpleTasks {
  readonly #byUuid = new Map<string, SimpleTask>();
  readonly #byExternalId = new Map<string, SimpleTask>();
  readonly #now: () => Date;

  constructor(now: () => Date) {
    this.#now = now;
  }

  /** Adds a pending Task; files with the same content become one item (docs/service.md 1, rule 8). */
  add(form: Form): SimpleTask {
    const created = this.#now().toISOString();
    const files = new Map(form.files.map((file) => [file.sha256, file]));
    const task: SimpleTask = {
      uuid: randomUUID(),
      external_id: form.fields.get('external_id') ?? null,
      task_type: form.fields.get('task_type') ?? '',
      status: 'pending',
      name: form.fields.get('name') ?? form.files[0]?.name ?? 'Task',
      cleared: null,
      created,
      latest_status_change: created,
      category: null,
      data_items: [...files.values()].map((file) => ({
        uuid: randomUUID(),
        group: 'inputs',
        tag: 'upload',
        name: file.name,
        data_format: file.mediaType,
        created,
        data_type: 'file',
        medical_records: null,
        alias: null,
      })),
      issues: [],
      verdicts: [],
      interceptions: null,
      verdict_summaries: [],
    };
    this.#byUuid.set(task.uuid, task);
    if (task.external_id !== null) this.#byExternalId.set(task.external_id, task);
    return task;
  }

  /** Moves a Task as processing would. Throws for a uuid it does not know. */
  move(uuid: string, status: Status, outcome: Outcome = {}): SimpleTask {
    const task = this.#byUuid.get(uuid);
    if (task === undefined) throw new Error(`There is no Task ${uuid}.`);
    Object.assign(task, outcome);
    task.status = status;
    if (DATED.includes(status)) task.latest_status_change = this.#now().toISOString();
    return task;
  }

  byUuid(uuid: string): SimpleTask | undefined {
    return this.#byUuid.get(uuid);
  }

  /**
   * The newest Task under this external_id; docs/service.md 4.3: the contract does not say which one a service
   * picks.
   */
  byExternalId(externalId: string): SimpleTask | undefined {
    return this.#byExternalId.get(externalId);
  }

  all(): SimpleTask[] {
    return [...this.#byUuid.values()];
  }

  /** docs/service.md 4.4: the GetTasksResponse for a query. */
  list(query: ListQuery): { count: number; offset: number; tasks: object[] } {
    const found = this.all().filter((task) => isListed(task, query));
    const key = query.order_by === 'id' ? 'uuid' : query.order_by;
    const sign = query.sort_ascending ? 1 : -1;
    found.sort((a, b) => sign * compare(a[key] ?? '', b[key] ?? ''));
    return {
      count: found.length,
      offset: query.offset,
      tasks: found.slice(query.offset, query.offset + query.length).map(summaryOf),
    };
  }
}

function isListed(task: SimpleTask, query: ListQuery): boolean {
  if (query.status.length > 0 && !query.status.includes(task.status)) return false;
  if (query.task_type.length > 0 && !query.task_type.includes(task.task_type)) return false;
  if (query.cleared !== undefined && query.cleared !== (task.cleared !== null)) return false;
  if (query.date_from === undefined && query.date_to === undefined) return true;
  const dated = task[query.selected_date];
  if (dated === null) return false;
  const at = Date.parse(dated);
  // "Newer than" the lower bound, "up to and including" the upper one.
  return (
    (query.date_from === undefined || at > query.date_from) &&
    (query.date_to === undefined || at <= query.date_to)
  );
}

function compare(a: string, b: string): number {
  return a < b ? -1 : a > b ? 1 : 0;
}

function summaryOf(task: SimpleTask): object {
  const { uuid, task_type, status, name, cleared, created, latest_status_change, external_id } = task;
  return { uuid, task_type, status, name, cleared, created, latest_status_change, external_id };
}
