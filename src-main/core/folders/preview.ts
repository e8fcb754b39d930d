import type { FolderRule } from '../../contract/settings.ts';
import type { FolderPreview } from '../../contract/views/folder.ts';
import type { Clock } from '../clock.ts';
import type { FileCalls } from '../share-io/file-calls.ts';
import { errorCode } from '../share-io/file-identity.ts';
import { walk } from '../share-io/walk.ts';
import { createGrouping } from './group/grouping.ts';
import { createSelection } from './scan/selection.ts';

const LISTED = 200;
const FILES_OF_EXAMPLE = 20;
/** What the choice of a backlog is offered for; the last is all of it, as far as a person can tell. */
const AGES_IN_DAYS = [1, 7, 30, 365, 36_500] as const;

/** A list that counts all entries and keeps the first, which are shown. */
function createCut<T>() {
  const shown: T[] = [];
  let count = 0;
  return {
    shown,
    get count() {
      return count;
    },
    push: (one: T) => {
      count += 1;
      if (shown.length < LISTED) shown.push(one);
    },
  };
}

/** What a rule would do with the files that are in its folder now. Writes nothing anywhere. */
export async function previewRule(
  rule: FolderRule,
  clock: Pick<Clock, 'now'>,
  calls: FileCalls,
): Promise<FolderPreview> {
  const select = createSelection(rule);
  const place = createGrouping(rule.group);
  const ignored = createCut<{ path: string; rule: string }>();
  const held = createCut<{ path: string; code: string }>();
  const unreadable = createCut<{ path: string; code: string }>();
  const groups = new Set<string>();
  const examples = new Map<string, string[]>();
  const ages = AGES_IN_DAYS.map((days) => ({ days, from: daysBefore(clock.now(), days), files: 0 }));
  let taken = 0;
  let alone = 0;
  const take = (path: string, key: string | null) => {
    taken += 1;
    if (key === null) alone += 1;
    else groups.add(key);
    const files = examples.get(key ?? path);
    if (files !== undefined) {
      if (files.length < FILES_OF_EXAMPLE) files.push(path);
    } else if (examples.size < LISTED) examples.set(key ?? path, [path]);
  };
  let reachable = true;
  try {
    await walk({
      root: rule.path,
      calls,
      onTrouble: (trouble) => unreadable.push(trouble),
      onFile: ({ path, kind, identity }) => {
        const by = kind === 'file' ? select(path) : kind;
        if (by !== null) return ignored.push({ path, rule: by });
        const placed = place(path);
        if (placed.kind === 'held') return held.push({ path, code: placed.code });
        for (const age of ages) if (identity.mtimeMs >= age.from) age.files += 1;
        return take(path, placed.key);
      },
    });
  } catch (error) {
    reachable = false;
    unreadable.push({ path: '', code: errorCode(error) });
  }
  return {
    reachable,
    taken,
    tasks: alone + groups.size,
    examples: [...examples].map(([group, files]) => ({ group, files })),
    ignored_count: ignored.count,
    ignored: ignored.shown,
    held_count: held.count,
    held: held.shown,
    unreadable: unreadable.shown,
    backlog: ages.map(({ days, files }) => ({ newer_than_days: days, files })),
  };
}

/** The beginning of the local day so many days before today: what `newerThan` of that date would send. */
function daysBefore(now: number, days: number): number {
  const day = new Date(now);
  return new Date(day.getFullYear(), day.getMonth(), day.getDate() - days).getTime();
}
