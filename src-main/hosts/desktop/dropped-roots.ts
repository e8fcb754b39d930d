import { dirname, sep } from 'node:path';

/** A file as the page knows it (`case-1/scan.pdf`), and where the system says it lies. */
export interface PlacedFile {
  readonly path: string;
  readonly place: string;
}

/**
 * What was really dropped: a page that takes a folder apart names its files one by one, and the folder that was dropped is
 * what groups them. A name that the system's path does not end in changes nothing.
 */
export function droppedRoots(files: readonly PlacedFile[]): string[] {
  return [...new Set(files.map(rootOf))];
}

function rootOf({ path, place }: PlacedFile): string {
  const parts = path.split('/').filter((part) => part !== '');
  if (parts.length < 2 || !place.endsWith(sep + parts.join(sep))) return place;
  let root = place;
  for (let up = 1; up < parts.length; up += 1) root = dirname(root);
  return root;
}
