import { randomUUID } from 'node:crypto';
import { inlineItem, type ReceivedUpload, uploadedItem, withoutDuplicates } from './data-items.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { PracticeSettings } from './options.ts';
import type { WorkQueue } from './processing/work-queue.ts';
import type { Stores } from './storage/stores.ts';
import type { TaskRow } from './storage/task-table.ts';

/** The form fields of `POST /task/create` (docs/service.md 4.2). */
interface CreateRequest {
  readonly task_type: string;
  readonly request_spec?: string | undefined;
  readonly external_id?: string | undefined;
  readonly name?: string | undefined;
  readonly callback_template?: string | undefined;
}

/** The properties of the query and of the body of `PATCH /task/{uuid}/update` (docs/service.md 4.5). */
interface UpdateRequest {
  readonly name?: string | undefined;
  readonly cleared?: boolean | undefined;
  readonly external_id?: string | undefined;
  readonly new_data_item?: Readonly<Record<string, unknown>> | undefined;
  readonly should_resume: boolean;
}

export type Refused =
  | { readonly why: 'frozen'; readonly by: string }
  | { readonly why: 'not-waiting'; readonly task: TaskRow }
  | { readonly why: 'all-duplicates' };

/** Handles the requests that create or change a Task. Each function commits one transaction and then queues the Task if necessary. */
export function createTaskService(
  stores: Stores,
  lifecycle: Lifecycle,
  queue: WorkQueue,
  settings: PracticeSettings,
) {
  const { clock, deferredCap, frozenUpdates } = settings;

  // The new Task is deferred if too many Tasks are pending. Returns null if the organization has too many deferred Tasks.
  function create(orgId: number, request: CreateRequest, uploads: readonly ReceivedUpload[]): TaskRow | null {
    const { request_spec: spec, name, task_type } = request;
    const { tasks, items, db } = stores;
    const status = queue.hasRoom() ? 'pending' : 'deferred';
    if (status === 'deferred' && tasks.countIn('deferred', orgId) >= deferredCap) return null;
    const created = clock().getTime();
    const kept = withoutDuplicates(uploads, []);
    const id = db.transaction(() => {
      const taskId = tasks.insert({
        uuid: randomUUID(),
        org_id: orgId,
        external_id: request.external_id ?? null,
        task_type,
        status,
        name: name ?? kept.find((upload) => upload.name !== null)?.name ?? task_type,
        name_given: name === undefined ? 0 : 1,
        created,
        request_spec: spec ?? '{}',
        callback_template: request.callback_template ?? null,
      });
      for (const upload of kept) items.insert(taskId, uploadedItem(upload, 'upload', created));
      if (spec !== undefined) items.insert(taskId, jsonInput('request-spec', spec, created));
      return taskId;
    })();
    for (const upload of kept) stores.blobs.keep(upload.blob);
    if (status === 'pending') queue.add(id);
    return tasks.byId(id);
  }

  // Adds documents to a waiting Task and resumes the Task. Documents that the Task already has are skipped. `newItems` has the uuids of the
  // new data items in the order of the uploads.
  function upload(
    task: TaskRow,
    uploads: readonly ReceivedUpload[],
  ): { newItems: string[]; task: TaskRow } | Refused {
    const { items, blobs, db } = stores;
    const refused = whyNotAnswerable(task);
    if (refused) return refused;
    const inputs = items.ofTask(task.id).filter((item) => item.item_group === 'inputs');
    const kept = withoutDuplicates(
      uploads,
      inputs.map((item) => item.sha256),
    );
    if (kept.length === 0) return { why: 'all-duplicates' };
    const created = clock().getTime();
    const resumed = db.transaction(() => {
      for (const upload of kept) items.insert(task.id, uploadedItem(upload, 'supporting-document', created));
      return lifecycle.enter(task.id, 'processing');
    })();
    for (const upload of kept) blobs.keep(upload.blob);
    queue.resume(task.id);
    return { newItems: kept.map((upload) => upload.blob), task: resumed };
  }

  // Changes the metadata of a Task in any status. If the Task does not wait, an update with data is refused, and `should_resume` alone has
  // no effect. A refused update changes nothing. For frozen Tasks, see the option `frozenUpdates`.
  function update(task: TaskRow, request: UpdateRequest): TaskRow | Refused {
    const { items, tasks, db } = stores;
    const waits = task.status === 'waiting';
    const staysFrozen = frozenUpdates === 'taken' && waits && tasks.frozenBy(task) !== null;
    const resumes = request.should_resume && waits && !staysFrozen;
    const refused = !staysFrozen && (request.new_data_item || resumes) ? whyNotAnswerable(task) : null;
    if (refused) return refused;
    const now = clock().getTime();
    const updated = db.transaction(() => {
      tasks.setMetadata({
        ...task,
        name: request.name ?? task.name,
        name_given: request.name === undefined ? task.name_given : 1,
        cleared:
          request.cleared === undefined ? task.cleared : request.cleared ? (task.cleared ?? now) : null,
        external_id: request.external_id ?? task.external_id,
      });
      if (request.new_data_item) {
        items.insert(task.id, jsonInput('supplied-data', JSON.stringify(request.new_data_item), now));
      }
      return resumes ? lifecycle.enter(task.id, 'processing') : tasks.byId(task.id);
    })();
    if (resumes) queue.resume(task.id);
    return updated;
  }

  function whyNotAnswerable(task: TaskRow): Refused | null {
    const by = stores.tasks.frozenBy(task);
    if (by !== null) return { why: 'frozen', by };
    return task.status === 'waiting' ? null : { why: 'not-waiting', task };
  }

  return { create, upload, update };
}

export type TaskService = ReturnType<typeof createTaskService>;

function jsonInput(tag: string, data: string, created: number) {
  return inlineItem({ item_group: 'inputs', tag, name: null, kind: 'json', data, created });
}
