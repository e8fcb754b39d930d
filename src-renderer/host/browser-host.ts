import type { z } from 'zod';
import { BROWSER_REQUESTS } from '../../src-main/contract/page-socket.ts';
import { newSecret } from '../../src-main/contract/proof.ts';
import type { Result } from '../../src-main/contract/result.ts';
import { noClipboard, unreachable, unreadableFile } from './browser-failures.ts';
import { createClient, readResult } from './client.ts';
import type { Connection } from './connection.ts';
import type { GivenFile, Host, ReadDocument } from './host.ts';

/** Creates the host of a page in a browser. */
export function createBrowserHost(connection: Connection): Host {
  const { call, subscribe } = createClient(connection, unreachable);
  const read = (...request: ReadRequest) => readFile(connection, request);
  return {
    kind: 'browser',
    call,
    subscribe,
    filesOf: filesOfDrop,
    addFiles: (...given) => addFiles(connection, ...given),
    readDocument: (task, item) => read('browser.read-document', { task, item, purpose: 'show' }),
    saveDocument: async (task, item, name) =>
      saveAs(await read('browser.read-document', { task, item, purpose: 'save' }), name),
    saveMade: async (file, name) => saveAs(await read('browser.read-made', { file }), name),
    copyText,
    chooseFolder: null,
  };
}

function saveAs(read: Result<ReadDocument>, name: string): Awaited<ReturnType<Host['saveMade']>> {
  if (!read.ok) return read;
  const link = document.createElement('a');
  link.href = URL.createObjectURL(read.value.blob);
  link.download = name;
  link.click();
  // The browser reads the URL after this function has returned, so the URL is revoked later.
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
  return { ok: true, value: { saved: true, name } };
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

// The maximum number of files that are uploaded at the same time.
const AT_ONCE = 4;

/** Uploads all files. After a failed file, the other files are still uploaded, and the result is the first failure. Never rejects. */
async function addFiles(
  connection: Connection,
  ...[drop, given, onProgress]: Parameters<Host['addFiles']>
): Promise<Result<null>> {
  const files = given.flatMap(({ path, file, entry }) => (file === null ? [] : [{ path, file, entry }]));
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const giving = { id: newSecret(), files: files.length };
  const failures: Extract<Result<null>, { ok: false }>[] = [];
  let sent = 0;
  const left = files.values();
  const work = async () => {
    for (const { path, file, entry } of left) {
      let own = 0;
      const onSent = (bytes: number) => {
        sent += bytes - own;
        own = bytes;
        onProgress(sent, total);
      };
      const head = { drop, path: path.toWellFormed(), size: file.size, giving: { ...giving, entry } };
      const result = await connection.upload(head, file, onSent).then(
        (answer) =>
          answer === null
            ? ({ ok: false, error: unreadableFile } as const)
            : readResult(answer, BROWSER_REQUESTS['browser.upload'].output),
        () => ({ ok: false, error: unreachable }) as const,
      );
      if (!result.ok) failures.push(result);
      onSent(file.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures[0] ?? { ok: true, value: null };
}

type ReadRequest =
  | ['browser.read-document', z.input<(typeof BROWSER_REQUESTS)['browser.read-document']['input']>]
  | ['browser.read-made', z.input<(typeof BROWSER_REQUESTS)['browser.read-made']['input']>];

/** Reads a whole file into the memory of the page. Never rejects. */
async function readFile(connection: Connection, [name, input]: ReadRequest): Promise<Result<ReadDocument>> {
  const headOf = (answer: unknown) => readResult(answer, BROWSER_REQUESTS[name].output);
  const sizeOf = (answer: unknown) => {
    const head = headOf(answer);
    return head.ok ? head.value.size : null;
  };
  try {
    const { result, parts } = await connection.read(name, input, sizeOf);
    const head = headOf(result);
    if (!head.ok) return head;
    const type = harmlessType(head.value.type);
    const blob = new Blob([...parts], { type });
    if (blob.size !== head.value.size) return { ok: false, error: unreachable };
    return { ok: true, value: { name: head.value.name, type, blob } };
  } catch {
    return { ok: false, error: unreachable };
  }
}

// Returns `type` if browsers run no scripts in files of this type; otherwise a generic type. A script in a blob has the rights of the page.
function harmlessType(type: string): string {
  const plain =
    /^(application\/(pdf|json)|text\/plain|image\/(png|jpeg|gif|webp|bmp|tiff)|(audio|video)\/[\w.-]+)(?=;|$)/;
  return plain.exec(type)?.[0] ?? 'application/octet-stream';
}
