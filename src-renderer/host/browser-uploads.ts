import { z } from 'zod';
import type { Result } from '../../src-main/contract/result.ts';
import { LONGEST_PIECE, newSecret } from '../../src-main/contract/sealed.ts';
import { postBytes } from './browser-calls.ts';
import { unreadable, unreadableFile } from './browser-failures.ts';
import type { GivenFile } from './host.ts';

/** Browsers allow six connections to a server; events and reads need some of them. */
const AT_ONCE = 4;

interface Upload {
  readonly path: string;
  readonly file: File;
  readonly entry: number;
}

/**
 * Uploads files into a drop. A failed file does not stop the others; the result is the first failure. `onProgress` gets the bytes of all
 * files together.
 */
export async function uploadFiles(
  drop: string,
  given: readonly GivenFile[],
  onProgress: (sent: number, total: number) => void,
): Promise<Result<null>> {
  const files = given.flatMap(({ path, file, entry }) => (file === null ? [] : [{ path, file, entry }]));
  const giving = { id: newSecret(), files: files.length };
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = new Map<Upload, number>();
  const tell = (upload: Upload, bytes: number) => {
    sent.set(upload, Math.min(bytes, upload.file.size));
    onProgress(
      [...sent.values()].reduce((sum, part) => sum + part, 0),
      total,
    );
  };
  const failures: Extract<Result<null>, { ok: false }>[] = [];
  const left = files.values();
  const work = async () => {
    for (const one of left) {
      const result = await upload(drop, giving, one, (bytes) => tell(one, bytes));
      if (!result.ok) failures.push(result);
      tell(one, one.file.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures[0] ?? { ok: true, value: null };
}

const begunSchema = z.object({ upload: z.string() });

/** Uploads a file in sealed pieces. An empty file has one piece. The first piece travels with the request that begins the file. */
async function upload(
  drop: string,
  giving: { readonly id: string; readonly files: number },
  { path, file, entry }: Upload,
  onBytes: (bytes: number) => void,
): Promise<Result<unknown>> {
  const head = { drop, path: path.toWellFormed(), size: file.size, giving: { ...giving, entry } };
  let result = await send('/api/upload', [`${JSON.stringify(head)}\n`, file.slice(0, LONGEST_PIECE)]);
  for (let piece = 1, from = LONGEST_PIECE; from < file.size; piece += 1, from += LONGEST_PIECE) {
    if (!result.ok) return result;
    onBytes(from);
    const begun = begunSchema.safeParse(result.value);
    if (!begun.success) return { ok: false, error: unreadable };
    const part = file.slice(from, from + LONGEST_PIECE);
    result = await send(`/api/upload/${begun.data.upload}/${piece}`, [part]);
  }
  return result;
}

/** Fails if the file was moved or changed after it was chosen. */
async function send(path: string, parts: BlobPart[]): Promise<Result<unknown>> {
  const bytes = await new Blob(parts).arrayBuffer().catch(() => null);
  if (bytes === null) return { ok: false, error: unreadableFile };
  return await postBytes(path, new Uint8Array(bytes), z.unknown());
}
