import { junkRuleOf } from '../../junk.ts';
import type { GroupPlace } from '../group/grouping.ts';
import type { Selection } from './selection.ts';

/** Paths that could not be read lately. A group that one of them may belong to is not whole, and does not go out without it. */
export interface UnreadablePaths {
  /** Paths of files, and of folders with a `/` at their end, that could not be read since the last scan began. */
  readonly lately: ReadonlySet<string>;
  readonly any: boolean;
  /** A scan begins: what it does not come across again can be read. */
  begin(): void;
  add(path: string, what: 'file' | 'folder'): void;
  /** The scan is over. Says whether a group may have become whole. */
  end(): boolean;
  /** Whether a path is an unreadable path, or lies above or below one. */
  touches(path: string): boolean;
  mayBeOf(groupKey: string): boolean;
}

export function createUnreadablePaths(
  place: (path: string) => GroupPlace,
  select: Selection,
): UnreadablePaths {
  let now = new Set<string>();
  let sinceBegin = new Set<string>();
  return {
    get lately() {
      return sinceBegin;
    },
    get any() {
      return now.size > 0;
    },
    begin: () => {
      sinceBegin = new Set();
    },
    add: (path, what) => {
      // Nothing in a folder of junk would be taken; of any other folder, nobody knows.
      if (what === 'folder' ? junkRuleOf(path) !== null : select(path) !== null) return;
      const one = what === 'folder' ? `${path}/` : path;
      now.add(one);
      sinceBegin.add(one);
    },
    end: () => {
      const before = now;
      now = new Set(sinceBegin);
      return [...before].some((one) => !now.has(one));
    },
    touches: (path) => {
      const below = `${path}/`;
      return [...now].some((one) => one === path || one.startsWith(below) || path.startsWith(one));
    },
    mayBeOf: (groupKey) => {
      for (const one of now) {
        const placed = place(one);
        // Of a folder that holds groups, none is known to be whole; where names make groups, any folder holds any group.
        const holdsAny = placed.kind === 'held' && placed.code === 'file.no-group-key';
        if (one.endsWith('/') && (holdsAny || groupKey.startsWith(one.normalize('NFC')))) return true;
        if (placed.kind === 'group' && placed.key === groupKey) return true;
      }
      return false;
    },
  };
}
