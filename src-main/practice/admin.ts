import { randomBytes } from 'node:crypto';
import { newSecret } from './access/api-secret.ts';
import type { Lifecycle } from './lifecycle.ts';
import type { WorkQueue } from './processing/work-queue.ts';
import type { Evaluation } from './reading/evaluation.ts';
import type { Organisation } from './storage/organisation-table.ts';
import type { Stores } from './storage/stores.ts';
import type { TaskRow } from './storage/task-table.ts';
import type { TaskStatus } from './task-status.ts';

/** The part of the result of a Task that `forceStatus` stores. An omitted property keeps its stored value. */
type ForcedResult = Partial<Pick<Evaluation, 'issues' | 'verdicts' | 'verdictSummaries'>>;

/** Functions for the operator and for tests. No endpoint calls these functions. Without `uid`, a function uses the first organization. */
export function createPracticeAdmin(stores: Stores, lifecycle: Lifecycle, queue: WorkQueue) {
  const { organisations } = stores;
  const organisationOf = (uid?: string): Organisation => {
    const org = uid === undefined ? organisations.first() : organisations.byUid(uid);
    if (!org) throw new Error(`no organization ${uid ?? ''}`);
    return org;
  };
  const taskRow = (uuid: string): TaskRow => {
    const task = stores.tasks.anyByUuid(uuid);
    if (!task) throw new Error(`no Task ${uuid}`);
    return task;
  };

  return {
    addOrganisation({ taskTypes, callbacks = true }: { taskTypes: readonly string[]; callbacks?: boolean }) {
      const uid = randomBytes(6).toString('hex');
      const secret = newSecret(uid);
      const name = `Practice organization ${uid}`;
      organisations.add({ uid, name, secret, callbacks, reads: true, taskTypes: [...taskTypes] });
      return { uid, apiSecret: secret };
    },
    rotateSecret(uid?: string): string {
      const org = organisationOf(uid);
      const secret = newSecret(org.uid);
      organisations.update(org, { secret });
      organisations.dropTokens(org.id);
      return secret;
    },
    expireTokens: (uid?: string) => organisations.dropTokens(organisationOf(uid).id),
    setCallbacksEnabled: (enabled: boolean, uid?: string) =>
      organisations.update(organisationOf(uid), { callbacks: enabled }),
    setReadEnabled: (enabled: boolean, uid?: string) =>
      organisations.update(organisationOf(uid), { reads: enabled }),
    setTaskTypes: (types: readonly string[], uid?: string) =>
      organisations.update(organisationOf(uid), { taskTypes: [...types] }),
    holdProcessing: () => queue.hold(),
    releaseProcessing: () => queue.release(),
    /** Returns the stored Tasks, for tests. A deferred Task has the status `deferred`. `inputs` has the documents in upload order. */
    tasks: () =>
      stores.tasks.all().map((task) => ({
        uuid: task.uuid,
        externalId: task.external_id,
        taskType: task.task_type,
        status: task.status,
        cleared: task.cleared,
        frozenBy: stores.tasks.frozenBy(task),
        inputs: stores.items
          .ofTask(task.id)
          .filter((item) => item.item_group === 'inputs' && item.blob !== null)
          .map(({ name, media_type, sha256, size }) => ({ name, mediaType: media_type, sha256, size })),
      })),
    /**
     * Sets the status of a Task, with the same effects as if processing had set it. Discards the result of processing that is under way.
     * A Task in `pending` or `processing` is then processed only after a restart; a Task in `deferred` is processed in its turn.
     */
    forceStatus(uuid: string, status: TaskStatus, result: ForcedResult = {}): void {
      const task = taskRow(uuid);
      queue.remove(task.id);
      stores.db.transaction(() => {
        stores.tasks.setRound(task.id, { ...task, result: mergedResult(task, result) });
        lifecycle.enter(task.id, status);
      })();
    },
    events: (uuid: string) => stores.items.events(taskRow(uuid).id),
    rawTask(uuid: string) {
      const task = taskRow(uuid);
      return { task, items: stores.items.ofTask(task.id) };
    },
  };
}

export type PracticeAdmin = ReturnType<typeof createPracticeAdmin>;

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
