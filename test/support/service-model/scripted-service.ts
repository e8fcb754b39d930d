import { createHash } from 'node:crypto';
import { readFileSync } from 'node:fs';
import type { z } from 'zod';
import type { Clock } from '../../../src-main/core/clock.ts';
import { readRefusal } from '../../../src-main/core/service/answer.ts';
import {
  type CallPlan,
  planCreate,
  planEvent,
  planGet,
  planLink,
  planList,
  planUpdate,
  planUpload,
} from '../../../src-main/core/service/calls.ts';
import {
  downloadLinkSchema,
  eventReceiptSchema,
  taskDetailsSchema,
  taskPageSchema,
  uploadResultSchema,
} from '../../../src-main/core/service/schemas.ts';
import type {
  CallOptions,
  CreateTask,
  ListQuery,
  ServiceClient,
  UploadPart,
} from '../../../src-main/core/service/service-client.ts';
import { type Failure, ServiceError } from '../../../src-main/core/service/service-failure.ts';
import type { TestClock } from '../clock.ts';
import type { Form, FormFile } from '../form-reader.ts';
import { BASE_PATH, bytesOf, type ModelRequest } from './messages.ts';
import { ServiceModel, type ServiceModelOptions } from './service-model.ts';

/** What becomes of one call. `lateMs` commits it that long after the client was told nothing. */
export type Fate =
  | { do: 'answer'; afterMs?: number }
  | { do: 'fail'; failure: Failure }
  | { do: 'lose'; failure: Failure; lateMs?: number }
  | { do: 'hang'; commit: boolean };

export type CallName = 'create' | 'get' | 'list' | 'update' | 'upload' | 'event';

export interface ModelCall {
  readonly call: CallName;
  readonly at: number;
  readonly externalId: string | null;
  readonly taskUuid: string | null;
  readonly about: unknown;
  readonly shouldResume: boolean;
  readonly query: ListQuery;
}

/** The body of a request, as `ServiceModel.serve` takes it. */
type Body = Partial<Pick<ModelRequest, 'form' | 'json'>>;

/** The model for clients in the test's process, on virtual time, with a scripted fate for every call. */
export class ScriptedService extends ServiceModel {
  readonly calls: ModelCall[] = [];
  fate: (call: ModelCall) => Fate = () => ({ do: 'answer' });
  /** What becomes of the download of a data item: another host answers that. */
  linkFate: () => Fate = () => ({ do: 'answer' });
  /** Which token the calls carry, as the client tells it. */
  signedBy = 'first';
  /** What the secret store does when the api_secret is read again. */
  reload: () => Promise<void> = () => Promise.resolve();
  readonly #clock: TestClock;
  readonly #token: string;

  constructor(clock: TestClock, options: Omit<ServiceModelOptions, 'now'> = {}) {
    super({ ...options, now: clock.trueNow });
    this.#clock = clock;
    this.#token = this.issueToken();
  }

  count(call: CallName): number {
    return this.calls.filter((made) => made.call === call).length;
  }

