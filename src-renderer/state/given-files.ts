import type { GivenFile } from '../host/host.ts';
import { t } from '../strings/translate.ts';
import { sayFailure } from './notices.ts';

export function holdsFiles(transfer: DataTransfer | null): boolean {
  return transfer?.types.includes('Files') ?? false;
}

/** The files of a drop event, including the files in dropped folders. Must be called during the event. */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0) return [...transfer.files].map((file) => ({ path: file.name, file }));
  const given: GivenFile[] = [];
  for (const entry of entries) given.push(...(await filesOfEntry(entry, '')));
  return given;
}

// Chromium lacks these classes as values for `instanceof`.
const isFile = (entry: FileSystemEntry): entry is FileSystemFileEntry => entry.isFile;
const isFolder = (entry: FileSystemEntry): entry is FileSystemDirectoryEntry => entry.isDirectory;

async function filesOfEntry(entry: FileSystemEntry, before: string): Promise<readonly GivenFile[]> {
  const path = `${before}${entry.name}`;
  if (isFile(entry)) {
    const file = await new Promise<File>((resolve, reject) => entry.file(resolve, reject));
    return [{ path, file }];
  }
  if (!isFolder(entry)) return [];
  const given: GivenFile[] = [];
  const reader = entry.createReader();
  // A reader returns at most 100 entries at a time; an empty answer is the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return given;
    for (const inner of some) given.push(...(await filesOfEntry(inner, `${path}/`)));
  }
}

/** Lets a person choose files or a folder; empty if the person cancelled. Must be called from an action of the person. */
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
      resolve(files.map((file) => ({ path: file.webkitRelativePath || file.name, file })));
    });
    input.click();
  });
}
