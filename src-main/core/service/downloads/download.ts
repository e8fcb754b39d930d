import { createHash, randomUUID } from 'node:crypto';
import { constants } from 'node:fs';
import { copyFile, link, lstat, open, rm, statfs } from 'node:fs/promises';
import { dirname } from 'node:path';
import { hasCode } from '../../error-code.ts';
import { isSuccess, readRetryAfter } from '../answer.ts';
import { isSecureOrLoopback } from '../http/base-url.ts';
import type { BodySink, HttpAnswer } from '../http/http-exchange.ts';
import type { Transport } from '../http/transport.ts';
import type { DownloadLink } from '../schemas.ts';
import type { CallOptions, DownloadOptions } from '../service-client.ts';
import { ServiceError } from '../service-failure.ts';
import { LinkRefused } from './link-places.ts';

/** The maximum size of a download in bytes, larger than any document. The limit keeps an endless response from filling the disk. */
export const MAX_DOWNLOAD_BYTES = 2 * 1024 ** 3;
/** The response statuses to a download link that expired (after 60 seconds, docs/service.md 4.7) or was revoked. A new link may work. */
const STALE_LINK = [403, 404, 410];
const KEPT_FREE_BYTES = 256 * 1024 ** 2;
const LOOK_EVERY_BYTES = 32 * 1024 ** 2;

/** The target file of a download exists already, and stays unchanged (I4). The error contains no path. */
export class TargetExistsError extends Error {
  constructor() {
    super('A file with this name already exists. Clearfolder did not overwrite it.');
    this.name = 'TargetExistsError';
  }
}

/** The download would use the disk space that queued documents and the ledger need. The error contains no path. */
export class SpaceShortError extends Error {
  constructor() {
    super('Less than 256 MiB would be left on the disk.');
    this.name = 'SpaceShortError';
  }
}

/** Returns the path of the temporary file, in the folder of the target, that receives the bytes during a download. */
export const partOf = (target: string): string => `${target}.part-${randomUUID()}`;

/** Creates functions that download data items through pre-signed links (docs/service.md 4.7) and reject with ServiceError. */
export function createDownloads(transport: Transport, now: () => number) {
  return {
    /**
     * Downloads a data item into `target`. If the link has expired, repeats the download once with a new link. `saw` gets each status.
     * Rejects with TargetExistsError if `target` exists, and with SpaceShortError if the disk space is too small.
     */
    async save(
      askLink: () => Promise<DownloadLink>,
      target: string,
      options: DownloadOptions,
      saw: (status: number) => void,
    ): Promise<{ fileName: string; size: number; sha256: string }> {
      if ((await lstat(target).catch(() => null)) !== null) throw new TargetExistsError();
      const attempt = async () => {
        const { url, file_name: name } = await askLink();
        const fetched = await fetchLink(transport, url, target, options);
        saw(fetched.answer.status);
        return { ...fetched, fileName: lastSegment(name) };
      };
      let result = await attempt();
      if (STALE_LINK.includes(result.answer.status)) result = await attempt();
      if (result.file === null) throw linkFailure(result.answer, now());
      return { fileName: result.fileName, ...result.file };
    },
    /** Returns the SHA-256 of the bytes behind a link, in lower-case hexadecimal. The bytes are not stored. */
    async sha256(link: string, options: CallOptions): Promise<string> {
      const hash = createHash('sha256');
      const answer = await getLink(transport, link, async (chunk) => void hash.update(chunk), options);
      if (answer.status !== 200) throw linkFailure(answer, now());
      return hash.digest('hex');
    },
  };
}

const freeSpace = async (folder: string): Promise<number> => {
  const { bavail, bsize } = await statfs(folder);
  return bavail * bsize;
};

// Downloads into a temporary file, then gives the complete file the name `target`. Never overwrites a file. Rejects with SpaceShortError.
// Returns the response, and the size and hash of the file; null instead of the file if the status is not 200.
async function fetchLink(
  transport: Transport,
  link: string,
  target: string,
  { part = partOf(target), placing = (keep) => keep(), free = freeSpace, ...options }: DownloadOptions,
) {
  const leaveSpace = async (bytes: number): Promise<void> => {
    if ((await free(dirname(target))) < KEPT_FREE_BYTES + bytes) throw new SpaceShortError();
  };
  await leaveSpace(0);
  const handle = await open(part, 'wx', 0o600);
  try {
    const hash = createHash('sha256');
    let size = 0;
    let lookAt = 0;
    const write = async (chunk: Buffer) => {
      if (size >= lookAt) {
        await leaveSpace(LOOK_EVERY_BYTES);
        lookAt = size + LOOK_EVERY_BYTES;
      }
      await handle.writeFile(chunk);
      hash.update(chunk);
      size += chunk.length;
    };
    const answer = await getLink(transport, link, write, options).finally(() =>
      handle.sync().finally(() => handle.close()),
    );
    if (answer.status !== 200) return { answer, file: null };
    await placing(() => place(part, target));
    return { answer, file: { size, sha256: hash.digest('hex') } };
  } finally {
    await rm(part, { force: true });
  }
}

/**
 * Requests a pre-signed link. The request contains no credential, because the host of the link is not the service (I9). `write` gets the
 * bytes of a 200 response. Rejects with LinkRefused if the link is not protected, if `LinkPlaces` forbids its host, or if the response
 * is larger than `MAX_DOWNLOAD_BYTES`.
 */
export async function getLink(
  transport: Transport,
  link: string,
  write: BodySink['write'],
  { signal }: CallOptions,
): Promise<HttpAnswer> {
  const url = new URL(link);
  if (!isSecureOrLoopback(url)) throw new LinkRefused('unprotected');
  let size = 0;
  const writeWithin = async (chunk: Buffer): Promise<void> => {
    size += chunk.length;
    if (size > MAX_DOWNLOAD_BYTES) throw new LinkRefused('too-large');
    await write(chunk);
  };
  return await transport.send({
    method: 'GET',
    origin: url.origin,
    path: url.pathname + url.search,
    headers: { accept: '*/*' },
    body: null,
    signal,
    isLink: true,
    sink: { accepts: (status) => status === 200, write: writeWithin },
  });
}

// Returns the failure for a download response without a file. The failure does not contain the response body, because storage services
// repeat the signed address in the body.
function linkFailure(answer: HttpAnswer, nowMs: number): ServiceError {
  const { status } = answer;
  if (isSuccess(answer)) {
    return new ServiceError({ kind: 'unreadable', status, cause: 'the download link gave no file' });
  }
  const retryAfterMs = readRetryAfter(answer, nowMs);
  return new ServiceError({ kind: 'refused', status, detail: null, fields: [], retryAfterMs });
}

// Gives the complete temporary file `part` the name `target` by a hard link. A hard link fails if another file has the name, whereas a
// rename would replace the other file.
async function place(part: string, target: string): Promise<void> {
  try {
    await link(part, target);
  } catch (error) {
    if (hasCode(error, 'EEXIST')) throw new TargetExistsError();
    // A file system without hard links (FAT, many shares) needs a copy. COPYFILE_EXCL also fails if another file has the name.
    await copyFile(part, target, constants.COPYFILE_EXCL).catch((copyError: unknown) => {
      throw hasCode(copyError, 'EEXIST') ? new TargetExistsError() : copyError;
    });
  }
}

/** Returns the file name that the service suggests, without folders, so that the name cannot act as a path. */
const lastSegment = (name: string): string => name.split(/[\\/]/).at(-1) ?? '';
