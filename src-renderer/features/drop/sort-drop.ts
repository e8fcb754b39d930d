import type { DropFile, DropGrouping } from '../../../src-main/contract/views/drop.ts';

/** Files that become one Task together. */
export interface DropGroup {
  readonly key: string;
  /** The folder they were dropped in; null where there is none to name. */
  readonly folder: string | null;
  readonly files: readonly DropFile[];
}

export interface SortedDrop {
  readonly groups: readonly DropGroup[];
  readonly documents: number;
  readonly bytes: number;
  readonly duplicates: readonly DropFile[];
  readonly refused: readonly DropFile[];
  readonly ignored: readonly DropFile[];
  readonly reading: readonly DropFile[];
}

/** What a drop becomes: its files in the groups they will go in, and those that stay, by why they do. */
export function sortDrop(
  files: readonly DropFile[],
  grouping: DropGrouping,
  sendDuplicates: boolean,
): SortedDrop {
  const inState = (state: DropFile['state']) => files.filter((file) => file.state === state);
  const duplicates = inState('duplicate');
  const going = files.filter(({ state }) => state === 'ready' || (sendDuplicates && state === 'duplicate'));
  const groups = new Map<string, { folder: string | null; files: DropFile[] }>();
  for (const file of going) {
    const { key, folder } = groupOf(file, grouping);
    const group = groups.get(key);
    if (group === undefined) groups.set(key, { folder, files: [file] });
    else group.files.push(file);
  }
  return {
    groups: [...groups].map(([key, group]) => ({ key, ...group })),
    documents: going.length,
    bytes: going.reduce((sum, { size }) => sum + size, 0),
    duplicates,
    refused: inState('refused'),
    ignored: inState('ignored'),
    reading: inState('reading'),
  };
}

function groupOf({ index, path }: DropFile, grouping: DropGrouping): { key: string; folder: string | null } {
  if (grouping === 'together') return { key: 'all', folder: null };
  const cut = path.indexOf('/');
  if (grouping === 'each' || cut < 0) return { key: `file ${index}`, folder: null };
  const folder = path.slice(0, cut);
  return { key: `folder ${folder}`, folder };
}

/** How a drop is grouped unless its person says otherwise: by folder where folders were dropped, else each file alone. */
export function usualGrouping(files: readonly DropFile[]): DropGrouping {
  return files.some(({ path }) => path.includes('/')) ? 'folder' : 'each';
}
