import type { GivenFile } from '../host/host.ts';
import { t } from '../strings/translate.ts';
import { sayFailure } from './notices.ts';

/** Whether something dragged over the window is files. */
export function holdsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** The files of a drop, with those inside dropped folders. Has to be called while the drop event is handled. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0)
    return [...transfer.files].map((file, entry) => ({ path: file.name, file, entry }));
  const given: GivenFile[] = [];
  for (const [number, entry] of entries.entries()) given.push(...(await filesOfEntry(entry, '', number)));
  return given;
}

// Chromium has no such classes to ask `instanceof` of.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesOfEntry(
  entry: FileSystemEntry,
  before: string,
  number: number,
): Promise<readonly GivenFile[]> {
  const path = `${before}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file, entry: number }];
  }
  if (!isFolder(entry)) return [];
  const given: GivenFile[] = [];
  const reader = entry.createReader();
  // A reader gives at most 100 entries at a time; an empty answer is the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return given;
    for (const inner of some) given.push(...(await filesOfEntry(inner, `${path}/`, number)));
  }
}

/** Lets the person choose files, or a folder; nothing when they thought better of it. To be called from an action of theirs. */
export function chooseFiles(what: 'files' | 'folder'): Promise<readonly GivenFile[]> {
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
