import { z } from 'zod';
import type { Result } from '../../src-main/contract/result.ts';
import { LONGEST_PIECE, newSecret } from '../../src-main/contract/sealed.ts';
import { post, postBytes } from './browser-calls.ts';
import { unreadableFile } from './browser-failures.ts';
import type { GivenFile } from './host.ts';

/** Browsers keep six connections to a server at most, and the events and what is looked at need theirs. */
const AT_ONCE = 2;

interface Upload {
  readonly path: string;
  readonly file: File;
  readonly entry: number;
}

/**
 * Streams files into a drop. One that fails does not keep the others back; the first failure is given in the end. `onProgress`
 * gets bytes of all of them together.
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

/** Sends a file piece by piece, each sealed before it leaves this page. An empty file has one piece. */
async function upload(
  drop: string,
  giving: { readonly id: string; readonly files: number },
  { path, file, entry }: Upload,
  onBytes: (bytes: number) => void,
): Promise<Result<unknown>> {
  const begun = await post(
    '/api/upload',
    { drop, path: path.toWellFormed(), size: file.size, giving: { ...giving, entry } },
    begunSchema,
  );
  if (!begun.ok) return begun;
  for (let piece = 0, from = 0; ; piece += 1, from += LONGEST_PIECE) {
    const bytes = await bytesOf(file.slice(from, from + LONGEST_PIECE));
    if (bytes === null) return { ok: false, error: unreadableFile };
    const sent = await postBytes(`/api/upload/${begun.value.upload}/${piece}`, bytes, z.unknown());
    if (!sent.ok || from + LONGEST_PIECE >= file.size) return sent;
    onBytes(from + LONGEST_PIECE);
  }
}

/** Null where the file has gone or changed since it was chosen. */
async function bytesOf(part: Blob): Promise<Uint8Array | null> {
  try {
    return new Uint8Array(await part.arrayBuffer());
  } catch {
    return null;
  }
}
