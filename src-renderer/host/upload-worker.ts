import '../zod-config.ts';
import { z } from 'zod';
import type { Result } from '../../src-main/contract/result.ts';
import { LONGEST_PIECE, NotProven, newSecret, type SealingKey } from '../../src-main/contract/sealed.ts';
import { unreachable, unreadableFile } from './browser-failures.ts';
import { unreadable } from './client.ts';
import { firstFrame, resultIn, sealedAnswer } from './sealed-fetch.ts';

// Each piece of a file needs several turns of the event loop. In the main thread, each turn would wait until the screen is drawn.

export interface UploadJob {
  readonly key: SealingKey;
  readonly drop: string;
  readonly uploads: readonly Upload[];
}

export interface Upload {
  readonly path: string;
  readonly file: File;
  readonly entry: number;
}

/** `sent` counts the bytes of all files. The last message is the result, or `not-proven` if a response was not sealed with the key. */
export type UploadNews = { readonly sent: number } | Result<null> | 'not-proven';

// The maximum number of uploads at the same time. A browser allows six connections to a server, and other calls need some of these.
const AT_ONCE = 4;

self.addEventListener('message', ({ data, ports: [port] }: MessageEvent<UploadJob>) => {
  const tell = (news: UploadNews) => port?.postMessage(news);
  uploadAll(data, (sent) => tell({ sent })).then(tell, () => tell('not-proven'));
});
self.postMessage('ready');

/** Uploads all files. After a failed file, the other files are still uploaded, and the result is the first failure. @throws NotProven */
async function uploadAll(
  { key, drop, uploads }: UploadJob,
  onSent: (bytes: number) => void,
): Promise<Result<null>> {
  const giving = { id: newSecret(), files: uploads.length };
  const sent = new Map<Upload, number>();
  const tell = (upload: Upload, bytes: number) => {
    sent.set(upload, bytes);
    onSent([...sent.values()].reduce((sum, part) => sum + part, 0));
  };
  const failures: Extract<Result<null>, { ok: false }>[] = [];
  const left = uploads.values();
  const work = async () => {
    for (const one of left) {
      const { path, file, entry } = one;
      const head = { drop, path: path.toWellFormed(), size: file.size, giving: { ...giving, entry } };
      const result = await upload(key, head, file, (bytes) => tell(one, bytes));
      if (!result.ok) failures.push(result);
      tell(one, file.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures[0] ?? { ok: true, value: null };
}

const begunSchema = z.object({ upload: z.string() });

// Uploads a file in sealed pieces, one request each. The first request also announces the file. An empty file has one empty piece.
async function upload(
  key: SealingKey,
  head: object,
  file: File,
  onBytes: (bytes: number) => void,
): Promise<Result<unknown>> {
  let result = await send(key, '/api/upload', [`${JSON.stringify(head)}\n`, file.slice(0, LONGEST_PIECE)]);
  for (let piece = 1, from = LONGEST_PIECE; from < file.size; piece += 1, from += LONGEST_PIECE) {
    if (!result.ok) return result;
    onBytes(from);
    const begun = begunSchema.safeParse(result.value);
    if (!begun.success) return { ok: false, error: unreadable };
    const part = file.slice(from, from + LONGEST_PIECE);
    result = await send(key, `/api/upload/${begun.data.upload}/${piece}`, [part]);
  }
  return result;
}

/** Sends one piece. If the file was moved or changed after it was chosen, the result is a failure. @throws NotProven */
async function send(key: SealingKey, path: string, parts: BlobPart[]): Promise<Result<unknown>> {
  const bytes = await new Blob(parts).arrayBuffer().catch(() => null);
  if (bytes === null) return { ok: false, error: unreadableFile };
  try {
    return resultIn(await firstFrame(sealedAnswer(key, 'POST', path, new Uint8Array(bytes))), z.unknown());
  } catch (error) {
    if (error instanceof NotProven) throw error;
    return { ok: false, error: unreachable };
  }
}
