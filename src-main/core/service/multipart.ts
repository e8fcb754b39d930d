import { randomUUID } from 'node:crypto';
import { checkSize, readFrozen, readFrozenWhole } from './frozen-file.ts';
import type { UploadPart } from './service-client.ts';

// The largest size in bytes of a body that is sent as one piece. For small files, most of the time goes into system calls, and one piece
// needs fewer system calls.
const ONE_PIECE_BYTES = 256 * 1024;

export interface RequestBody {
  readonly contentType: string;
  readonly length: number;
  /** Opens the body. Must be called once, right before sending. */
  open(): Buffer | AsyncGenerator<Buffer>;
}

/**
 * Builds a multipart/form-data body of exact length from text fields and spool files (docs/service.md 4.2, 4.6), and does not keep large
 * files in memory. Rejects with ServiceError `source-changed` if the size of a spool file differs from its recorded size. If the bytes of a
 * file do not have the recorded SHA-256, the stream ends with the same error before the last bytes of the file, so that no complete request
 * is sent (I3).
 */
export async function buildMultipart(
  fields: readonly (readonly [name: string, value: string])[],
  uploads: readonly UploadPart[],
): Promise<RequestBody> {
  // The boundary is a random UUID. The injected `Random` would make a predictable boundary, and a document could then contain the boundary.
  const boundary = `clearfolder-${randomUUID()}`;
  const texts = fields.map(
    ([name, value]) =>
      `--${boundary}\r\nContent-Disposition: form-data; name="${name}"\r\n\r\n${value.toWellFormed()}\r\n`,
  );
  const head = Buffer.from(texts.join(''));
  for (const part of uploads) checkSize(part);
  const files = uploads.map((part) => ({
    part,
    head: Buffer.from(
      `--${boundary}\r\nContent-Disposition: form-data; name="uploads"; filename="${quoteFileName(part.fileName)}"\r\n` +
        `Content-Type: ${checkMediaType(part.mediaType)}\r\n\r\n`,
    ),
  }));
  const lineEnd = Buffer.from('\r\n');
  const close = Buffer.from(`--${boundary}--\r\n`);

  async function* content(
    read: (part: UploadPart) => Iterable<Buffer> | AsyncIterable<Buffer>,
  ): AsyncGenerator<Buffer> {
    let pending = head;
    for (const file of files) {
      yield Buffer.concat([pending, file.head]);
      yield* read(file.part);
      pending = lineEnd;
    }
    yield Buffer.concat([pending, close]);
  }

  const length = files.reduce(
    (sum, file) => sum + file.head.length + file.part.size + lineEnd.length,
    head.length + close.length,
  );
  const atOnce = (part: UploadPart) => [readFrozenWhole(part)];
  const whole = length <= ONE_PIECE_BYTES ? await collect(content(atOnce)) : null;
  return {
    contentType: `multipart/form-data; boundary=${boundary}`,
    length,
    open: () => whole ?? content(readFrozen),
  };
}

async function collect(pieces: AsyncIterable<Buffer>): Promise<Buffer> {
  const all: Buffer[] = [];
  for await (const piece of pieces) all.push(piece);
  return Buffer.concat(all);
}

// Returns the file name in UTF-8 for a quoted string. Quotes and line ends are percent-encoded as browsers do, because a parser of the
// WHATWG kind takes `\"` for the end of the name and refuses the form; other parsers show `%22`. A backslash is doubled, because other
// parsers take a backslash for an escape (RFC 9110 5.6.4). A percent sign that a name has by itself before 0A, 0D or 22 is encoded too, because
// a parser of the WHATWG kind makes a line end or a quote of the three characters. No receiver accepts further control characters, so each becomes "_".
function quoteFileName(name: string): string {
  return name
    .toWellFormed()
    .replace(/%(?=0A|0D|22)/gi, '%25')
    .replace(/["\r\n]/g, encodeURIComponent)
    .replace(/\p{Cc}/gu, '_')
    .replaceAll('\\', '\\\\');
}

function checkMediaType(mediaType: string): string {
  return /^[\w.+-]+\/[\w.+-]+(; ?[\w-]+=[\w.+-]+)*$/.test(mediaType) ? mediaType : 'application/octet-stream';
}
