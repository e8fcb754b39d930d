import { hash } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { onTestFinished } from 'vitest';
import { systemClock } from '../../../../../src-main/core/clock.ts';
import type { Log } from '../../../../../src-main/core/log/events.ts';
import {
  createServiceClient,
  type ServiceClientOptions,
} from '../../../../../src-main/core/service/create-service-client.ts';
import type { ServiceClient, UploadPart } from '../../../../../src-main/core/service/service-client.ts';
import { type Failure, ServiceError } from '../../../../../src-main/core/service/service-failure.ts';
import { testDir } from '../../../../support/test-dir.ts';
import { MemoryCredentials } from './memory-credentials.ts';
import { type Answerer, type RawService, rawService } from './raw-service.ts';

export interface Logged {
  readonly event: string;
  readonly fields: unknown;
}

export interface Subject {
  readonly client: ServiceClient;
  readonly credentials: MemoryCredentials;
  readonly logged: Logged[];
}

/** A client of `baseUrl`, closed when the test ends. */
export function subject(baseUrl: string, options: Partial<ServiceClientOptions> = {}): Subject {
  const credentials = new MemoryCredentials();
  const logged: Logged[] = [];
  const log: Log = (event, fields) => {
    logged.push({ event, fields });
  };
  const client = createServiceClient({
    baseUrl,
    credentials,
    clock: systemClock,
    random: () => 0.5,
    log,
    ...options,
  });
  onTestFinished(() => client.close());
  return { client, credentials, logged };
}

/** A raw service and a client of it, both closed when the test ends. */
export async function serviceAndClient(
  answer: Answerer,
  options: Partial<ServiceClientOptions> & { exchange?: Answerer } = {},
): Promise<Subject & { service: RawService }> {
  const { exchange, ...clientOptions } = options;
  const service = await rawService(answer, exchange);
  onTestFinished(() => service.close());
  return { ...subject(service.baseUrl, clientOptions), service };
}

/** The failure a call ends with; anything else is an error of the test. */
export async function failureOf(call: Promise<unknown>): Promise<Failure> {
  const error: unknown = await call.then(
    () => new Error('the call succeeded'),
    (reason: unknown) => reason,
  );
  if (error instanceof ServiceError) return error.failure;
  throw error;
}

/** A spool file with this content, as an upload. */
export async function spooled(content: string | Buffer, part: Partial<UploadPart> = {}): Promise<UploadPart> {
  const spoolPath = testDir().at('spooled');
  await writeFile(spoolPath, content);
  const size = Buffer.byteLength(content);
  const sha256 = hash('sha256', content);
  return { spoolPath, fileName: 'scan.pdf', mediaType: 'application/pdf', size, sha256, ...part };
}

export const CREATE = {
  taskType: 'prior-auth',
  uploads: [] as readonly UploadPart[],
  requestSpec: {},
  externalId: 'e-1',
  name: null,
  callbackTemplate: null,
};

/** Sends one document with this text. */
export async function createOne(client: ServiceClient, text: string): Promise<void> {
  await client.createTask({ ...CREATE, uploads: [await spooled(text)] });
}
