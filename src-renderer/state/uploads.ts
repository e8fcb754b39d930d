import { useEffect, useRef } from 'react';
import type { Failure, Result } from '../../src-main/contract/result.ts';
import { isDraft } from '../../src-main/contract/views/drop.ts';
import type { GivenFile, Host } from '../host/host.ts';
import { t } from '../strings/translate.ts';
import { applyEvent } from './live.ts';
import { sayFailure } from './notices.ts';
import { goTo } from './place.ts';
import { forgottenStore, keptStore } from './store.ts';

/** The progress of adding files to a drop. `sent` and `total` are bytes. `failure` is null unless the upload failed. */
export interface Upload {
  readonly sent: number;
  readonly total: number;
  readonly failure: Failure | null;
}

/** The files on their way. The lock keeps them until each file has arrived; then the page reloads. */
export const useUploads = keptStore<{ readonly uploads: Readonly<Record<string, Upload>> }>({
  uploads: {},
});

function put(drop: string, upload: Upload | null): void {
  useUploads.setState(({ uploads: { [drop]: _, ...others } }) => ({
    uploads: upload === null ? others : { ...others, [drop]: upload },
  }));
}

/** Adds files to a drop. After a failure, `useUploads` contains the failure until files are added to the drop again. */
export async function addFilesTo(
  host: Host,
  drop: string,
  files: readonly GivenFile[],
): Promise<Result<null>> {
  const total = files.reduce((sum, { file }) => sum + (file?.size ?? 0), 0);
  put(drop, { sent: 0, total, failure: null });
  const result = await host.addFiles(drop, files, (sent, all) =>
    put(drop, { sent, total: all, failure: null }),
  );
  put(drop, result.ok ? null : { sent: 0, total, failure: result.error });
  return result;
}

export async function beginDrop(host: Host, files: readonly GivenFile[]): Promise<void> {
  if (files.length === 0) return;
  const drop = await openEmptyDraft(host);
  if (drop !== null) await addFilesTo(host, drop, files);
}

/** Opens and shows a draft without files. Returns its id; null after a failure, which a notice shows. */
export async function openEmptyDraft(host: Host): Promise<string | null> {
  const opened = await host.call('drops.open', {});
  if (!opened.ok) {
    sayFailure(opened.error);
    return null;
  }
  applyEvent({ kind: 'drop', drop: opened.value });
  goTo({ screen: 'drop', drop: opened.value.id });
  return opened.value.id;
}

/** Shows the newest draft. If there is no draft, does nothing. */
export async function openNewestDraft(host: Host): Promise<void> {
  const drops = await host.call('drops.list', {});
  if (!drops.ok) return sayFailure(drops.error);
  const drafts = drops.value.filter(isDraft);
  const newest = drafts.toSorted((a, b) => b.opened_at.localeCompare(a.opened_at))[0];
  if (newest !== undefined) goTo({ screen: 'drop', drop: newest.id });
}

export function holdsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** Lets a person choose files or a folder. Resolves to an empty list after Cancel. Must be called after a click or a key press. */
export async function chooseFiles(host: Host, what: 'files' | 'folder'): Promise<readonly GivenFile[]> {
  if (what === 'files' || host.chooseFolder === null) return await chooseInPage(what);
  const chosen = await host.chooseFolder();
  if (!chosen.ok) sayFailure(chosen.error);
  return chosen.ok && chosen.value.path !== null ? [{ path: chosen.value.path, file: null, entry: 0 }] : [];
}

function chooseInPage(what: 'files' | 'folder'): Promise<readonly GivenFile[]> {
  const input = document.createElement('input');
  input.type = 'file';
  input.multiple = true;
  input.webkitdirectory = what === 'folder';
  return new Promise((resolve) => {
    input.addEventListener('cancel', () => resolve([]));
    input.addEventListener('change', () => {
      const files = [...(input.files ?? [])];
      if (files.length === 0)
        sayFailure({ code: 'drop.nothing-added', message: t('drop.noFiles'), next: t('drop.noFiles.next') });
      resolve(files.map((file) => ({ path: file.webkitRelativePath || file.name, file, entry: 0 })));
    });
    input.click();
  });
}

export interface DropTarget {
  readonly label: string;
  /** If true, the zone that makes a new drop is not shown beside this drop zone. */
  readonly sole?: boolean;
  take(files: readonly GivenFile[]): void;
}

export const useDropTargets = forgottenStore<{ readonly target: DropTarget | null }>({ target: null });

/** Offers `target` as a drop zone while the component is mounted. If `target` is null, offers no zone. */
export function useDropTarget(target: DropTarget | null): void {
  const latest = useRef(target);
  latest.current = target;
  const label = target?.label ?? null;
  const sole = target?.sole ?? false;
  useEffect(() => {
    if (label === null) return;
    const offered: DropTarget = { label, sole, take: (files) => latest.current?.take(files) };
    useDropTargets.setState({ target: offered });
    return () =>
      useDropTargets.setState(({ target: current }) => ({ target: current === offered ? null : current }));
  }, [label, sole]);
}
