/// <reference types="vite/client" />

import { z } from 'zod';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { outputOf } from '../../src-main/contract/verbs/index.ts';
import { followEvents } from './browser-events.ts';
import { noClipboard, noWorker, sessionEnded, unreachable } from './browser-failures.ts';
import {
  askInSession,
  endSession,
  enter,
  failureOf,
  sessionKey,
  useBrowserSession,
} from './browser-session.ts';
import type { GivenFile, Host, ReadDocument } from './host.ts';
import { firstFrame, resultIn } from './sealed-fetch.ts';
import type { UploadJob, UploadNews } from './upload-worker.ts';
import workerUrl from './upload-worker.ts?worker&url';

/** The number of milliseconds that the first screen gets before the page loads the rest of the code. */
const FIRST_SCREEN_MS = 1_000;

/** Creates the host of a page in a browser. Afterwards `useBrowserSession` says whether the session is open. Never rejects. */
export async function createBrowserHost(): Promise<Host> {
  await enter();
  // Loading the rest of the code must not delay the first screen.
  const rest = new Promise((resolve) => setTimeout(resolve, FIRST_SCREEN_MS)).then(loadRest);
  return {
    kind: 'browser',
    call: (name, input) => post(`/api/call/${name}`, input, outputOf(name)),
    subscribe: followEvents,
    filesOf: filesOfDrop,
    addFiles: async (...given) => {
      const { failure, addFiles } = await rest;
      return failure === null ? await addFiles(...given) : { ok: false, error: failure };
    },
    readDocument: async (task, item) => {
      const { failure } = await rest;
      return failure === null ? await fetchDocument(task, item) : { ok: false, error: failure };
    },
    saveDocument: async (task, item, name) => {
      const read = await fetchDocument(task, item, 'save');
      if (!read.ok) return read;
      saveAs(read.value.blob, name);
      return { ok: true, value: { saved: true, name } };
    },
    saveMade: async (file, name) => {
      const read = await fetchMade(file);
      if (!read.ok) return read;
      saveAs(read.value.blob, name);
      return { ok: true, value: { saved: true, name } };
    },
    lateCode: async () => (await rest).failure,
    copyText,
    chooseFolder: null,
  };
}

function saveAs(blob: Blob, name: string): void {
  const link = document.createElement('a');
  link.href = URL.createObjectURL(blob);
  link.download = name;
  link.click();
  // The browser reads the URL after this function has returned, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
}

async function copyText(text: string): Promise<Result<null>> {
  try {
    await navigator.clipboard.writeText(text);
    return { ok: true, value: null };
  } catch {
    return { ok: false, error: noClipboard };
  }
}

// Returns the dropped files and the files inside dropped folders. Must be called during the drop event. Rejects if a folder is unreadable.
async function filesOfDrop(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0)
    return [...transfer.files].map((file, entry) => ({ path: file.name, file, entry }));
  const given: GivenFile[] = [];
  for (const [number, entry] of entries.entries()) given.push(...(await filesOfEntry(entry, '', number)));
  return given;
}

