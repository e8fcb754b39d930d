import type { FolderPreview } from '../../../src-main/contract/views/folder.ts';

/**
 * Counts the files about which a person decides: the documents that Clearfolder would send, and the other files, such as incomplete ones.
 * `waiting`: how many files of a watched folder wait for the decision; null for a folder that is not watched yet.
 */
export function countBacklog(
  waiting: number | null,
  preview: FolderPreview | null,
): { readonly documents: number; readonly others: number; readonly isWatched: boolean } {
  const isWatched = waiting !== null;
  if (!preview?.reachable) return { documents: waiting ?? 0, others: 0, isWatched };
  if (waiting === null) return { documents: preview.taken, others: preview.held_count, isWatched };
  const documents = Math.min(preview.taken_waiting, waiting);
  return { documents, others: waiting - documents, isWatched };
}
