import type { Form, FormFile } from '../form-reader.ts';
import type { Random } from '../random.ts';
import { dateText } from './micro-time.ts';
import type { ModelItem, ModelTask, Outcome } from './model-task.ts';

/** A uuid of version 4 from a test's own chance. */
function newUuid(random: Random): string {
  const hex = (digits: number) =>
    Array.from({ length: digits }, () => Math.floor(random() * 16).toString(16)).join('');
  return `${hex(8)}-${hex(4)}-4${hex(3)}-8${hex(3)}-${hex(12)}`;
}

/** The statuses whose entering moves `latest_status_change` (docs/service.md 2.1). */
const DATED = ['processing', 'waiting', 'completed', 'failed'];

/** What the service calls a Task that nobody has named, and that came without a file to name the Task after. */
export const UNNAMED = 'Task';

/** A file part that the service took. */
interface TakenFile {
  readonly sha256: string;
  readonly taskUuid: string;
  /** `other`: by a program that is not Clearfolder. */
  readonly by: 'create' | 'upload' | 'other';
}

interface ModelTasksParts {
  /** Milliseconds since the epoch. */
  readonly now: () => number;
  readonly random: Random;
}

/** The Tasks of the service. Nothing processes them: a test moves each one. */
export class ModelTasks {
  readonly all: ModelTask[] = [];
  /** Every file part that was taken, those that were there already among them. */
  readonly taken: TakenFile[] = [];
  /** The SHA-256 of what was uploaded, by the uuid of its data item. */
  readonly hashes = new Map<string, string>();
  /** Bytes for download links, by their SHA-256, where the carrier keeps them. */
  readonly documents = new Map<string, Buffer>();
  /** What processing finds on the way to a status, where the test does not say. */
  outcomeOf: (status: string) => Outcome = () => ({});
  /** How far the dates of status changes are ahead of the clock; negative where the worker that moves Tasks has a clock that is behind. */
  datesAheadMs = 0;
  /** Hears of each new Task and of each move. */
  onMoved: (task: ModelTask) => void = () => undefined;
  /** Tasks that the service made and knows no longer. */
  readonly forgotten: ModelTask[] = [];
  readonly #byUuid = new Map<string, ModelTask>();
  readonly #byExternalId = new Map<string, ModelTask[]>();
  readonly #parts: ModelTasksParts;
  #made = 0;

  constructor(parts: ModelTasksParts) {
    this.#parts = parts;
  }

