import type { ProblemCode } from '../../../contract/problem.ts';
import type { Grouping } from '../../../contract/settings.ts';
import { createKeyReader } from './key-of-name.ts';

/** Which files a file belongs with. `key` null: it goes alone. */
export type GroupPlace =
  | { readonly kind: 'group'; readonly key: string | null }
  | {
      readonly kind: 'held';
      readonly code: Extract<ProblemCode, 'file.outside-groups' | 'file.no-group-key'>;
    };

/** Places a file by its path relative to the folder, with `/` (docs/architecture.md 4, grouping). Keys are in NFC. */
export function createGrouping(grouping: Grouping): (relativePath: string) => GroupPlace {
  if (grouping === 'file') return () => ({ kind: 'group', key: null });
  if (grouping === 'folder') return byFolder(1);
  if ('folderDepth' in grouping) return byFolder(grouping.folderDepth);
  const keyOf = createKeyReader(new RegExp(grouping.key, 'u'));
  return (relativePath) => {
    const name = relativePath.normalize('NFC').split('/').at(-1) ?? '';
    const key = keyOf(name);
    return key !== null ? { kind: 'group', key } : { kind: 'held', code: 'file.no-group-key' };
  };
}

function byFolder(depth: number): (relativePath: string) => GroupPlace {
  return (relativePath) => {
    const folders = relativePath.normalize('NFC').split('/').slice(0, -1);
    if (folders.length < depth) return { kind: 'held', code: 'file.outside-groups' };
    return { kind: 'group', key: folders.slice(0, depth).join('/') };
  };
}

export interface GroupView {
  /** Every file of the group that is there and not sent. */
  readonly members: readonly ('settled' | 'settling' | 'held')[];
  /** Documents of the group were sent, or do not go: what comes later goes for a decision. */
  readonly sentBefore: boolean;
  /** As far as is known, nothing in it changed for its quiet time, or a ready marker stands in the subfolder. */
  readonly quiet: boolean;
  /** The folder was looked at since: nothing of the group lay there that is not known. */
  readonly looked: boolean;
}

export type GroupVerdict =
  | 'empty'
  /** Its settled files came too late and need a decision. */
  | 'late'
  /** Its settled files wait for one that is held. */
  | 'held'
  | 'settling'
  | 'waiting'
  /** It could go if nothing of it lay in the folder unseen. */
  | 'unlooked'
  | 'ready';

/** Whether a group can go out. */
export function judgeGroup(group: GroupView): GroupVerdict {
  if (group.members.length === 0) return 'empty';
  if (group.sentBefore) return 'late';
  if (group.members.includes('held')) return 'held';
  if (group.members.includes('settling')) return 'settling';
  if (!group.quiet) return 'waiting';
  return group.looked ? 'ready' : 'unlooked';
}
