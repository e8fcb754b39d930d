import { createHash } from 'node:crypto';
import { asDiskFault } from '../disk-full.ts';
import type { OpenFile } from '../share-io/file-calls.ts';
import { type ExactIdentity, identityOf } from '../share-io/file-identity.ts';
import { mediaTypeOf } from './media-type.ts';
import { TextProbe } from './text-probe.ts';

interface Filling {
  readonly path: string;
  /** The document's own, by which its type is told where its bytes do not. */
  readonly name: string;
  /** Called after each piece, with the bytes that it has. */
  readonly onPiece: (bytes: number) => Promise<void>;
  /** What the source is once it was read; throws when it is another by now. Without it the copy itself is looked at. */
  readonly after: (() => Promise<ExactIdentity>) | undefined;
}

/** What was written into a copy. */
export interface Filled {
  readonly size: number;
  readonly sha256: string;
  readonly mediaType: string;
  readonly identity: ExactIdentity;
}

/** Writes the pieces into an empty copy and to the disk, and tells what they are together. @throws DiskFault, what `after` throws */
export async function fillCopy(
  target: OpenFile,
  chunks: AsyncIterable<Uint8Array>,
  { path, name, onPiece, after }: Filling,
): Promise<Filled> {
  const hash = createHash('sha256');
  const probe = new TextProbe();
  let size = 0;
  for await (const piece of chunks) {
    const chunk = Buffer.from(piece.buffer, piece.byteOffset, piece.byteLength);
    hash.update(chunk);
    probe.push(chunk);
    size += chunk.length;
    await writeAll(target, chunk).catch(asDiskFault);
    await onPiece(chunk.length);
  }
  const sha256 = hash.digest('hex');
  const identity = after ? await after() : identityOf(await target.stat({ bigint: true }));
  await target.sync().catch(asDiskFault);
  const mediaType = await mediaTypeOf({ path, name, size, text: probe.look(), head: probe.head });
  return { size, sha256, mediaType, identity };
}

async function writeAll(target: OpenFile, chunk: Buffer): Promise<void> {
  let written = 0;
  while (written < chunk.length) {
    written += (await target.write(chunk, written, chunk.length - written)).bytesWritten;
  }
}
