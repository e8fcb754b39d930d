import { junkRuleOf } from '../../junk.ts';
import type { GroupPlace } from '../group/grouping.ts';
import type { Selection } from './selection.ts';

/** The paths that recent scans could not read. If such a path may belong to a group, the group is incomplete and is not sent. */
export interface UnreadablePaths {
  /** The paths that the last scan of the folder, or a later scan of single paths, could not read. The path of a folder ends with `/`. */
  readonly lately: ReadonlySet<string>;
  readonly any: boolean;
  /** Must be called when a scan of the whole folder starts. A path that the scan does not report again counts as readable after `end`. */
  begin(): void;
  add(path: string, what: 'file' | 'folder'): void;
  /** Must be called after a scan. Returns whether a path became readable, so that a group may be complete now. */
  end(): boolean;
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
      // A junk folder contains no files that the rule selects. Any other unreadable folder may contain such files.
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
        // If folders form groups, every group in an unreadable folder may be incomplete. If file names form groups, files of any group may
        // be in any folder.
        const holdsAny = placed.kind === 'held' && placed.code === 'file.no-group-key';
        if (one.endsWith('/') && (holdsAny || groupKey.startsWith(one.normalize('NFC')))) return true;
        if (placed.kind === 'group' && placed.key === groupKey) return true;
      }
      return false;
    },
  };
}
