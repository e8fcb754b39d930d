import { z } from 'zod';
import type { Result } from '../../src-main/contract/result.ts';
import { resultOf } from './browser-calls.ts';
import { authorisation, unreachable } from './browser-session.ts';
import type { GivenFile } from './host.ts';

/** Browsers keep six connections to a server at most, and the events and what is looked at need theirs. */
const AT_ONCE = 2;

/**
 * Streams files into a drop. One that fails does not keep the others back; the first failure is given in the end. `onProgress`
 * gets bytes of all of them together.
 */
export async function uploadFiles(
  drop: string,
  files: readonly GivenFile[],
  onProgress: (sent: number, total: number) => void,
): Promise<Result<null>> {
  const total = files.reduce((sum, { file }) => sum + file.size, 0);
  const sent = new Map<GivenFile, number>();
  const tell = (given: GivenFile, bytes: number) => {
    sent.set(given, Math.min(bytes, given.file.size));
    onProgress(
      [...sent.values()].reduce((sum, part) => sum + part, 0),
      total,
    );
  };
  const failures: Extract<Result<null>, { ok: false }>[] = [];
  const left = files.values();
  const work = async () => {
    for (const given of left) {
      const result = await upload(drop, given, (bytes) => tell(given, bytes));
      if (!result.ok) failures.push(result);
      tell(given, given.file.size);
    }
  };
  await Promise.all(Array.from({ length: AT_ONCE }, work));
  return failures[0] ?? { ok: true, value: null };
}

function upload(
  drop: string,
  { path, file }: GivenFile,
  onBytes: (bytes: number) => void,
): Promise<Result<unknown>> {
  return new Promise((resolve) => {
    // The one way in which every browser tells how much of a body has gone.
    const request = new XMLHttpRequest();
    const failed = () => resolve({ ok: false, error: unreachable });
    request.open('PUT', `/api/drop/${encodeURIComponent(drop)}/file`);
    request.setRequestHeader('Content-Type', 'application/octet-stream');
    request.setRequestHeader('X-Clearfolder-Path', encodeURIComponent(path.toWellFormed()));
    request.setRequestHeader('X-Clearfolder-Size', String(file.size));
    for (const [name, value] of Object.entries(authorisation())) request.setRequestHeader(name, value);
    request.responseType = 'json';
    request.upload.addEventListener('progress', ({ loaded }) => onBytes(loaded));
    request.addEventListener('load', () => resolve(resultOf(request.response, z.unknown())));
    request.addEventListener('error', failed);
    request.addEventListener('abort', failed);
    request.send(file);
  });
}
