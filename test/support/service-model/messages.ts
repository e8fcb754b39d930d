import { json } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { type Form, readForm } from '../form-reader.ts';

/** What every path of the service begins with (docs/service.md 9). */
export const BASE_PATH = '/public/v1';

/** A request that has arrived whole. */
export interface ModelRequest {
  readonly method: string;
  /** The whole path, without the query. */
  readonly path: string;
  readonly query: URLSearchParams;
  readonly headers: Readonly<Record<string, string | readonly string[] | undefined>>;
  /** The multipart body, or null where the body is of another kind. */
  readonly form: Form | null;
  /** The JSON body, or undefined where the body is none. */
  readonly json: unknown;
}

export interface ModelReply {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
  /** An object goes out as JSON; a text and bytes go out as they are. */
  readonly body: object | string | Buffer;
}

/** What a carrier knows of a request before its body. */
export interface RequestHead extends Pick<ModelRequest, 'method' | 'headers'> {
  /** Path and query. */
  readonly target: string;
}

/** Reads a request to its end. Rejects where the body is cut short. */
export async function readRequest(
  { method, target, headers }: RequestHead,
  body: AsyncIterable<Buffer>,
  keepsFiles: boolean,
): Promise<ModelRequest> {
  const { pathname: path, searchParams: query } = new URL(target, 'http://service.test');
  const head = { method, path, query, headers };
  const reading = readForm(String(headers['content-type']), keepsFiles);
  if (reading === null) return { ...head, form: null, json: await jsonOf(body) };
  await pipeline(body, reading.sink);
  return { ...head, form: await reading.form, json: undefined };
}

export function bytesOf({ body }: ModelReply): Buffer {
  if (Buffer.isBuffer(body)) return body;
  return Buffer.from(typeof body === 'string' ? body : JSON.stringify(body));
}

async function jsonOf(body: AsyncIterable<Buffer>): Promise<unknown> {
  try {
    return await json(body);
  } catch (error) {
    if (error instanceof SyntaxError) return undefined;
    throw error;
  }
}
