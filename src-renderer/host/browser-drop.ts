import type { GivenFile } from './host.ts';

/**
 * The files that a person dropped on the page, with the files inside dropped folders. A page has no paths for the engine to walk, so the
 * page walks the folders. To be called while the drop event is handled. Rejects if a folder cannot be read.
 */
export async function filesOfDrop(transfer: DataTransfer): Promise<readonly GivenFile[]> {
  const entries = [...transfer.items].flatMap((item) => item.webkitGetAsEntry() ?? []);
  if (entries.length === 0)
    return [...transfer.files].map((file, entry) => ({ path: file.name, file, entry }));
  const given: GivenFile[] = [];
  for (const [number, entry] of entries.entries()) given.push(...(await filesOfEntry(entry, '', number)));
  return given;
}

// Chromium has no classes of entries to use with `instanceof`.
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
  // A reader gives at most 100 entries at a time; an empty result is the end.
  for (;;) {
    const some = await new Promise<FileSystemEntry[]>((resolve, reject) =>
      reader.readEntries(resolve, reject),
    );
    if (some.length === 0) return given;
    for (const inner of some) given.push(...(await filesOfEntry(inner, `${path}/`, number)));
  }
}
