import type { Form } from '../form-reader.ts';
import type { Random } from '../random.ts';

export type Status = 'pending' | 'processing' | 'waiting' | 'completed' | 'failed' | 'invalid';

/** A Task as docs/service.md 2.1 shows it. */
export interface WorldTask {
  uuid: string;
  external_id: string | null;
  task_type: string;
  status: Status;
  name: string;
  cleared: string | null;
  created: string;
  latest_status_change: string;
  category: string | null;
  data_items: WorldItem[];
  issues: { key: string; message: string; medical_record_type?: string }[];
  verdicts: { code: string; approved: boolean; issues: number[] }[];
  verdict_summaries: { code: string; conclusion: string }[];
}

interface WorldItem {
  uuid: string;
  group: string;
  tag: string;
  name: string | null;
  created: string;
  data_type: 'file' | 'json';
  data?: object;
}

export interface TakenFile {
  readonly sha256: string;
  readonly taskUuid: string;
  readonly by: 'create' | 'upload';
}

/** The Tasks of the service in the world, in memory, by docs/service.md 2 and 3; processing is the test's to move. */
export class TaskDesk {
  readonly #byUuid = new Map<string, WorldTask>();
  readonly #byExternalId = new Map<string, WorldTask[]>();
  readonly #sha256 = new Map<string, string>();
  readonly #frozenTo = new Map<string, string>();
  readonly #now: () => number;
  readonly #random: Random;
  /** Every file part that was taken, one entry each. */
  readonly taken: TakenFile[] = [];
  /** Hears of each new status. */
  onMoved: (task: WorldTask) => void = () => undefined;

  constructor(now: () => number, random: Random) {
    this.#now = now;
    this.#random = random;
  }

  all(): WorldTask[] {
    return [...this.#byUuid.values()];
  }

  get(uuid: string): WorldTask | undefined {
    return this.#byUuid.get(uuid);
  }

  /** The newest under this external_id. */
  byExternalId(externalId: string): WorldTask | undefined {
    return this.#byExternalId.get(externalId)?.at(-1);
  }

  allByExternalId(externalId: string): readonly WorldTask[] {
    return this.#byExternalId.get(externalId) ?? [];
  }

  sha256Of(itemUuid: string): string | undefined {
    return this.#sha256.get(itemUuid);
  }

  create(form: Form): WorldTask {
    const created = this.#stamp();
    const task: WorldTask = {
      uuid: this.#uuid(),
      external_id: form.fields.get('external_id') ?? null,
      task_type: form.fields.get('task_type') ?? '',
      status: 'pending',
      name: form.fields.get('name') ?? 'Task',
      cleared: null,
      created,
      latest_status_change: created,
      category: null,
      data_items: [],
      issues: [],
      verdicts: [],
      verdict_summaries: [],
    };
    this.#byUuid.set(task.uuid, task);
    if (task.external_id !== null) {
      this.#byExternalId.set(task.external_id, [...this.allByExternalId(task.external_id), task]);
    }
    for (const file of form.files) this.#add(task, file.name, file.sha256, 'create');
    this.onMoved(task);
    return task;
  }

  /** Gives the uuids of the new items, or where to go instead, or why not. */
  upload(task: WorldTask, form: Form): { items: string[] } | { frozenTo: string } | { detail: string } {
    const frozenTo = this.#frozenTo.get(task.uuid);
    if (frozenTo !== undefined) return { frozenTo };
    if (task.status !== 'waiting') return { detail: 'The Task is not waiting.' };
    const items = form.files.flatMap((file) => this.#add(task, file.name, file.sha256, 'upload') ?? []);
    if (items.length === 0) return { detail: 'All files are already there.' };
    this.move(task, 'processing');
    return { items };
  }

  addData(task: WorldTask, data: object): void {
    const uuid = this.#uuid();
    const created = this.#stamp();
    task.data_items.push({
      uuid,
      group: 'inputs',
      tag: 'upload',
      name: null,
      created,
      data_type: 'json',
      data,
    });
  }

  move(task: WorldTask, status: Status): void {
    task.status = status;
    if (['processing', 'waiting', 'completed', 'failed'].includes(status))
      task.latest_status_change = this.#stamp();
    const approved = this.#random() < 0.5;
    task.issues = [];
    if (status === 'waiting' || (status === 'completed' && !approved)) {
      task.issues = [
        {
          key: 'task.medical_record.missing',
          message: 'A card is missing.',
          medical_record_type: 'insurance-card',
        },
      ];
    }
    if (status === 'completed') {
      task.verdicts = [{ code: '73721', approved, issues: approved ? [] : [0] }];
      task.verdict_summaries = [{ code: '73721', conclusion: approved ? 'Met.' : 'Not met.' }];
    }
    this.onMoved(task);
  }

  /** A newer Task of the same patient takes this one's place (docs/service.md 3). */
  freeze(task: WorldTask): WorldTask | null {
    if (task.status !== 'waiting' || this.#frozenTo.has(task.uuid)) return null;
    const newer = this.create({ fields: new Map([['task_type', task.task_type]]), files: [] });
    this.move(newer, 'waiting');
    this.#frozenTo.set(task.uuid, newer.uuid);
    return newer;
  }

  frozenTo(uuid: string): string | undefined {
    return this.#frozenTo.get(uuid);
  }

  stamp(): string {
    return this.#stamp();
  }

  #add(task: WorldTask, name: string | null, sha256: string, by: TakenFile['by']): string | undefined {
    this.taken.push({ sha256, taskUuid: task.uuid, by });
    const there = task.data_items.some((item) => this.#sha256.get(item.uuid) === sha256);
    if (there) return undefined;
    const uuid = this.#uuid();
    this.#sha256.set(uuid, sha256);
    const created = this.#stamp();
    task.data_items.push({ uuid, group: 'inputs', tag: 'upload', name, created, data_type: 'file' });
    return uuid;
  }

  #stamp(): string {
    return new Date(this.#now()).toISOString();
  }

  #uuid(): string {
    const hex = (digits: number) =>
      Array.from({ length: digits }, () => Math.floor(this.#random() * 16).toString(16)).join('');
    return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
  }
}
