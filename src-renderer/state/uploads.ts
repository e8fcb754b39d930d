import { create } from 'zustand';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import type { GivenFile, Host } from '../host/host.ts';
import { takeEvent } from './live.ts';
import { sayFailure } from './notices.ts';
import { goTo } from './place.ts';

/** Bytes of the files on their way from the page into a drop, and what ended them. */
export interface Upload {
  readonly files: number;
  readonly sent: number;
  readonly total: number;
  readonly failure: Failure | null;
}

export const useUploads = create<{ readonly uploads: Readonly<Record<string, Upload>> }>(() => ({
  uploads: {},
}));

function put(drop: string, upload: Upload | null): void {
  useUploads.setState(({ uploads: { [drop]: _, ...others } }) => ({
    uploads: upload === null ? others : { ...others, [drop]: upload },
  }));
}

/** Adds files to a drop that is open; its progress can be followed in `useUploads`. A failure stays there until the next try. */
export async function addFilesTo(
  host: Host,
  drop: string,
  files: readonly GivenFile[],
): Promise<Result<null>> {
  const total = files.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
  put(drop, { files: files.length, sent: 0, total, failure: null });
  const result = await host.addFiles(drop, files, (sent, all) =>
    put(drop, { files: files.length, sent, total: all, failure: null }),
  );
  put(drop, result.ok ? null : { files: files.length, sent: 0, total, failure: result.error });
  return result;
}

/** Opens a drop for these files, shows it at once, and adds them. */
export async function beginDrop(host: Host, files: readonly GivenFile[]): Promise<void> {
  if (files.length === 0) return;
  const opened = await host.call('drops.open', {});
  if (!opened.ok) {
    sayFailure(opened.error);
    return;
  }
  takeEvent({ kind: 'drop', drop: opened.value });
  goTo({ screen: 'drop', drop: opened.value.id });
  await addFilesTo(host, opened.value.id, files);
}
