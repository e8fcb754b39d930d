import { createHash } from 'node:crypto';
import type { Writable } from 'node:stream';
import { Busboy } from '@fastify/busboy';

export interface FormFile {
  part: string;
  name: string | null;
  mediaType: string;
  sha256: string;
  size: number;
  /** The bytes, where the reader keeps them. */
  content?: Buffer;
}

/** A multipart body, read to its end; files in the order sent, repeated fields keep the last value. */
export interface Form {
  fields: ReadonlyMap<string, string>;
  files: readonly FormFile[];
}

/** A sink for the raw bytes of a multipart body, and what they turned out to hold. */
export interface FormReading {
  sink: Writable;
  /** Rejects when the body is not a complete multipart body or the sink is destroyed. */
  form: Promise<Form>;
}

const MAX_FIELD_BYTES = 16 * 1024 * 1024;

/** The types whose files are data rather than documents (docs/service.md 4.2). */
const DATA_TYPES = ['application/json', 'text/plain'];

/**
 * Reads and hashes a multipart body while it streams by. Of files it keeps those that are data, and all where `keepsFiles`.
 * Null if the body is not multipart.
 */
export function readForm(contentType: string | undefined, keepsFiles = false): FormReading | null {
  if (contentType === undefined || !/^multipart\/form-data\b.*boundary=/i.test(contentType)) return null;
  // The paths in file names are kept: what the client leaked there is for a test to see.
  const sink = new Busboy({
    headers: { 'content-type': contentType },
    preservePath: true,
    limits: { fieldSize: MAX_FIELD_BYTES },
  });
  const fields = new Map<string, string>();
  const files: FormFile[] = [];
  const form = new Promise<Form>((resolve, reject) => {
    sink.on('field', (name, value) => fields.set(name, value));
    sink.on('file', (part, stream, name, _encoding, mediaType) => {
      const hash = createHash('sha256');
      const file: FormFile = { part, name: name ?? null, mediaType, sha256: '', size: 0 };
      files.push(file);
      const kept: Buffer[] | null = keepsFiles || DATA_TYPES.includes(mediaType) ? [] : null;
      stream.on('data', (chunk: Buffer) => {
        kept?.push(chunk);
        hash.update(chunk);
        file.size += chunk.length;
      });
      stream.on('end', () => {
        file.sha256 = hash.digest('hex');
        if (kept !== null) file.content = Buffer.concat(kept);
      });
      stream.on('error', reject);
    });
    sink.on('finish', () => resolve({ fields, files }));
    sink.on('error', reject);
    sink.on('close', () => reject(new Error('The multipart body was not read to its end.')));
  });
  form.catch(() => undefined);
  return { sink, form };
}
