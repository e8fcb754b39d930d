import { z } from 'zod';
import { type Failure, type Result, resultSchema } from '../../src-main/contract/result.ts';
import { authorisation, noticeFailure, unreachable, unreadable } from './browser-session.ts';
import type { ReadDocument } from './host.ts';

/** Asks the server and parses what it answers. Never rejects. */
export async function post<T>(url: string, body: unknown, schema: z.ZodType<T>): Promise<Result<T>> {
  const response = await send(url, body);
  if (response === null) return { ok: false, error: unreachable };
  return resultOf(await response.json().catch(() => null), schema);
}

/** Reads a document whole; the audit keeps what for. Never rejects. */
export const fetchDocument = (
  task: string,
  item: string,
  purpose: 'show' | 'save' = 'show',
): Promise<Result<ReadDocument>> => fetchBytes('/api/document', { task, item, to_save: purpose === 'save' });

/** Reads a file that the engine made for the person to save. Never rejects. */
export const fetchMade = (file: string): Promise<Result<ReadDocument>> => fetchBytes('/api/made', { file });

async function fetchBytes(url: string, body: unknown): Promise<Result<ReadDocument>> {
  const response = await send(url, body);
  if (response === null) return { ok: false, error: unreachable };
  const name = response.headers.get('X-Clearfolder-Name');
  const type = response.headers.get('X-Clearfolder-Type');
  if (name === null || type === null) {
    const answer = resultOf(await response.json().catch(() => null), z.unknown());
    return answer.ok ? { ok: false, error: unreadable } : answer;
  }
  try {
    const shown = harmlessType(decodeURIComponent(type));
    const blob = new Blob([await response.arrayBuffer()], { type: shown });
    return { ok: true, value: { name: decodeURIComponent(name), type: shown, blob } };
  } catch {
    return { ok: false, error: unreachable };
  }
}

/** What the server answered, as a `Result` of this shape. */
export function resultOf<T>(answer: unknown, schema: z.ZodType<T>): Result<T> {
  const result = resultSchema.safeParse(answer);
  if (!result.success) return { ok: false, error: unreadable };
  if (!result.data.ok) {
    noticeFailure(result.data.error);
    return result.data;
  }
  const value = schema.safeParse(result.data.value);
  return value.success ? { ok: true, value: value.data } : { ok: false, error: unreadable };
}

/** The failure in what the server answered, or null. */
export function failureOf(answer: unknown): Failure | null {
  const result = resultSchema.safeParse(answer);
  return result.success && !result.data.ok ? result.data.error : null;
}

async function send(url: string, body: unknown): Promise<Response | null> {
  try {
    return await fetch(url, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json', ...authorisation() },
      body: JSON.stringify(body),
    });
  } catch {
    return null;
  }
}

/** A blob is shown as a page of this very program, so it may never be of a type that runs scripts. */
function harmlessType(type: string): string {
  const plain =
    /^(application\/(pdf|json)|text\/plain|image\/(png|jpeg|gif|webp|bmp|tiff)|(audio|video)\/[\w.-]+)(?=;|$)/;
  return plain.exec(type)?.[0] ?? 'application/octet-stream';
}
