import { PassThrough } from 'node:stream';
import type { Result } from '../../contract/result.ts';
import { newSecret } from '../../contract/sealed.ts';
import type { StreamedFile } from '../../core/drops/fill-drop.ts';
import { LONG_BYTES } from '../../core/share-io/file-calls.ts';
import type { App } from '../app/app.ts';
import { unreadable } from './refusal.ts';

export interface Uploads {
  /** Begins the upload of a file into a drop. Returns the id of the upload, which no other page knows. */
  begin(drop: string, file: StreamedFile): string;
  /**
   * Accepts the next piece of a file. Returns null while more pieces must follow, otherwise the result of the file.
   * @throws Refusal if no upload has this id, or if the piece is not the next piece or is too long; such a piece ends the upload
   */
  take(id: string, piece: number, bytes: Uint8Array): Promise<Result<unknown> | null>;
}

interface Upload {
  readonly size: number;
  readonly stream: PassThrough;
  /** The result of the file, which may be known before the last piece. */
  readonly outcome: Promise<Result<unknown>>;
  next: number;
  got: number;
  patience: NodeJS.Timeout;
}

/** If the next piece does not arrive within `silenceMs` milliseconds, the upload ends as if the connection had broken. */
export function createUploads(app: App, silenceMs: number): Uploads {
  const uploads = new Map<string, Upload>();
  const giveUp = (id: string, upload: Upload) => {
    uploads.delete(id);
    clearTimeout(upload.patience);
    upload.stream.destroy(new Error('the rest of the file never came'));
  };
  const wait = (id: string) =>
    setTimeout(() => {
      const upload = uploads.get(id);
      if (upload !== undefined) giveUp(id, upload);
    }, silenceMs).unref();

  return {
    begin: (drop, file) => {
      const id = newSecret();
      const stream = new PassThrough({ readableObjectMode: true });
      // The promise `outcome` reports the error of the stream.
      stream.on('error', () => undefined);
      const outcome = app.addDropStream(drop, file, stream);
      uploads.set(id, { size: file.size, stream, outcome, next: 0, got: 0, patience: wait(id) });
      return id;
    },
    take: async (id, piece, bytes) => {
      const upload = uploads.get(id);
      if (upload === undefined) throw unreadable();
      const { stream, outcome, size } = upload;
      if (piece !== upload.next || upload.got + bytes.byteLength > size) {
        giveUp(id, upload);
        throw unreadable();
      }
      clearTimeout(upload.patience);
      upload.next += 1;
      upload.got += bytes.byteLength;
      const last = upload.got === size;
      // Each chunk has at most LONG_BYTES bytes. For a longer chunk, the spool would use a thread, which takes more time.
      for (let from = 0; from < bytes.byteLength; from += LONG_BYTES)
        stream.write(bytes.subarray(from, from + LONG_BYTES));
      if (last) stream.end();
      const ended = await Promise.race([outcome, ...(last ? [] : [flowing(stream)])]);
      if (ended === null) upload.patience = wait(id);
      else uploads.delete(id);
      return ended;
    },
  };
}

async function flowing(stream: PassThrough): Promise<null> {
  if (!stream.writableNeedDrain) return null;
  const { promise, resolve } = Promise.withResolvers<null>();
  stream.once('drain', () => resolve(null));
  return await promise;
}