// Chromium does not expose the classes of these entries, so `instanceof` cannot be used.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesOfEntry(
  entry: FileSystemEntry,
  before: string,
  number: number,
): Promise<readonly GivenFile[]> {
  const path = `${before}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file, entry: number }];
  }
  if (!isFolder(entry)) return [];
  const given: GivenFile[] = [];
  const reader = entry.createReader();
  // `readEntries` gives at most 100 entries per call. An empty result means that there are no more entries.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return given;
    for (const inner of some) given.push(...(await filesOfEntry(inner, `${path}/`, number)));
  }
}

// Loads the code that the first screen does not need: the worker that sends files, and the modules that the page names as `late-module`. By
// now another program may have taken over the port and sent this code. Only a sealed response that arrives after the code proves that the
// code came from the server of this session. `readDocument` therefore waits for the code and then sends its request, and the worker gets
// the key only after such a response.
async function loadRest(): Promise<{ failure: Failure | null; addFiles: Host['addFiles'] }> {
  const uploads = createUploads();
  const modules = [...document.querySelectorAll<HTMLMetaElement>('meta[name=late-module]')].map(
    ({ content }) =>
      new Promise<boolean>((resolve) => {
        const link = Object.assign(document.createElement('link'), {
          rel: 'modulepreload',
          crossOrigin: 'anonymous',
          href: content,
          onload: () => resolve(true),
          onerror: () => resolve(false),
        });
        document.head.append(link);
      }),
  );
  const loaded = await Promise.all(modules);
  return { failure: loaded.includes(false) ? unreachable : null, addFiles: uploads };
}

/** Starts the worker that sends files. The worker ends with the session. Returns the function that sends files through the worker. */
function createUploads(): Host['addFiles'] {
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
  const unproven = ready.promise
    .then(() => firstFrame(askInSession('POST', '/api/call/app.info', inBytes({}))))
    .then(() => null, failureOf);

  return async (drop, given, onProgress) => {
    const error = await Promise.race([unproven, stopped.promise]);
    if (error !== null) return { ok: false, error };
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
  /** Undefined in a browser without Trusted Types. The TypeScript library does not declare this variable yet. */
  var trustedTypes:
    | { createPolicy(name: string, rules: { createScriptURL(): string }): { createScriptURL(_: ''): string } }
    | undefined;
}

// Returns the URL as a Trusted Types value. In a browser with Trusted Types, the content security policy accepts no other worker URL.
function trusted(url: string): string {
  const policy = globalThis.trustedTypes?.createPolicy('uploads', { createScriptURL: () => url });
  return policy?.createScriptURL('') ?? url;
}

/** Sends a request with a JSON body and parses the response. Never rejects. */
async function post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<Result<T>> {
  try {
    return resultIn(await firstFrame(askInSession('POST', path, inBytes(body))), schema);
  } catch (error) {
    return { ok: false, error: failureOf(error) };
  }
}

/** Reads a whole document. The engine records the `purpose` in the audit. Never rejects. */
const fetchDocument = (
  task: string,
  item: string,
  purpose: 'show' | 'save' = 'show',
): Promise<Result<ReadDocument>> => fetchBytes('/api/document', { task, item, to_save: purpose === 'save' });

/** Reads a file that the engine made for a person to save. Never rejects. */
const fetchMade = (file: string): Promise<Result<ReadDocument>> => fetchBytes('/api/made', { file });

const headSchema = z.object({ name: z.string(), type: z.string(), size: z.int().min(0) });

async function fetchBytes(path: string, body: unknown): Promise<Result<ReadDocument>> {
  let head: Result<z.infer<typeof headSchema>> | null = null;
  const parts: Uint8Array<ArrayBuffer>[] = [];
  try {
    for await (const frame of askInSession('POST', path, inBytes(body))) {
      if (head !== null) parts.push(frame);
      else {
        head = resultIn(frame, headSchema);
        if (!head.ok) return head;
      }
    }
  } catch (error) {
    return { ok: false, error: failureOf(error) };
  }
  if (head === null || !head.ok) return { ok: false, error: unreachable };
  const { name, type, size } = head.value;
  const blob = new Blob(parts, { type: harmlessType(type) });
  if (blob.size !== size) return { ok: false, error: unreachable };
  return { ok: true, value: { name, type: harmlessType(type), blob } };
}

function inBytes(body: unknown): Uint8Array<ArrayBuffer> {
  return new TextEncoder().encode(JSON.stringify(body));
}

// Returns `type` if browsers run no scripts in files of this type; otherwise a generic type. A script in a blob has the rights of the page.
function harmlessType(type: string): string {
  const plain =
    /^(application\/(pdf|json)|text\/plain|image\/(png|jpeg|gif|webp|bmp|tiff)|(audio|video)\/[\w.-]+)(?=;|$)/;
  return plain.exec(type)?.[0] ?? 'application/octet-stream';
}
