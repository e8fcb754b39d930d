import picomatch from 'picomatch';
import type { FolderRule } from '../../contract/settings.ts';
import { junkRuleOf } from './junk.ts';

/** Names the rule that keeps a file out, or null when the file is taken. */
export type Selection = (relativePath: string) => string | null;

/** What a folder rule takes: no junk, then its own include and exclude patterns on the relative path. */
export function createSelection(rule: Pick<FolderRule, 'include' | 'exclude'>): Selection {
  // 's': a name may hold a line break, which `.` stands for only then; picomatch takes the case from here as well.
  const options = { dot: false, nocase: true, flags: 'is' };
  const included = picomatch(rule.include, options);
  const excluded = rule.exclude.length > 0 ? picomatch(rule.exclude, options) : () => false;
  return (relativePath) => {
    const junk = junkRuleOf(relativePath);
    if (junk !== null) return junk;
    const name = relativePath.normalize('NFC');
    if (!included(name)) return 'not-included';
    return excluded(name) ? 'excluded' : null;
  };
}
