import { randomBytes } from 'node:crypto';
import { newSecret } from './access/api-secret.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { WorkQueue } from './processing/work-queue.ts';
import type { Issue } from './reading/evaluation.ts';
import type { ItemRow } from './storage/item-table.ts';
import type { Organisation } from './storage/organisation-table.ts';
import type { Stores } from './storage/stores.ts';
import type { TaskRow } from './storage/task-table.ts';
import type { TaskStatus } from './task-status.ts';

/** What the service really holds about a Task, for tests; `inputs` are the uploaded documents, in order. */
export interface OracleTask {
  readonly uuid: string;
  readonly externalId: string | null;
  readonly taskType: string;
  /** The stored status: `deferred` is told apart from `pending` here. */
  readonly status: TaskStatus;
  readonly frozenBy: string | null;
  readonly inputs: readonly {
    readonly name: string | null;
    readonly mediaType: string;
    readonly sha256: string;
    readonly size: number;
  }[];
}

/** What a forced status carries; what is not given stays as it was. */
export interface ForcedResult {
  readonly issues?: readonly Issue[];
  readonly verdicts?: readonly { code: string; approved: boolean; issues: readonly number[] }[];
  readonly verdictSummaries?: readonly { code: string; conclusion: string }[];
}

/** Powers of whoever runs the service: not reachable over HTTP. Without a uid, the first organisation is meant. */
export class PracticeAdmin {
  readonly #stores: Stores;
  readonly #lifecycle: Lifecycle;
  readonly #queue: WorkQueue;

  constructor(parts: { stores: Stores; lifecycle: Lifecycle; queue: WorkQueue }) {
    this.#stores = parts.stores;
    this.#lifecycle = parts.lifecycle;
    this.#queue = parts.queue;
  }

  addOrganisation(org: { taskTypes: readonly string[]; callbacks?: boolean }): {
    uid: string;
    apiSecret: string;
  } {
    const uid = randomBytes(6).toString('hex');
    const apiSecret = newSecret(uid);
    this.#stores.organisations.add({
      uid,
      name: `Practice organization ${uid}`,
      secret: apiSecret,
      callbacks: org.callbacks ?? true,
      reads: true,
      taskTypes: [...org.taskTypes],
    });
    return { uid, apiSecret };
  }

  /** Gives the organisation a new secret; the old one and every token issued for it stop working. */
  rotateSecret(uid?: string): string {
    const org = this.#organisation(uid);
    const secret = newSecret(org.uid);
    this.#stores.organisations.setSecret(org.id, secret);
    this.#stores.organisations.dropTokens(org.id);
    return secret;
  }

  /** Ends every token of the organisation; its secret stays good. */
  expireTokens(uid?: string): void {
    this.#stores.organisations.dropTokens(this.#organisation(uid).id);
  }

  setCallbacksEnabled(enabled: boolean, uid?: string): void {
    this.#stores.organisations.setCallbacks(this.#organisation(uid).id, enabled);
  }

  /** What `org_settings` says under `external_read_enabled`: docs/service.md names no other effect. */
  setReadEnabled(enabled: boolean, uid?: string): void {
    this.#stores.organisations.setReads(this.#organisation(uid).id, enabled);
  }

  setTaskTypes(types: readonly string[], uid?: string): void {
    this.#stores.organisations.setTaskTypes(this.#organisation(uid).id, types);
  }

  /** No round of processing starts until `releaseProcessing`. */
  holdProcessing(): void {
    this.#queue.hold();
  }

  releaseProcessing(): void {
    this.#queue.release();
  }

  /** Every Task of every organisation, oldest first. */
  tasks(): OracleTask[] {
    return this.#stores.tasks.all().map((task) => ({
      uuid: task.uuid,
      externalId: task.external_id,
      taskType: task.task_type,
      status: task.status,
      frozenBy: this.#stores.tasks.frozenBy(task),
      inputs: this.#stores.items
        .ofTask(task.id)
        .filter((item) => item.item_group === 'inputs' && item.blob !== null)
        .map(({ name, media_type, sha256, size }) => ({ name, mediaType: media_type, sha256, size })),
    }));
  }

  /**
   * Puts a Task into a status by hand, with the dates and callbacks that entering it has. A round under way is
   * dropped, and the Task stays where it was put until a client resumes it or the service restarts.
   */
  forceStatus(uuid: string, status: TaskStatus, result: ForcedResult = {}): void {
    const task = this.#task(uuid);
    this.#queue.remove(task.id);
    this.#stores.db.transaction(() => {
      this.#stores.tasks.setRound(task.id, {
        category: task.category,
        name: task.name,
        patient_key: task.patient_key,
        result: mergedResult(task, result),
      });
      this.#lifecycle.enter(task.id, status);
    })();
  }

  /** The client-side events logged for a Task, oldest first. */
  events(uuid: string): { event: string; extra_data: unknown; at: string }[] {
    return this.#stores.items.events(this.#task(uuid).id);
  }

  /** The rows behind a Task, as they are stored. */
  rawTask(uuid: string): { task: TaskRow; items: ItemRow[] } {
    const task = this.#task(uuid);
    return { task, items: this.#stores.items.ofTask(task.id) };
  }

  #organisation(uid?: string): Organisation {
    const { organisations } = this.#stores;
    const org = uid === undefined ? organisations.first() : organisations.byUid(uid);
    if (!org) throw new Error(`no organisation ${uid ?? ''}`);
    return org;
  }

  #task(uuid: string): TaskRow {
    const task = this.#stores.tasks.anyByUuid(uuid);
    if (!task) throw new Error(`no Task ${uuid}`);
    return task;
  }
}

function mergedResult(task: TaskRow, { issues, verdicts, verdictSummaries }: ForcedResult): string {
  const known: unknown = task.result === null ? {} : JSON.parse(task.result);
  return JSON.stringify({
    issues: [],
    verdicts: [],
    verdict_summaries: [],
    interceptions: null,
    ...(typeof known === 'object' ? known : {}),
    ...(issues ? { issues } : {}),
    ...(verdicts ? { verdicts } : {}),
    ...(verdictSummaries ? { verdict_summaries: verdictSummaries } : {}),
  });
}
