import type { FastifyRequest } from 'fastify';
import { kindOf, type ReceivedUpload } from '../data-items.ts';
import type { BlobStore } from '../storage/blob-store.ts';
import { unprocessable, type ValidationEntry } from './problem.ts';
import { JsonObject } from './values.ts';

/** A received multipart form. The uploads are in the folder `incoming/` of the blob store. `faults` lists the invalid parts. */
export interface ReceivedForm {
  readonly fields: ReadonlyMap<string, string>;
  readonly uploads: readonly ReceivedUpload[];
  readonly faults: readonly ValidationEntry[];
}

const TEXT_FIELDS = new Set(['task_type', 'request_spec', 'external_id', 'name', 'callback_template']);

/** Receives a multipart form and calls `use` with the form. Afterwards, deletes each upload that is still in `incoming/`. */
export async function withForm<T>(
  request: FastifyRequest,
  blobs: BlobStore,
  use: (form: ReceivedForm) => Promise<T>,
): Promise<T> {
  const received: ReceivedUpload[] = [];
  try {
    const form = await receive(request, blobs, received);
    return await use(form);
  } finally {
    for (const upload of received) blobs.discard(upload.blob);
  }
}

async function receive(
  request: FastifyRequest,
  blobs: BlobStore,
  uploads: ReceivedUpload[],
): Promise<ReceivedForm> {
  const fields = new Map<string, string>();
  const faults: ValidationEntry[] = [];
  if (!request.isMultipart()) return { fields, uploads, faults };
  for await (const part of request.parts()) {
    const loc = ['body', part.fieldname];
    if (part.type === 'file' && part.fieldname === 'uploads') {
      const stored = await blobs.receive(part.file);
      const upload = { ...stored, name: part.filename || null, mediaType: part.mimetype.toLowerCase() };
      const index = uploads.push(upload) - 1;
      const fault = await faultOf(upload, blobs);
      if (fault) faults.push({ loc: [...loc, index], ...fault });
    } else if (part.type === 'file') {
      part.file.resume();
      if (TEXT_FIELDS.has(part.fieldname)) {
        faults.push({ loc, type: 'string_type', msg: 'Input should be a valid string' });
      }
    } else if (part.fieldname === 'uploads') {
      faults.push({ loc: [...loc, uploads.length], type: 'value_error', msg: 'Expected a file part' });
    } else if (TEXT_FIELDS.has(part.fieldname)) {
      const { value } = part;
      fields.set(part.fieldname, typeof value === 'string' ? value : JSON.stringify(value));
    }
  }
  return { fields, uploads, faults };
}

// An upload of the type `application/json` becomes a json data item. A json data item must contain a JSON object (docs/service.md 2.2).
async function faultOf(
  upload: ReceivedUpload,
  blobs: BlobStore,
): Promise<Pick<ValidationEntry, 'type' | 'msg'> | null> {
  if (kindOf(upload.mediaType) !== 'json') return null;
  const text = (await blobs.readIncoming(upload.blob)).toString();
  return jsonObjectFault(text);
}

/** Returns the validation error of a text that must be a JSON object, without a byte order mark; null for a valid text. */
export function jsonObjectFault(text: string): Pick<ValidationEntry, 'type' | 'msg'> | null {
  try {
    return JsonObject.safeParse(JSON.parse(text)).success
      ? null
      : { type: 'dict_type', msg: 'Input should be a JSON object' };
  } catch {
    return { type: 'json_invalid', msg: 'Input should be valid JSON' };
  }
}

/** Refuses a request that has validation errors. @throws a 422 Problem if `faults` is not empty */
export function refuseFaults(faults: readonly ValidationEntry[]): void {
  if (faults.length > 0) throw unprocessable(faults);
}
