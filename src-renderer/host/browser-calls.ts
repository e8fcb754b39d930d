import { z } from 'zod';
import type { Result } from '../../src-main/contract/result.ts';
import { unreachable } from './browser-failures.ts';
import { askInSession, failureOf } from './browser-session.ts';
import type { ReadDocument } from './host.ts';
import { firstFrame, resultIn } from './sealed-fetch.ts';

/** Never rejects. */
export async function post<T>(path: string, body: unknown, schema: z.ZodType<T>): Promise<Result<T>> {
  try {
    return resultIn(await firstFrame(askInSession('POST', path, inBytes(body))), schema);
  } catch (error) {
    return { ok: false, error: failureOf(error) };
  }
}

/** Reads a whole document; the audit records the purpose. Never rejects. */
export const fetchDocument = (
  task: string,
  item: string,
  purpose: 'show' | 'save' = 'show',
): Promise<Result<ReadDocument>> => fetchBytes('/api/document', { task, item, to_save: purpose === 'save' });

/** Reads a file that the engine made for saving. Never rejects. */
export const fetchMade = (file: string): Promise<Result<ReadDocument>> => fetchBytes('/api/made', { file });

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

/** A blob counts as a page of this program, so its type must never run scripts. */
function harmlessType(type: string): string {
  const plain =
    /^(application\/(pdf|json)|text\/plain|image\/(png|jpeg|gif|webp|bmp|tiff)|(audio|video)\/[\w.-]+)(?=;|$)/;
  return plain.exec(type)?.[0] ?? 'application/octet-stream';
}
