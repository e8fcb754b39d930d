import { existsSync } from 'node:fs';
import { join } from 'node:path';
import { z } from 'zod';
import type { FolderRule } from '../../contract/settings.ts';
import { readMarkFile, writeMarkFile } from '../ledger/db/sidecar-file.ts';
import { samePath } from '../ledger/tables/folders.ts';

/**
 * Returns a function that tells whether a folder rule was first used in another environment, so that a person must decide about its files.
 * The first call for a rule stores the present environment. If the stored record is damaged, the result is true.
 */
export function createRuleOrigins(dataFolder: string, environment: string) {
  const file = join(dataFolder, 'folders.json');
  return ({ id, path }: Pick<FolderRule, 'id' | 'path'>): boolean => {
    const known = existsSync(file) ? readMarkFile(file, z.record(z.string(), z.string())) : {};
    if (known === null) return true;
    const key = `${id} ${path}`;
    // A renamed rule is the rule of the same folder. An id has no space.
    const renamed = Object.keys(known).find((one) => samePath(one.slice(one.indexOf(' ') + 1), path));
    const first = known[key] ?? (renamed === undefined ? undefined : known[renamed]);
    if (first === undefined) writeMarkFile(file, { ...known, [key]: environment });
    return first !== undefined && first !== environment;
  };
}
