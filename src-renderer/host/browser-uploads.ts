/// <reference types="vite/client" />
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { noWorker, sessionEnded } from './browser-failures.ts';
import { endSession, sessionKey, useBrowserSession } from './browser-session.ts';
import type { Host } from './host.ts';
import type { UploadJob, UploadNews } from './upload-worker.ts';
import workerUrl from './upload-worker.ts?worker&url';

/**
 * Starts the worker that sends files, which ends with the session. Resolves once the worker has all its code, or cannot start; never
 * rejects. To be called before the session opens: the server that opens the session is then the server that the code came from.
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
  /** Browsers without it do not ask for it. The TypeScript library does not know it yet. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(_: ''): string } }
    | undefined;
}

/** The content security policy lets the page start only a worker whose address comes out of a policy. */
function trusted(url: string): string {
  const policy = globalThis.trustedTypes?.createPolicy('uploads', { createScriptURL: () => url });
  return policy?.createScriptURL('') ?? url;
}
