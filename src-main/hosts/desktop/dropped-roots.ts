import { dirname, sep } from 'node:path';

/** A file that the system gave to the page, as the preload script sees the file. All of it but `inFolder` is the system's word. */
export interface PlacedFile {
  /** Where the file lies. */
  readonly place: string;
  /** The file within a folder that the person chose in a dialog (`case-1/scan.pdf`); empty for any other file. */
  readonly chosen: string;
  /** Whether the page says that the file lies in a folder that was dropped. */
  readonly inFolder: boolean;
}

/**
 * What a person gave: a page that takes a folder apart names its files one by one, and the folder groups them. A folder counts
 * only where the system itself said that the folder was dropped (`dropped`, the latest last) or chosen, so that no page can
 * add more than a person gave.
 */
export function droppedRoots(files: readonly PlacedFile[], dropped: readonly string[]): string[] {
  const order = new Map(dropped.map((root, index) => [root, index]));
  return [
    ...new Set(files.map((file) => (file.chosen === '' ? droppedRoot(file, order) : chosenRoot(file)))),
  ];
}

function droppedRoot({ place, inFolder }: PlacedFile, order: ReadonlyMap<string, number>): string {
  if (!inFolder) return place;
  let root = place;
  let latest = -1;
  for (let above = dirname(place), below = place; above !== below; below = above, above = dirname(above)) {
    const index = order.get(above) ?? -1;
    if (index <= latest) continue;
    latest = index;
    root = above;
  }
  return root;
}

function chosenRoot({ place, chosen }: PlacedFile): string {
  const inner = chosen.split('/').slice(1).join(sep);
  const root = place.slice(0, place.length - inner.length - 1);
  return inner !== '' && place === `${root}${sep}${inner}` ? root : place;
}