  /** A client of this service. After `cut()` (the process died) nothing it asked for is ever answered. */
  client(clock: Clock): ServiceClient & { cut(): void } {
    let isDead = false;
    const never = new Promise<never>(() => undefined);
    const ask = async <S extends z.ZodType>(
      call: Pick<ModelCall, 'call'> & Partial<ModelCall>,
      [plan, schema]: readonly [CallPlan, S],
      options: CallOptions = {},
      body: Body = {},
    ): Promise<z.infer<S>> => {
      const none = { externalId: null, taskUuid: null, about: null, shouldResume: false, query: {} };
      const made: ModelCall = { ...none, ...call, at: clock.monotonic() };
      this.calls.push(made);
      const commit = () => this.#send(plan, schema, body);
      const told = await this.#play(this.fate(made), commit, clock, options.signal);
      options.onSigned?.(this.signedBy);
      return isDead ? never : told();
    };
    const unused = () => Promise.reject(new Error('the model makes no such call'));
    return {
      cut: () => {
        isDead = true;
      },
      createTask: async (task, options) => {
        if ((await options?.mayStart?.()) === false) throw new ServiceError({ kind: 'called-off' });
        const call = { call: 'create', externalId: task.externalId, about: task } as const;
        return await ask(call, [planCreate(task), taskDetailsSchema], options, { form: formOf(task) });
      },
      getTask: (reference, options) => {
        const call =
          'uuid' in reference ? { taskUuid: reference.uuid } : { externalId: reference.externalId };
        return ask({ call: 'get', ...call }, [planGet(reference), taskDetailsSchema], options);
      },
      listTasks: (query, options) => ask({ call: 'list', query }, [planList(query), taskPageSchema], options),
      updateTask: (uuid, change, options) => {
        const shouldResume = options?.shouldResume ?? false;
        const call = { call: 'update', taskUuid: uuid, about: change, shouldResume } as const;
        const { externalId: external_id, newDataItem: new_data_item, ...same } = change;
        return ask(call, [planUpdate(uuid, change, shouldResume), taskDetailsSchema], options, {
          json: { ...same, external_id, new_data_item },
        });
      },
      uploadFiles: (uuid, uploads, options) => {
        const call = { call: 'upload', taskUuid: uuid, about: uploads } as const;
        const form = { fields: new Map(), files: uploads.map(formFileOf) };
        return ask(call, [planUpload(uuid, uploads), uploadResultSchema], options, { form });
      },
      logEvent: (uuid, event, extra_data, options) => {
        const call = { call: 'event', taskUuid: uuid, about: event } as const;
        const plan = planEvent(uuid, event, extra_data);
        return ask(call, [plan, eventReceiptSchema], options, { json: { event, extra_data } });
      },
      itemSha256: async (taskUuid, item, options) => {
        const hash = () => {
          const { uuid } = this.#send(planLink(taskUuid, item), downloadLinkSchema, {});
          return this.tasks.hashes.get(uuid) ?? '';
        };
        return (await this.#play(this.linkFate(), hash, clock, options?.signal))();
      },
      signIn: unused,
      isSilent: () => false,
      serviceTime: () => this.#clock.trueNow(),
      clockAheadMs: () => null,
      ready: () => Promise.resolve(),
      getDownloadLink: unused,
      downloadItem: unused,
      reloadCredentials: () => this.reload(),
      forgetRefusal: () => this.reload(),
      close: () => Promise.resolve(),
    };
  }

  /** From now on every call is answered. */
  recover(): void {
    this.fate = () => ({ do: 'answer' });
  }

  /** Plays the fate of a call; gives what the client is told. */
  async #play<T>(
    fate: Fate,
    commit: () => T,
    clock: Clock,
    signal: AbortSignal | undefined,
  ): Promise<() => T> {
    const tell = (failure: Failure) => (): never => {
      throw new ServiceError(failure);
    };
    switch (fate.do) {
      case 'answer':
        if (fate.afterMs !== undefined) await clock.sleep(fate.afterMs, signal);
        return attempt(commit);
      case 'fail':
        return tell(fate.failure);
      case 'lose':
        if (fate.lateMs === undefined) attempt(commit);
        else this.#clock.after(fate.lateMs, () => void attempt(commit));
        return tell(fate.failure);
      case 'hang':
        if (fate.commit) attempt(commit);
        await new Promise<void>((resolve) => signal?.addEventListener('abort', () => resolve()));
        return tell({ kind: 'unknown', cause: 'aborted' });
    }
  }

  /** Serves a request at once, and reads the reply as the product does. */
  #send<S extends z.ZodType>(plan: CallPlan, schema: S, body: Body): z.infer<S> {
    const { pathname, searchParams: query } = new URL(`${BASE_PATH}${plan.path}`, this.origin);
    const headers = { authorization: `Bearer ${this.#token}` };
    const head = { method: plan.method, path: pathname, query, headers };
    const reply = this.serve({ ...head, form: null, json: undefined, ...body });
    if (reply.status === 200) return schema.parse(structuredClone(reply.body));
    const answer = { status: reply.status, headers: { ...reply.headers }, body: bytesOf(reply) };
    const { changesTask } = plan;
    throw new ServiceError(readRefusal(answer, { changesTask, nowMs: 0, conceal: (text) => text }));
  }
}

/** An answer with an error status, as the client reports it. */
export function refused(
  status: number,
  detail: string | null = null,
  retryAfterMs: number | null = null,
): Failure {
  return { kind: 'refused', status, detail, fields: [], retryAfterMs };
}

/** The file part of a document in a spool. */
export function formFileOf({ fileName, mediaType, spoolPath, size }: UploadPart): FormFile {
  const content = readFileSync(spoolPath);
  const sha256 = createHash('sha256').update(content).digest('hex');
  return { part: 'uploads', name: fileName, mediaType, sha256, size, content };
}

function formOf(task: CreateTask): Form {
  const fields = new Map([
    ['task_type', task.taskType],
    ['request_spec', JSON.stringify(task.requestSpec)],
    ['external_id', task.externalId],
  ]);
  if (task.name !== null) fields.set('name', task.name);
  return { fields, files: task.uploads.map(formFileOf) };
}

/** Calls at once; gives what came of it, a value or a refusal of the service. */
function attempt<T>(call: () => T): () => T {
  try {
    const value = call();
    return () => value;
  } catch (error) {
    if (!(error instanceof ServiceError)) throw error;
    return () => {
      throw error;
    };
  }
}
