import { randomBytes } from 'node:crypto';
import { newSecret, uidOf } from './access/api-secret.ts';
import { createExchangeLimiter } from './access/exchange-limit.ts';
import { createSignedLinks } from './access/signed-links.ts';
import { createPracticeAdmin, type PracticeAdmin } from './admin.ts';
import { BASE_PATH, buildServer } from './http/server.ts';
import { createLifecycle, type Lifecycle } from './lifecycle.ts';
import { type PracticeOptions, type PracticeSettings, settingsOf } from './options.ts';
import { expandTemplate, sendCallback } from './processing/callback.ts';
import { runRound } from './processing/round.ts';
import { createWorkQueue, type WorkQueue } from './processing/work-queue.ts';
import { metaValue } from './storage/database.ts';
import { openStores, type Stores } from './storage/stores.ts';
import type { TaskRow } from './storage/task-table.ts';
import { createTaskService } from './task-service.ts';

export type { PracticeAdmin } from './admin.ts';
export type { PracticeOptions } from './options.ts';

export interface PracticeService {
  readonly baseUrl: string;
  /** The api_secret of the first organization when the service started. `admin.rotateSecret` does not change this value. */
  readonly apiSecret: string;
  readonly admin: PracticeAdmin;
  /** Stops the service. With the option `resumeOnStart`, the service processes the unfinished Tasks after the next start. */
  close(): Promise<void>;
}

const FIRST_UID = 'front-desk';

/**
 * Starts the document-validation service of docs/service.md on 127.0.0.1. @throws if the port is in use, if `dataDir` cannot be used, or if
 * the first start in `dataDir` gets an `apiSecret` that is not `provider:uid:secret`
 */
export async function startPractice(options: PracticeOptions): Promise<PracticeService> {
  const settings = settingsOf(options);
  const stores = openStores(settings.dataDir);
  const stopping = new AbortController();
  try {
    const apiSecret = firstSecret(stores, settings, options.apiSecret);
    const { lifecycle, queue } = processing(stores, settings, stopping.signal);
    const linkKey = metaValue(stores.db, 'link-key', () => randomBytes(32).toString('hex'));
    let origin = '';
    const server = await buildServer({
      settings,
      stores,
      desk: createTaskService(stores, lifecycle, queue, settings),
      links: createSignedLinks(linkKey, settings.linkSeconds, settings.clock),
      exchanges: createExchangeLimiter(settings.exchangeLimit, settings.clock),
      origin: () => origin,
    });
    origin = await server.listen({ host: '127.0.0.1', port: settings.port });
    if (settings.resumeOnStart) resumeCaught(stores, queue);
    return {
      baseUrl: `${origin}${BASE_PATH}`,
      apiSecret,
      admin: createPracticeAdmin(stores, lifecycle, queue),
      close: async () => {
        stopping.abort();
        await server.close();
        await queue.close();
        stores.db.close();
      },
    };
  } catch (error) {
    stores.db.close();
    throw error;
  }
}

function processing(
  stores: Stores,
  settings: PracticeSettings,
  stopping: AbortSignal,
): { lifecycle: Lifecycle; queue: WorkQueue } {
  const { tasks, organisations } = stores;
  const { clock, evaluate, capacity, pendingCap, pace } = settings;
  const notify = (task: TaskRow): void => {
    if (task.callback_template === null || !organisations.byId(task.org_id)?.callbacks) return;
    void sendCallback(expandTemplate(task.callback_template, task.uuid, task.external_id), stopping);
  };
  const lifecycle = createLifecycle(tasks, clock, notify);
  const promote = (): number | null => {
    const id = tasks.firstDeferred();
    if (id !== null) lifecycle.enter(id, 'pending');
    return id;
  };
  const run = (taskId: number): Promise<void> =>
    runRound({ stores, lifecycle, evaluate, clock, processMs: pace.processMs, stopping }, taskId);
  return { lifecycle, queue: createWorkQueue({ run, promote, capacity, pendingCap, startMs: pace.startMs }) };
}

function resumeCaught({ tasks }: Stores, queue: WorkQueue): void {
  for (const id of tasks.idsIn('processing')) queue.resume(id);
  for (const id of tasks.idsIn('pending')) queue.add(id);
  queue.release();
}

function firstSecret(stores: Stores, settings: PracticeSettings, seed: string | undefined): string {
  const { organisations } = stores;
  const known = organisations.first();
  if (known) return known.secret;
  const uid = seed === undefined ? FIRST_UID : uidOf(seed);
  if (uid === null) throw new Error('The api_secret must have the form provider:uid:secret.');
  const secret = seed ?? newSecret(uid);
  const taskTypes = [...settings.taskTypes];
  organisations.add({ uid, name: 'Practice organization', secret, callbacks: true, reads: true, taskTypes });
  return secret;
}
