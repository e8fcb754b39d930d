/// <reference types="vite/client" />
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { noWorker, sessionEnded } from './browser-failures.ts';
import { endSession, sessionKey, useBrowserSession } from './browser-session.ts';
import type { Host } from './host.ts';
import type { UploadJob, UploadNews } from './upload-worker.ts';
import workerUrl from './upload-worker.ts?worker&url';

/**
 * Starts the worker that sends files, which ends with the session. Resolves once the worker has loaded all its code or has failed to start;
 * never rejects. Must be called before the session opens, so that the code comes from the server that opens the session.
 */
export async function createUploads(): Promise<Host['addFiles']> {
  const worker = new Worker(trusted(workerUrl), { type: 'module' });
  const ready = Promise.withResolvers<void>();
  const stopped = Promise.withResolvers<Failure>();
  const stop = (failure: Failure) => {
    worker.terminate();
    stopped.resolve(failure);
  };
  worker.addEventListener('message', () => ready.resolve());
  worker.addEventListener('error', () => stop(noWorker));
  useBrowserSession.subscribe(({ state }) => {
    if (state === 'ended') stop(sessionEnded);
  });
  await Promise.race([ready.promise, stopped.promise]);

  return async (drop, given, onProgress) => {
    const key = sessionKey();
    if (key === null) return { ok: false, error: sessionEnded };
    const uploads = given.flatMap(({ path, file, entry }) => (file === null ? [] : [{ path, file, entry }]));
    const total = uploads.reduce((sum, { file }) => sum + file.size, 0);
    const { port1, port2 } = new MessageChannel();
    const sent = Promise.withResolvers<Result<null>>();
    port1.onmessage = ({ data }: MessageEvent<UploadNews>) => {
      if (data === 'not-proven') endSession(sessionEnded);
      else if ('sent' in data) onProgress(data.sent, total);
      else sent.resolve(data);
    };
    const job: UploadJob = { key, drop, uploads };
    worker.postMessage(job, [port2]);
    const failure = stopped.promise.then((error) => ({ ok: false, error }) as const);
    return await Promise.race([sent.promise, failure]).finally(() => port1.close());
  };
}

declare global {
  /** Undefined in browsers without Trusted Types. The TypeScript library does not declare this variable yet. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(_: ''): string } }
    | undefined;
}

/** The content security policy lets the page start a worker only from an address that a Trusted Types policy returned. */
function trusted(url: string): string {
  const policy = globalThis.trustedTypes?.createPolicy('uploads', { createScriptURL: () => url });
  return policy?.createScriptURL('') ?? url;
}
