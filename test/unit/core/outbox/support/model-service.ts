import { createHash, randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { Clock } from '../../../../../src-main/core/clock.ts';
import type { TaskDetails } from '../../../../../src-main/core/service/schemas.ts';
import type {
  CallOptions,
  CreateTask,
  ServiceClient,
  TaskChange,
  UploadPart,
} from '../../../../../src-main/core/service/service-client.ts';
import { type Failure, ServiceError } from '../../../../../src-main/core/service/service-failure.ts';
import { taskDetails } from '../../../../support/task-details.ts';
import type { ModelTask } from './model-task.ts';
import type { VirtualClock } from './virtual-clock.ts';

/** What becomes of one call. `lateMs` commits it that long after the client was told nothing. */
export type Fate =
  | { do: 'answer'; afterMs?: number }
  | { do: 'fail'; failure: Failure }
  | { do: 'lose'; failure: Failure; lateMs?: number }
  | { do: 'hang'; commit: boolean };

export type CallName = 'create' | 'get' | 'update' | 'upload' | 'event';

export interface ModelCall {
  readonly call: CallName;
  readonly at: number;
  readonly externalId: string | null;
  readonly taskUuid: string | null;
  readonly about: unknown;
  readonly shouldResume: boolean;
}

/** The service as docs/service.md 3 and 4 describe it, in memory, with a scripted fate for every call. */
export class ModelService {
  readonly tasks: ModelTask[] = [];
  readonly calls: ModelCall[] = [];
  readonly events: { taskUuid: string; extraData: Readonly<Record<string, unknown>> }[] = [];
  /** The SHA-256 of file items, by their uuids. */
  readonly contents = new Map<string, string>();
  fate: (call: ModelCall) => Fate = () => ({ do: 'answer' });
  /** What becomes of the link of a data item: another host gives it. */
  linkFate: () => Fate = () => ({ do: 'answer' });
  /** What the secret store does when the api_secret is read again. */
  reload: () => Promise<void> = () => Promise.resolve();
  lagMs = 0;
  /** Whether update without should_resume keeps new_data_item (docs/service.md 3 can be read both ways). */
  keepsData = true;
  readonly #clock: VirtualClock;

  constructor(clock: VirtualClock) {
    this.#clock = clock;
  }

  count(call: CallName): number {
    return this.calls.filter((made) => made.call === call).length;
  }

  withExternalId(externalId: string): ModelTask[] {
    return this.tasks.filter((task) => task.details.external_id === externalId);
  }

  task(uuid: string): ModelTask {
    const found = this.tasks.find((task) => task.details.uuid === uuid);
    if (found === undefined) throw new Error('no such Task in the model');
    return found;
  }

  addTask(fields: Partial<Pick<TaskDetails, 'task_type' | 'status' | 'external_id'>> = {}): ModelTask {
    const at = new Date(this.#clock.now()).toISOString();
    const details = taskDetails(at, { uuid: randomUUID(), ...fields });
    const task: ModelTask = {
      details,
      visibleAt: this.#clock.monotonic(),
      uploads: [],
      frozenTo: null,
      resumes: 0,
      resuming: 'moves',
    };
    this.tasks.push(task);
    return task;
  }

  /** Somebody has given the Task this document before. */
  hold = (task: ModelTask, part: UploadPart): boolean => this.#addFile(task, part);

  setStatus(task: ModelTask, status: string): void {
    task.details.status = status;
    task.details.latest_status_change = new Date(this.#clock.now()).toISOString();
  }

  /** A client of this service. After `cut()` (the process died) nothing it asked for is ever answered. */
  client(clock: Clock): ServiceClient & { cut(): void } {
    let dead = false;
    const never = new Promise<never>(() => undefined);
    const ask = async <T>(
      call: Omit<ModelCall, 'at'>,
      commit: () => T,
      options: CallOptions | undefined,
    ): Promise<T> => {
      const made: ModelCall = { ...call, at: clock.monotonic() };
      this.calls.push(made);
      const fate = this.fate(made);
      const result = await this.#play(fate, commit, clock, options?.signal);
      if (dead) return never;
      if (result.failure !== null) throw new ServiceError(result.failure);
      return structuredClone(result.value);
    };
    const unused = () => Promise.reject(new Error('the outbox does not make this call'));
    const none = { externalId: null, taskUuid: null, about: null, shouldResume: false };
    return {
      cut: () => {
        dead = true;
      },
      createTask: async (task, options) => {
        if ((await options?.mayStart?.()) === false) throw new ServiceError({ kind: 'called-off' });
        return await ask(
          { ...none, call: 'create', externalId: task.externalId, about: task },
          () => this.#create(task),
          options,
        );
      },
      getTask: (reference, options) =>
        ask(
          {
            ...none,
            call: 'get',
            externalId: 'externalId' in reference ? reference.externalId : null,
            taskUuid: 'uuid' in reference ? reference.uuid : null,
          },
          () => this.#get(reference),
          options,
        ),
      updateTask: (uuid, change, options) =>
        ask(
          {
            ...none,
            call: 'update',
            taskUuid: uuid,
            about: change,
            shouldResume: options?.shouldResume ?? false,
          },
          () => this.#update(uuid, change, options?.shouldResume ?? false),
          options,
        ),
      uploadFiles: (uuid, uploads, options) =>
        ask(
          { ...none, call: 'upload', taskUuid: uuid, about: uploads },
          () => this.#upload(uuid, uploads),
          options,
        ),
      logEvent: (uuid, event, extraData, options) =>
        ask(
          { ...none, call: 'event', taskUuid: uuid, about: event },
          () => {
            this.events.push({ taskUuid: uuid, extraData });
            return { task_id: uuid, status_message: 'ok' };
          },
          options,
        ),
      itemSha256: async (_taskUuid, item, options) => {
        const hash = () => {
          const known = this.contents.get(item);
          if (known === undefined) throw refused(400, 'The item is not a file.');
          return known;
        };
        const result = await this.#play(this.linkFate(), hash, clock, options?.signal);
        if (result.failure !== null) throw new ServiceError(result.failure);
        return result.value;
      },
      signIn: unused,
      listTasks: unused,
      getDownloadLink: unused,
      downloadItem: unused,
      reloadCredentials: () => this.reload(),
      close: () => Promise.resolve(),
    };
  }

  async #play<T>(
    fate: Fate,
    commit: () => T,
    clock: Clock,
    signal: AbortSignal | undefined,
  ): Promise<{ failure: null; value: T } | { failure: Failure }> {
    const tryCommit = (): { failure: null; value: T } | { failure: Failure } => {
      try {
        return { failure: null, value: commit() };
      } catch (error) {
        if (error instanceof ServiceError) return { failure: error.failure };
        throw error;
      }
    };
    switch (fate.do) {
      case 'answer':
        if (fate.afterMs !== undefined) await clock.sleep(fate.afterMs, signal);
        return tryCommit();
      case 'fail':
        return { failure: fate.failure };
      case 'lose':
        if (fate.lateMs === undefined) tryCommit();
        else this.#clock.after(fate.lateMs, () => void tryCommit());
        return { failure: fate.failure };
      case 'hang':
        if (fate.commit) tryCommit();
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        return { failure: { kind: 'unknown', cause: 'aborted' } };
    }
  }

  #create(task: CreateTask): TaskDetails {
    const made = this.addTask({
      task_type: task.taskType,
      status: 'pending',
      external_id: task.externalId,
    });
    made.visibleAt = this.#clock.monotonic() + this.lagMs;
    for (const part of task.uploads) this.#addFile(made, part);
    return made.details;
  }

  #get(reference: { uuid: string } | { externalId: string }): TaskDetails {
    const found = this.tasks.find(
      (task) =>
        task.visibleAt <= this.#clock.monotonic() &&
        ('uuid' in reference
          ? task.details.uuid === reference.uuid
          : task.details.external_id === reference.externalId),
    );
    if (found === undefined) throw refused(404, 'No Task matches.');
    return found.details;
  }

  #update(uuid: string, change: TaskChange, shouldResume: boolean): TaskDetails {
    const task = this.#find(uuid);
    if (change.name !== undefined) task.details.name = change.name;
    if (change.externalId !== undefined) task.details.external_id = change.externalId;
    if (change.cleared !== undefined) task.details.cleared = change.cleared ? task.details.created : null;
    const keeps = task.resuming !== 'drops' && (shouldResume || this.keepsData);
    if (change.newDataItem !== undefined && keeps) {
      task.details.data_items.push({
        uuid: randomUUID(),
        group: 'inputs',
        tag: 'upload',
        data_type: 'json',
        created: task.details.created,
        data: { ...change.newDataItem },
      });
    }
    const answered = task.resuming === 'moves' ? task.details : structuredClone(task.details);
    const resumes = shouldResume && task.resuming.startsWith('moves');
    if (resumes && task.details.status === 'waiting') this.#resume(task);
    return answered;
  }

  #upload(uuid: string, uploads: readonly UploadPart[]) {
    const task = this.#find(uuid);
    if (task.frozenTo !== null) {
      throw new ServiceError({ kind: 'frozen', currentTaskUuid: task.frozenTo, detail: 'Task is frozen.' });
    }
    if (task.details.status !== 'waiting') throw refused(409, 'The Task is not waiting.');
    const added = uploads.filter((part) => this.#addFile(task, part));
    if (added.length === 0) throw refused(409, 'All files are already there.');
    this.#resume(task);
    return {
      new_data_items: task.details.data_items.slice(-added.length).map(({ uuid: id }) => id),
      task: task.details,
    };
  }

  #resume(task: ModelTask): void {
    task.resumes += 1;
    this.setStatus(task, 'processing');
  }

  #addFile(task: ModelTask, part: UploadPart): boolean {
    // The model's "content" is the copy's name: every copy has its own bytes in these tests unless named alike.
    const content = createHash('sha256').update(part.spoolPath).digest('hex');
    if (task.uploads.includes(content)) return false;
    task.uploads.push(content);
    const uuid = randomUUID();
    this.contents.set(uuid, createHash('sha256').update(readFileSync(part.spoolPath)).digest('hex'));
    task.details.data_items.push({
      uuid,
      group: 'inputs',
      tag: 'upload',
      name: part.fileName,
      data_type: 'file',
      created: task.details.created,
      medical_records: null,
    });
    return true;
  }

  #find(uuid: string): ModelTask {
    const found = this.tasks.find((task) => task.details.uuid === uuid);
    if (found === undefined) throw refused(404, 'No Task matches.');
    return found;
  }
}

/** An answer with an error status, as the client reports it. */
export function refused(status: number, detail: string | null = null, retryAfterMs: number | null = null) {
  return new ServiceError({ kind: 'refused', status, detail, fields: [], retryAfterMs });
}
