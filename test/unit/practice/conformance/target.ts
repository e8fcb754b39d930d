import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import path from 'node:path';
import { type FormData, fetch } from 'undici';
import { test } from 'vitest';
import { z } from 'zod';
import { type PracticeAdmin, startPractice } from '../../../../src-main/practice/service.ts';
import { evaluateNothing } from '../evaluations.ts';
import { TokenAnswer } from './schemas.ts';

const Environment = z.object({
  CLEARFOLDER_CONFORMANCE_BASE_URL: z.string().optional(),
  CLEARFOLDER_CONFORMANCE_API_SECRET: z.string().optional(),
  CLEARFOLDER_CONFORMANCE_TASK_TYPE: z.string().default('prior-auth'),
});
const environment = Environment.parse(process.env);

/** The service under test: the embedded one, or the one that the environment names. */
export interface Target {
  readonly baseUrl: string;
  readonly apiSecret: string;
  readonly taskType: string;
  readonly token: string;
  readonly close: () => Promise<void>;
}

export interface Answer {
  readonly status: number;
  readonly header: (name: string) => string | null;
  readonly body: unknown;
}

let embeddedAdmin: PracticeAdmin | null = null;

/** Starts or finds the service and gets a token. The embedded one holds its processing: tests move Tasks by hand. */
export async function openTarget(): Promise<Target> {
  const taskType = environment.CLEARFOLDER_CONFORMANCE_TASK_TYPE;
  const baseUrl = environment.CLEARFOLDER_CONFORMANCE_BASE_URL;
  if (baseUrl !== undefined) {
    const apiSecret = z.string().parse(environment.CLEARFOLDER_CONFORMANCE_API_SECRET);
    return withToken({ baseUrl, apiSecret, taskType, close: async () => undefined });
  }
  const dataDir = await mkdtemp(path.join(tmpdir(), 'practice-conformance-'));
  const service = await startPractice({
    dataDir,
    evaluate: evaluateNothing,
    taskTypes: [taskType, 'intake'],
  });
  service.admin.holdProcessing();
  embeddedAdmin = service.admin;
  const close = async (): Promise<void> => {
    await service.close();
    await rm(dataDir, { recursive: true });
  };
  return withToken({ baseUrl: service.baseUrl, apiSecret: service.apiSecret, taskType, close });
}

async function withToken(target: Omit<Target, 'token'>): Promise<Target> {
  const answer = await request(target.baseUrl, 'POST', '/auth/get_token', {
    json: { api_secret: target.apiSecret },
  });
  return { ...target, token: TokenAnswer.parse(answer.body).token };
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

/** Registers a test that needs the powers of whoever runs the service; for an outside service it says it was not run. */
export function testAsOperator(name: string, check: (admin: PracticeAdmin) => Promise<void>): void {
  if (environment.CLEARFOLDER_CONFORMANCE_BASE_URL !== undefined) {
    process.stdout.write(`not run, it needs to operate the service: ${name}\n`);
    return;
  }
  test(name, async () => {
    if (embeddedAdmin === null) throw new Error('the embedded service is not running');
    await check(embeddedAdmin);
  });
}
