import type { Transport } from '../http/transport.ts';
import type { DownloadLink } from '../schemas.ts';
import type { DownloadOptions } from '../service-client.ts';
import { type Fetched, fetchLink, mustNotExist } from './download.ts';
import { linkFailure } from './signed-link.ts';

/** Answers of a link that has run out (60 seconds, docs/service.md 4.7) or was taken back: a fresh one may work. */
const STALE_LINK = [403, 404, 410];

/**
 * Downloads a data item: a fresh link, and one more if the first is already stale. Rejects with ServiceError, or with
 * TargetExistsError before anything is asked for if `target` is taken.
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

/** A suggested name is a name: whatever looks like a path in it must not become one. */
function lastSegment(name: string): string {
  return name.split(/[\\/]/).at(-1) ?? '';
}
