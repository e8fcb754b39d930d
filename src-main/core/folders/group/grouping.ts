import { RE2JS } from 're2js';
import type { ProblemCode } from '../../../contract/problem.ts';
import type { Grouping } from '../../../contract/settings.ts';

/** The group of a file. A null `key` means that the file is sent alone. `held`: the file has no group and waits for a person. */
export type GroupPlace =
  | { readonly kind: 'group'; readonly key: string | null }
  | {
      readonly kind: 'held';
      readonly code: Extract<
        ProblemCode,
        'file.outside-groups' | 'file.no-group-key' | 'file.outside-answers'
      >;
    };

/** Returns a function from a path (relative, with `/`) to the group of the file (docs/architecture.md 4). Group keys are in Unicode NFC. */
export function createGrouping(grouping: Grouping): (relativePath: string) => GroupPlace {
  if (grouping === 'file') return () => ({ kind: 'group', key: null });
  if (grouping === 'folder') return byFolder(1);
  if ('folderDepth' in grouping) return byFolder(grouping.folderDepth);
  const keyOf = createKeyReader(RE2JS.compile(grouping.key));
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

// Returns a function that reads the group key from a file name; null without a key. `RE2JS` matches in linear time, so no name can block the
// program (I8).
function createKeyReader(pattern: RE2JS): (name: string) => string | null {
  return (name) => {
    const matcher = pattern.matcher(name);
    const key = matcher.find() ? matcher.group('key') : null;
    return key === '' ? null : key;
  };
}
