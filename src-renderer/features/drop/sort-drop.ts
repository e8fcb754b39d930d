import type { DropFile, DropGrouping } from '../../../src-main/contract/views/drop.ts';

export interface DropGroup {
  readonly key: string;
  /** The name of the dropped folder that contains the files of the group; null if the group is not a dropped folder. */
  readonly folder: string | null;
  readonly files: readonly DropFile[];
}

export interface SortedDrop {
  readonly groups: readonly DropGroup[];
  readonly documents: number;
  /** The number of duplicates that are sent because another document of their group is new. */
  readonly goingAlong: number;
  /** The files of groups that contain only duplicates. */
  readonly duplicates: readonly DropFile[];
  readonly refused: readonly DropFile[];
  readonly ignored: readonly DropFile[];
  readonly reading: readonly DropFile[];
}

/**
 * Divides the files of a drop into groups, each of which becomes a Task, and files that stay behind. A group with a new document is sent
 * whole. A group of duplicates alone is sent only if `sendDuplicates` is true.
 */
export function sortDrop(
  files: readonly DropFile[],
  grouping: DropGrouping,
  sendDuplicates: boolean,
): SortedDrop {
  const inState = (state: DropFile['state']) => files.filter((file) => file.state === state);
  const found = new Map<string, { key: string; folder: string | null; files: DropFile[] }>();
  for (const file of files) {
    if (file.state !== 'ready' && file.state !== 'duplicate') continue;
    const { key, folder } = groupOf(file, grouping);
    const group = found.get(key);
    if (group === undefined) found.set(key, { key, folder, files: [file] });
    else group.files.push(file);
  }
  const all = [...found.values()];
  const hasNew = (group: DropGroup) => group.files.some(({ state }) => state === 'ready');
  const groups = all.filter((group) => sendDuplicates || hasNew(group));
  const going = groups.flatMap((group) => group.files);
  const besideNew = groups.filter(hasNew).flatMap((group) => group.files);
  return {
    groups,
    documents: going.length,
    goingAlong: besideNew.filter(({ state }) => state === 'duplicate').length,
    duplicates: all.filter((group) => !hasNew(group)).flatMap((group) => group.files),
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

export function usualGrouping(files: readonly DropFile[]): DropGrouping {
  return files.some(({ path }) => path.includes('/')) ? 'folder' : 'each';
}
