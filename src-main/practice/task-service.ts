import { randomUUID } from 'node:crypto';
import type { Lifecycle } from './lifecycle.ts';
import { inlineItem } from './processing/produced-items.ts';
import type { WorkQueue } from './processing/work-queue.ts';
import { type ReceivedUpload, uploadedItem, withoutDuplicates } from './received.ts';
import type { Stores } from './storage/stores.ts';
import type { TaskRow } from './storage/task-table.ts';

export interface CreateRequest {
  readonly orgId: number;
  readonly taskType: string;
  readonly uploads: readonly ReceivedUpload[];
  /** The JSON text that was sent, or null when none was. */
  readonly requestSpec: string | null;
  readonly externalId: string | null;
  readonly name: string | null;
  readonly callbackTemplate: string | null;
}

export interface UpdateRequest {
  readonly name?: string | undefined;
  readonly cleared?: boolean | undefined;
  readonly externalId?: string | undefined;
  readonly newDataItem?: Readonly<Record<string, unknown>> | undefined;
  readonly shouldResume: boolean;
}

/** Why an answer to a Task was not taken. */
export type Refused =
  | { readonly why: 'frozen'; readonly by: string }
  | { readonly why: 'not-waiting'; readonly task: TaskRow }
  | { readonly why: 'all-duplicates' };

/** Takes what clients send: each method is one committed transaction, after which the Task is queued. */
export class TaskService {
  readonly #stores: Stores;
  readonly #lifecycle: Lifecycle;
  readonly #queue: WorkQueue;
  readonly #clock: () => Date;
  readonly #deferredCap: number;
  readonly #frozenUpdates: 'refused' | 'taken';

  constructor(parts: {
    stores: Stores;
    lifecycle: Lifecycle;
    queue: WorkQueue;
    clock: () => Date;
    deferredCap: number;
    frozenUpdates: 'refused' | 'taken';
  }) {
    this.#stores = parts.stores;
    this.#lifecycle = parts.lifecycle;
    this.#queue = parts.queue;
    this.#clock = parts.clock;
    this.#deferredCap = parts.deferredCap;
    this.#frozenUpdates = parts.frozenUpdates;
  }

  /** Creates a Task, pending or parked as deferred; null when the organisation's deferred queue is full. */
  create(request: CreateRequest): TaskRow | null {
    const { tasks, items, db } = this.#stores;
    const status = this.#queue.hasRoom() ? 'pending' : 'deferred';
    if (status === 'deferred' && tasks.countIn('deferred', request.orgId) >= this.#deferredCap) return null;
    const created = this.#clock().getTime();
    const kept = withoutDuplicates(request.uploads, []);
    const id = db.transaction(() => {
      const taskId = tasks.insert({
        uuid: randomUUID(),
        org_id: request.orgId,
        external_id: request.externalId,
        task_type: request.taskType,
        status,
        name: request.name ?? kept.find((upload) => upload.name !== null)?.name ?? request.taskType,
        name_given: request.name === null ? 0 : 1,
        created,
        request_spec: request.requestSpec ?? '{}',
        callback_template: request.callbackTemplate,
      });
      for (const upload of kept) items.insert(taskId, uploadedItem(upload, 'upload', created));
      if (request.requestSpec !== null) {
        items.insert(taskId, jsonInput('request-spec', request.requestSpec, created));
      }
      return taskId;
    })();
    for (const upload of kept) this.#stores.blobs.keep(upload.blob);
    if (status === 'pending') this.#queue.add(id);
    return tasks.byId(id);
  }

  /** Adds documents to a waiting Task and resumes it; gives the new data items in the order of the files. */
  upload(task: TaskRow, uploads: readonly ReceivedUpload[]): { newItems: string[]; task: TaskRow } | Refused {
    const { items, blobs, db } = this.#stores;
    const refused = this.#whyNotAnswerable(task);
    if (refused) return refused;
    const inputs = items.ofTask(task.id).filter((item) => item.item_group === 'inputs');
    const kept = withoutDuplicates(
      uploads,
      inputs.map((item) => item.sha256),
    );
    if (kept.length === 0) return { why: 'all-duplicates' };
    const created = this.#clock().getTime();
    const resumed = db.transaction(() => {
      for (const upload of kept) items.insert(task.id, uploadedItem(upload, 'supporting-document', created));
      return this.#lifecycle.enter(task.id, 'processing');
    })();
    for (const upload of kept) blobs.keep(upload.blob);
    this.#queue.resume(task.id);
    return { newItems: kept.map((upload) => upload.blob), task: resumed };
  }

  /**
   * Changes metadata in any status. Data is taken by a waiting Task only, since only metadata changes are "valid in
   * any status"; `shouldResume` moves a waiting Task and has no effect on any other. Refused means nothing changed.
   */
  update(task: TaskRow, request: UpdateRequest): TaskRow | Refused {
    const { items, tasks, db } = this.#stores;
    const staysFrozen = this.#frozenUpdates === 'taken' && tasks.frozenBy(task) !== null;
    const resumes = request.shouldResume && task.status === 'waiting' && !staysFrozen;
    const refused = !staysFrozen && (request.newDataItem || resumes) ? this.#whyNotAnswerable(task) : null;
    if (refused) return refused;
    const now = this.#clock().getTime();
    const updated = db.transaction(() => {
      tasks.setMetadata({
        ...task,
        name: request.name ?? task.name,
        name_given: request.name === undefined ? task.name_given : 1,
        cleared:
          request.cleared === undefined ? task.cleared : request.cleared ? (task.cleared ?? now) : null,
        external_id: request.externalId ?? task.external_id,
      });
      if (request.newDataItem) {
        items.insert(task.id, jsonInput('supplied-data', JSON.stringify(request.newDataItem), now));
      }
      return resumes ? this.#lifecycle.enter(task.id, 'processing') : tasks.byId(task.id);
    })();
    if (resumes) this.#queue.resume(task.id);
    return updated;
  }

  #whyNotAnswerable(task: TaskRow): Refused | null {
    const by = this.#stores.tasks.frozenBy(task);
    if (by !== null) return { why: 'frozen', by };
    return task.status === 'waiting' ? null : { why: 'not-waiting', task };
  }
}

function jsonInput(tag: string, data: string, created: number) {
  return inlineItem({ group: 'inputs', tag, name: null, kind: 'json', data, created });
}
