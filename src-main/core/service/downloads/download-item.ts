import type { Transport } from '../http/transport.ts';
import type { DownloadLink } from '../schemas.ts';
import type { DownloadOptions } from '../service-client.ts';
import { type Fetched, fetchLink, mustNotExist } from './download.ts';
import { linkFailure } from './signed-link.ts';

/** The statuses of an expired link (60 seconds, docs/service.md 4.7) or a revoked link; a fresh link may work. */
const STALE_LINK = [403, 404, 410];

/**
 * Downloads a data item through a fresh link, and through a second link if the first has expired. Rejects with ServiceError, or
 * with TargetExistsError before any request if `target` exists.
 */
export async function downloadItem(parts: {
  transport: Transport;
  askLink: () => Promise<DownloadLink>;
  target: string;
  callOptions: DownloadOptions;
  now: () => number;
  saw: (status: number) => void;
}): Promise<{ fileName: string; size: number; sha256: string }> {
  const { transport, target, callOptions } = parts;
  await mustNotExist(target);
  const attempt = async (): Promise<Fetched & { fileName: string }> => {
    const link = await parts.askLink();
    const fetched = await fetchLink(transport, link.url, target, callOptions);
    parts.saw(fetched.answer.status);
    return { ...fetched, fileName: lastSegment(link.file_name) };
  };
  let result = await attempt();
  if (STALE_LINK.includes(result.answer.status)) result = await attempt();
  if (result.file === null) throw linkFailure(result.answer, parts.now());
  return { fileName: result.fileName, ...result.file };
}

/** Replaces every part of a suggested name that could act as a path. */
function lastSegment(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? '';
}
