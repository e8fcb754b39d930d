import type { GivenFile, Host } from '../host/host.ts';
import { t } from '../strings/translate.ts';
import { sayFailure } from './notices.ts';

/** True if the things dragged over the window are files. */
export function holdsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** Lets the person choose files, or a folder. Gives nothing if the person cancels. To be called from an action of the person. */
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
