import { junkRuleOf } from '../../junk.ts';
import type { GroupPlace } from '../group/grouping.ts';
import type { Selection } from './selection.ts';

/** Recently unreadable paths. If such a path may belong to a group, the group is incomplete and is not sent. */
export interface UnreadablePaths {
  /** Unreadable paths since the start of the last scan: paths of files, and paths of folders with a `/` at the end. */
  readonly lately: ReadonlySet<string>;
  readonly any: boolean;
  /** Records the start of a scan. Paths that this scan does not report again are readable. */
  begin(): void;
  add(path: string, what: 'file' | 'folder'): void;
  /** Records the end of a scan. Returns whether a group may have become complete. */
  end(): boolean;
  /** Whether a path is an unreadable path, or lies above or below an unreadable path. */
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
      // A junk folder contains no selected files; any other folder may.
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
        // If folders form groups, any group in an unreadable folder may be incomplete. If names form groups, any folder may contain files
        // of any group.
        const holdsAny = placed.kind === 'held' && placed.code === 'file.no-group-key';
        if (one.endsWith('/') && (holdsAny || groupKey.startsWith(one.normalize('NFC')))) return true;
        if (placed.kind === 'group' && placed.key === groupKey) return true;
      }
      return false;
    },
  };
}
