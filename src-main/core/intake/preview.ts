import type { FolderRule } from '../../contract/settings.ts';
import { errorCode } from './file-identity.ts';
import { createGrouping } from './grouping.ts';
import { createSelection } from './selection.ts';
import { walk } from './walk.ts';

export interface Preview {
  readonly reachable: boolean;
  /** How many files would be taken, and into how many Tasks they would go. */
  readonly taken: number;
  readonly tasks: number;
  readonly ignored: readonly { readonly path: string; readonly rule: string }[];
  /** Files that would wait for a person because they belong to no group. */
  readonly held: readonly { readonly path: string; readonly code: string }[];
  /** Folders and files that cannot be looked at. */
  readonly unreadable: readonly { readonly path: string; readonly code: string }[];
}

/** What a rule would do with the files that are in its folder now. Writes nothing anywhere. */
export async function previewRule(rule: FolderRule): Promise<Preview> {
  const select = createSelection(rule);
  const place = createGrouping(rule.group);
  const ignored: { path: string; rule: string }[] = [];
  const held: { path: string; code: string }[] = [];
  const unreadable: { path: string; code: string }[] = [];
  const groups = new Set<string>();
  let taken = 0;
  let reachable = true;
  try {
    await walk({
      root: rule.path,
      onTrouble: (trouble) => void unreadable.push(trouble),
      onFile: ({ path, kind }) => {
        const by = kind === 'file' ? select(path) : kind;
        if (by !== null) {
          ignored.push({ path, rule: by });
          return;
        }
        const placed = place(path);
        if (placed.kind === 'held') {
          held.push({ path, code: placed.code });
          return;
        }
        taken += 1;
        groups.add(placed.key === null ? `file ${path}` : `group ${placed.key}`);
      },
    });
  } catch (error) {
    reachable = false;
    unreadable.push({ path: '', code: errorCode(error) });
  }
  return { reachable, taken, tasks: groups.size, ignored, held, unreadable };
}
