import { onTestFinished } from 'vitest';
import {
  type PracticeOptions,
  type PracticeService,
  startPractice,
} from '../../../src-main/practice/service.ts';
import { testDir } from '../../support/test-dir.ts';
import { Client } from './conformance/client.ts';
import { withToken } from './conformance/target.ts';
import { evaluateNothing } from './evaluations.ts';

/** Starts a service for the test, at full speed unless told otherwise, and ends it with the test. */
export async function running(options: Partial<PracticeOptions> = {}) {
  const dataDir = options.dataDir ?? testDir().path;
  const pace = { startMs: 0, processMs: 0 };
  const service = await startPractice({ evaluate: evaluateNothing, pace, ...options, dataDir });
  const close = service.close;
  let closing: Promise<void> | null = null;
  const once: PracticeService = { ...service, close: () => (closing ??= close()) };
  onTestFinished(() => once.close());
  return { service: once, dataDir, client: await clientOf(once, service.apiSecret) };
}

/** A client with a token for the secret. */
export async function clientOf(service: PracticeService, apiSecret: string): Promise<Client> {
  const { admin: operator } = service;
  return new Client(await withToken({ ...service, apiSecret, taskType: 'prior-auth', operator }));
}
