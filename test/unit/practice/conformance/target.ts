import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FormData, fetch } from 'undici';
import { z } from 'zod';
import { startPractice } from '../../../../src-main/practice/service.ts';
import { evaluateNothing } from '../evaluations.ts';
import { type Status, TokenAnswer } from './schemas.ts';

const Environment = z.object({
  CLEARFOLDER_CONFORMANCE_BASE_URL: z.string().optional(),
  CLEARFOLDER_CONFORMANCE_API_SECRET: z.string().optional(),
  CLEARFOLDER_CONFORMANCE_TASK_TYPE: z.string().default('prior-auth'),
});
const environment = Environment.parse(process.env);

/** The service under test. */
export interface Target {
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly taskType: string;
  readonly token: string;
  /** Null where another runs the service. */
  readonly operator: Operator | null;
  readonly close: () => Promise<void>;
}

/** Powers of whoever runs the service. */
export interface Operator {
  forceStatus(uuid: string, status: Status): void;
  tasks(): readonly { readonly uuid: string; readonly inputs: readonly object[] }[];
  /** The event log of a Task, in order. */
  events(uuid: string): readonly object[];
}

export interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: unknown;
}

/** Finds the service that the environment names, or starts the practice service, which holds its processing: tests move Tasks. */
export async function openTarget(): Promise<Target> {
  const taskType = environment.CLEARFOLDER_CONFORMANCE_TASK_TYPE;
  const baseUrl = environment.CLEARFOLDER_CONFORMANCE_BASE_URL;
  if (baseUrl !== undefined) {
    const apiSecret = z.string().parse(environment.CLEARFOLDER_CONFORMANCE_API_SECRET);
    return withToken({ baseUrl, apiSecret, taskType, operator: null, close: async () => undefined });
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'practice-conformance-'));
  const service = await startPractice({
    dataDir,
    evaluate: evaluateNothing,
    taskTypes: [taskType, 'intake'],
  });
  service.admin.holdProcessing();
  const close = async (): Promise<void> => {
    await service.close();
    await rm(dataDir, { recursive: true });
  };
  return withToken({ ...service, taskType, operator: service.admin, close });
}

/** Exchanges a secret; gives the token. */
export async function tokenOf({ baseUrl }: Pick<Target, 'baseUrl'>, apiSecret: string): Promise<string> {
  const answer = await request(baseUrl, 'POST', '/auth/get_token', { json: { api_secret: apiSecret } });
  return TokenAnswer.parse(answer.body).token;
}

/** Signs in. */
export async function withToken(target: Omit<Target, 'token'>): Promise<Target> {
  return { ...target, token: await tokenOf(target, target.apiSecret) };
}

export interface Sent {
  readonly token?: string;
  readonly json?: unknown;
  readonly form?: FormData;
}

/** One HTTP call; `at` is relative to the base address. */
export async function request(baseUrl: string, method: string, at: string, sent: Sent = {}): Promise<Answer> {
  const headers: Record<string, string> = {};
  if (sent.token !== undefined) headers['authorization'] = `Bearer ${sent.token}`;
  if (sent.json !== undefined) headers['content-type'] = 'application/json';
  const response = await fetch(`${baseUrl}${at}`, {
    method,
    headers,
    body: sent.form ?? (sent.json === undefined ? null : JSON.stringify(sent.json)),
  });
  const text = await response.text();
  const isJson = response.headers.get('content-type')?.startsWith('application/json') === true;
  return {
    status: response.status,
    header: (name) => response.headers.get(name),
    body: isJson ? JSON.parse(text) : text,
  };
}