  /** Microseconds since the epoch. */
  micros(): number {
    return Math.round(this.#parts.now() * 1000);
  }

  find(uuid: string): ModelTask | undefined {
    return this.#byUuid.get(uuid);
  }

  /** A Task that was made, forgotten or not. */
  made(uuid: string): ModelTask | undefined {
    return this.find(uuid) ?? this.forgotten.find((task) => task.uuid === uuid);
  }

  get(uuid: string): ModelTask {
    const task = this.find(uuid);
    if (task === undefined) throw new Error(`The model has no Task ${uuid}.`);
    return task;
  }

  /** Every Task under this external_id, oldest first. */
  withExternalId(externalId: string): readonly ModelTask[] {
    return this.#byExternalId.get(externalId) ?? [];
  }

  /** Adds a Task of the fields given, created at `at` in microseconds. */
  add(
    fields: Partial<Pick<ModelTask, 'uuid' | 'external_id' | 'task_type' | 'status' | 'name'>> = {},
    at = this.micros(),
  ): ModelTask {
    const created = dateText(at);
    const task: ModelTask = {
      uuid: newUuid(this.#parts.random),
      external_id: null,
      task_type: 'prior-auth',
      status: 'pending',
      name: UNNAMED,
      ...fields,
      cleared: null,
      created,
      latest_status_change: created,
      category: null,
      data_items: [],
      issues: [],
      verdicts: [],
      interceptions: null,
      verdict_summaries: [],
      id: this.#made++,
      bornAs: fields.external_id ?? null,
      visibleFrom: Number.NEGATIVE_INFINITY,
      frozenTo: null,
      resumes: 0,
      resuming: 'moves',
    };
    this.all.push(task);
    this.#byUuid.set(task.uuid, task);
    if (task.external_id !== null) this.#index(task, task.external_id);
    return task;
  }

  create(form: Form): ModelTask {
    const task = this.add({
      external_id: form.fields.get('external_id') ?? null,
      task_type: form.fields.get('task_type') ?? '',
      name: form.fields.get('name') ?? form.files[0]?.name ?? UNNAMED,
    });
    for (const file of form.files) this.addFile(task, file, 'create');
    this.onMoved(task);
    return task;
  }

  /** Makes a data item of a file, and gives its uuid; null where the Task holds the same bytes (docs/service.md 1). */
  addFile(task: ModelTask, file: FormFile, by: TakenFile['by']): string | null {
    const { sha256, name, mediaType, content } = file;
    this.taken.push({ sha256, taskUuid: task.uuid, by });
    if (task.data_items.some((item) => this.hashes.get(item.uuid) === sha256)) return null;
    const { uuid } = this.#addItem(task, { tag: 'upload', name, data_format: mediaType, ...kindOf(file) });
    this.hashes.set(uuid, sha256);
    if (content !== undefined) this.documents.set(sha256, content);
    return uuid;
  }

  addData(task: ModelTask, tag: string, data: object): void {
    this.#addItem(task, { tag, name: null, data_format: null, data_type: 'json', data });
  }

  /** Moves a Task as processing would, at `at` in microseconds. */
  move(
    task: ModelTask,
    status: string,
    { at = this.micros() + this.datesAheadMs * 1000, ...outcome }: Outcome & { at?: number } = {},
  ): void {
    Object.assign(task, this.outcomeOf(status), outcome);
    task.status = status;
    if (DATED.includes(status)) task.latest_status_change = dateText(at);
    this.onMoved(task);
  }

  /** A client made the Task go on. */
  resume(task: ModelTask): void {
    task.resumes += 1;
    this.move(task, 'processing');
  }

  /** Lets a newer Task of the same patient take the place of a waiting one; gives the newer Task. */
  freeze(task: ModelTask): ModelTask | null {
    if (task.status !== 'waiting' || task.frozenTo !== null) return null;
    const newer = this.add({ task_type: task.task_type });
    // A Task without inputs could be a create whose answer was lost, and stations would ask a person.
    this.addData(newer, 'upload', { member_id: 'M-7711' });
    this.onMoved(newer);
    this.move(newer, 'waiting');
    task.frozenTo = newer.uuid;
    return newer;
  }

  rename(task: ModelTask, externalId: string): void {
    this.#unindex(task);
    task.external_id = externalId;
    this.#index(task, externalId);
  }

  forget(task: ModelTask): void {
    this.all.splice(this.all.indexOf(task), 1);
    this.#byUuid.delete(task.uuid);
    this.#unindex(task);
    this.forgotten.push(task);
  }

  #unindex(task: ModelTask): void {
    const former = this.#byExternalId.get(task.external_id ?? '');
    former?.splice(former.indexOf(task), 1);
  }

  #index(task: ModelTask, externalId: string): void {
    const there = this.#byExternalId.get(externalId);
    if (there === undefined) this.#byExternalId.set(externalId, [task]);
    else there.push(task);
  }

  #addItem(task: ModelTask, item: Omit<ModelItem, 'uuid' | 'group' | 'created'>): ModelItem {
    const created = dateText(this.micros());
    const made = { uuid: newUuid(this.#parts.random), group: 'inputs', ...item, created };
    task.data_items.push(made);
    return made;
  }
}

/** The kind of data item that a MIME type stands for (docs/service.md 4.2); a file where nothing kept the bytes. */
function kindOf({
  mediaType,
  content,
}: FormFile): Pick<ModelItem, 'data_type' | 'data' | 'medical_records' | 'alias'> {
  if (mediaType === 'application/json' && content !== undefined)
    return { data_type: 'json', data: JSON.parse(content.toString()) };
  if (mediaType === 'text/plain' && content !== undefined)
    return { data_type: 'text', data: content.toString() };
  return { data_type: 'file', medical_records: null, alias: null };
}
