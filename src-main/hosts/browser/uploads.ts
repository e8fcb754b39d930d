import type { z } from 'zod';
import { type BROWSER_REQUESTS, FIRST_CREDIT, NUMBER_BYTES } from '../../contract/page-socket.ts';
import type { Result } from '../../contract/result.ts';
import type { App } from '../app/app.ts';

/** The uploads of one page, by the number of the request that began the upload. */
export interface Uploads {
  /** Begins the upload of a file into a drop. Resolves to the result of the file, which may be known before the last byte. Never rejects. */
  begin(
    number: number,
    file: z.infer<(typeof BROWSER_REQUESTS)['browser.upload']['input']>,
  ): Promise<Result<unknown>>;
  /** Accepts a binary frame. Returns false if the page sends more than its credit, or more than the announced size. */
  take(frame: Buffer): boolean;
  /** Ends an upload whose rest does not come. */
  giveUp(number: number): void;
  /** Ends all uploads, when the connection closed. */
  stop(): void;
}

interface Upload {
  take(bytes: Buffer): boolean;
  giveUp(): void;
}

/** `grant` must tell the page that the page may send `bytes` more of this upload. */
export function createUploads(app: App, grant: (number: number, bytes: number) => void): Uploads {
  const uploads = new Map<number, Upload>();
  return {
    begin: async (number, { drop, ...file }) => {
      const { stream, ...upload } = createUpload(file.size, (bytes) => {
        if (uploads.has(number)) grant(number, bytes);
      });
      uploads.set(number, upload);
      try {
        return await app.addDropStream(drop, file, stream());
      } finally {
        uploads.delete(number);
      }
    },
    take: (frame) => {
      if (frame.byteLength < NUMBER_BYTES) return false;
      // The result of a file may be known before its last bytes; these bytes are ignored.
      return uploads.get(frame.readUInt32BE(0))?.take(frame.subarray(NUMBER_BYTES)) ?? true;
    },
    giveUp: (number) => uploads.get(number)?.giveUp(),
    stop: () => {
      for (const upload of uploads.values()) upload.giveUp();
    },
  };
}

/** An upload holds at most `FIRST_CREDIT` bytes in memory: more is granted when the engine has taken a piece. */
function createUpload(size: number, grant: (bytes: number) => void) {
  const pieces: Buffer[] = [];
  let credit = FIRST_CREDIT;
  let missing = size;
  let isGivenUp = false;
  let arrived = Promise.withResolvers<void>();
  const giveUp = (): void => {
    // A file whose bytes all arrived is kept.
    isGivenUp ||= missing > 0;
    arrived.resolve();
  };
  return {
    giveUp,
    take: (bytes: Buffer): boolean => {
      if (bytes.byteLength > Math.min(credit, missing)) {
        giveUp();
        return false;
      }
      credit -= bytes.byteLength;
      missing -= bytes.byteLength;
      pieces.push(bytes);
      arrived.resolve();
      return true;
    },
    stream: async function* (): AsyncGenerator<Uint8Array> {
      let left = size;
      while (left > 0) {
        if (isGivenUp) throw new Error('the rest of the file never came');
        const piece = pieces.shift();
        if (piece === undefined) {
          await arrived.promise;
          arrived = Promise.withResolvers();
        } else {
          left -= piece.byteLength;
          yield piece;
          credit += piece.byteLength;
          if (missing > 0) grant(piece.byteLength);
        }
      }
    },
  };
}
