import type { Dispatcher } from 'undici';
import type { z } from 'zod';
import { detailOf } from '../../contract/texts/detail.ts';
import type { Clock, Random } from '../clock.ts';
import type { Log } from '../log/events.ts';
import { readAnswer } from './answer.ts';
import {
  type CallPlan,
  planCreate,
  planEvent,
  planGet,
  planLink,
  planList,
  planUpdate,
  planUpload,
} from './calls.ts';
import { createDownloads } from './downloads/download.ts';
import { createLinkPlaces } from './downloads/link-places.ts';
import { originOf, parseBaseUrl } from './http/base-url.ts';
import { watchContact } from './http/contact.ts';
import type { Network } from './http/network.ts';
import { createTransport } from './http/transport.ts';
import {
  downloadLinkSchema,
  eventReceiptSchema,
  taskDetailsSchema,
  taskPageSchema,
  uploadResultSchema,
} from './schemas.ts';
import type { CallOptions, OriginCredentials, ServiceClient } from './service-client.ts';
import { ServiceError } from './service-failure.ts';
import { createAuthorizedSender } from './sign-in/authorised-sender.ts';
import type { RecordOwner } from './sign-in/record-owner.ts';

export interface ServiceClientOptions {
  /** An address of the service that `parseBaseUrl` accepts. The client sends the token to no other address (I9). */
  readonly baseUrl: string;
  /** The credentials of all origins of the environment. The client uses only the credentials of the origin of `baseUrl` (I9). */
  readonly credentials: OriginCredentials;
  readonly clock: Clock;
  readonly random: Random;
  readonly log: Log;
  /** Decides whether the organization of the token may get the documents of the ledger (I12); left out for a client without a ledger. */
  readonly owner?: RecordOwner;
  /** The longest time in milliseconds without a byte in either direction. The total duration of a call has no limit. */
  readonly idleTimeoutMs?: number;
  readonly connectTimeoutMs?: number;
  /** The proxy and the additional certificate authorities; without this option the client connects directly. */
  readonly network?: Network;
  readonly dispatcher?: Dispatcher;
}

/** Creates a client of the service. @throws Error with a message for people if `baseUrl` is not acceptable */
export function createServiceClient(options: ServiceClientOptions): ServiceClient {
  const { idleTimeoutMs = 60_000, connectTimeoutMs = 10_000, clock, network, dispatcher } = options;
  const baseUrl = parseBaseUrl(options.baseUrl);
  const credentials = options.credentials.boundTo(originOf(baseUrl));
  const links = createLinkPlaces(new URL(baseUrl).hostname);
  const transport = watchContact(
    createTransport({ clock, idleTimeoutMs, connectTimeoutMs, network, links, dispatcher }),
    clock,
  );
  const sender = createAuthorizedSender({ ...options, baseUrl, credentials, transport });
  const downloads = createDownloads(transport, () => clock.now());
  const trace = createCallTrace(clock, options.log);

  const call = <S extends z.ZodType>(
    name: string,
    plan: CallPlan,
    schema: S,
    callOptions: CallOptions = {},
  ): Promise<z.output<S>> =>
    trace(name, async (saw) => readAnswer(await sender.send(plan, callOptions, saw), schema));

  // Checks that a response is about the Task with the requested uuid, so that another Task is never stored under the requested uuid (I7).
  const about = <T extends { uuid: string }>(uuid: string, task: T): T => {
    if (task.uuid.toLowerCase() === uuid.toLowerCase()) return task;
    throw ofAnother();
  };

  // Checks that a response is about the Task with the requested external_id, so that the uuid of another Task is never stored (I2). A
  // response without an external_id passes, because docs/service.md 2.1 does not require an external_id. The outbox then compares the Task
  // with the submission (`isPlausible`).
  const named = <T extends { external_id?: string | null | undefined }>(externalId: string, task: T): T => {
    if (task.external_id == null || task.external_id === externalId) return task;
    throw ofAnother();
  };

  // Checks that the link is of the requested document. The bytes of another document could be of another patient.
  const linkOf = async (
    taskUuid: string,
    dataItemUuid: string,
    callOptions: Parameters<ServiceClient['getDownloadLink']>[2] = {},
  ) => {
    const link = await call('get_link', planLink(taskUuid, dataItemUuid), downloadLinkSchema, callOptions);
    if (link.uuid === dataItemUuid.toLowerCase() || link.uuid === callOptions.original?.toLowerCase())
      return link;
    const cause = 'the answer is about another document';
    throw new ServiceError({ kind: 'unreadable', status: 200, cause });
  };

  return {
    signIn: (callOptions = {}) => trace('sign-in', () => sender.signIn(callOptions)),
    ready: (callOptions = {}) => sender.ready(callOptions),
    createTask: async (task, callOptions) =>
      named(task.externalId, await call('create', planCreate(task), taskDetailsSchema, callOptions)),
    getTask: async (reference, callOptions) => {
      const task = await call('get', planGet(reference), taskDetailsSchema, callOptions);
      return 'uuid' in reference ? about(reference.uuid, task) : named(reference.externalId, task);
    },
    listTasks: (query, callOptions) => call('list', planList(query), taskPageSchema, callOptions),
    updateTask: async (uuid, change, callOptions) => {
      const plan = planUpdate(uuid, change, callOptions?.shouldResume ?? false);
      return about(uuid, await call('update', plan, taskDetailsSchema, callOptions));
    },
    uploadFiles: async (uuid, uploads, callOptions) => {
      const result = await call('upload', planUpload(uuid, uploads), uploadResultSchema, callOptions);
      about(uuid, result.task);
      return result;
    },
    getDownloadLink: linkOf,
    downloadItem: (taskUuid, dataItemUuid, target, callOptions = {}) => {
      const askLink = () => linkOf(taskUuid, dataItemUuid, callOptions);
      return trace('download', (saw) => downloads.save(askLink, target, callOptions, saw));
    },
    itemSha256: (taskUuid, dataItemUuid, callOptions = {}) =>
      trace('download', async () => {
        const { url } = await linkOf(taskUuid, dataItemUuid, callOptions);
        return downloads.sha256(url, callOptions);
      }),
    logEvent: (taskUuid, event, extraData, callOptions) =>
      call('log_event', planEvent(taskUuid, event, extraData), eventReceiptSchema, callOptions),
    isSilent: () => transport.isSilent(),
    serviceTime: () => transport.serviceTime(),
    clockAheadMs: () => transport.clockAheadMs(),
    reloadCredentials: () => sender.reloadCredentials(),
    forgetRefusal: () => sender.forgetRefusal(),
    close: () => transport.close(),
  };
}

function ofAnother(): ServiceError {
  const cause = detailOf('detail.answerAboutOtherTask');
  return new ServiceError({ kind: 'unreadable', status: 200, cause, saysTask: true });
}

// Logs the name, last status, outcome and duration of each call, and no address, id or content (I11).
function createCallTrace(clock: Clock, log: Log) {
  return async <T>(call: string, work: (saw: (status: number) => void) => Promise<T>): Promise<T> => {
    const begun = clock.monotonic();
    let status: number | null = null;
    let outcome = 'ok';
    try {
      return await work((seen) => {
        status = seen;
      });
    } catch (error) {
      outcome = error instanceof ServiceError ? error.failure.kind : 'local-fault';
      throw error;
    } finally {
      log('service.call', { call, status, outcome, ms: Math.round(clock.monotonic() - begun) });
    }
  };
}
