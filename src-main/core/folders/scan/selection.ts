import type { FolderRule } from '../../../contract/settings.ts';
import { junkRuleOf } from '../../junk.ts';
import { createGlob } from './glob.ts';

/** Names the rule that keeps a file out, or null when the file is taken. */
export type Selection = (relativePath: string) => string | null;

/** What a folder rule takes: no junk, then its own include and exclude patterns on the relative path. */
export function createSelection(rule: Pick<FolderRule, 'include' | 'exclude'>): Selection {
  const included = rule.include.map(createGlob);
  const excluded = rule.exclude.map(createGlob);
  return (relativePath) => {
    const junk = junkRuleOf(relativePath);
    if (junk !== null) return junk;
    const name = relativePath.normalize('NFC');
    if (!included.some((fits) => fits(name))) return 'not-included';
    return excluded.some((fits) => fits(name)) ? 'excluded' : null;
  };
}
