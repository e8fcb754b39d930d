import { junkRuleOf } from '../../junk.ts';
import type { GroupPlace } from '../group/grouping.ts';
import type { Selection } from './selection.ts';

export interface UnreadablePathsParts {
  readonly place: (path: string) => GroupPlace;
  readonly select: Selection;
}

/** What could not be looked at lately. A group that it may belong to is not whole, and does not go out without it. */
export class UnreadablePaths {
  readonly #parts: UnreadablePathsParts;
  /** Paths of files, and those of folders with a `/` at their end. */
  #now = new Set<string>();
  #sinceBegin = new Set<string>();

  constructor(parts: UnreadablePathsParts) {
    this.#parts = parts;
  }

  /** A walk begins: what it does not come across again can be looked at. */
  begin(): void {
    this.#sinceBegin = new Set();
  }

  add(path: string, what: 'file' | 'folder'): void {
    const { select } = this.#parts;
    // Nothing in a folder of junk would be taken; of any other, nobody knows.
    if (what === 'folder' ? junkRuleOf(path) !== null : select(path) !== null) return;
    const one = what === 'folder' ? `${path}/` : path;
    this.#now.add(one);
    this.#sinceBegin.add(one);
  }

  /** What was not seen since the last walk began. */
  get lately(): ReadonlySet<string> {
    return this.#sinceBegin;
  }

  /** The walk is over. Says whether a group may have become whole. */
  end(): boolean {
    const [before, now] = [this.#now, this.#sinceBegin];
    this.#now = new Set(now);
    return [...before].some((one) => !now.has(one));
  }

  /** Whether anything was not seen. */
  get any(): boolean {
    return this.#now.size > 0;
  }

  /** Whether a path is something unseen, or lies above or below it. */
  touches(path: string): boolean {
    const below = `${path}/`;
    return [...this.#now].some((one) => one === path || one.startsWith(below) || path.startsWith(one));
  }

  mayBeOf(groupKey: string): boolean {
    for (const one of this.#now) {
      const place = this.#parts.place(one);
      // Of a folder that holds groups, none is known to be whole; where names make groups, any folder holds any.
      const holdsAny = place.kind === 'held' && place.code === 'file.no-group-key';
      if (one.endsWith('/') && (holdsAny || groupKey.startsWith(one.normalize('NFC')))) return true;
      if (place.kind === 'group' && place.key === groupKey) return true;
    }
    return false;
  }
}
