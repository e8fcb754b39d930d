import { isDeepStrictEqual } from 'node:util';
import { z } from 'zod';
import type { Settings } from '../../contract/settings.ts';
import { jsonObjectSchema } from '../../contract/views/common.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState, writeState } from '../ledger/db/station-state.ts';
import {
  redirectsBetween,
  whereDocumentsGo,
  whereSchema,
  withoutKeys,
} from '../settings/where-documents-go.ts';

const KEY = 'settings.noted';
const WHERE_KEY = 'settings.where';
const foldersSchema = z.object({ folders: z.array(z.looseObject({ id: z.string() })).catch([]) });

export interface SavedSettings {
  readonly actor: string;
  readonly keys: readonly string[];
}

/**
 * Writes an audit entry with the settings that changed since the last call, in the app or by hand in the settings file.
 * `saved`: the person and the settings of a change in the app; null without such a change.
 * For the settings that decide where documents go, the entry has the old and the new values (I9).
 */
export function noteSettings(
  ledger: Ledger,
  settings: Settings,
  {
    actor,
    saved,
    now,
  }: { readonly actor: string; readonly saved: SavedSettings | null; readonly now: number },
): void {
  ledger.transaction(() => {
    const before = readState(ledger, KEY, jsonObjectSchema);
    const changed = before === null ? [] : changedKeys(before, settings);
    const keys = [...new Set([...(saved?.keys ?? []), ...changed])];
    const whereBefore = readState(ledger, WHERE_KEY, whereSchema);
    const where = withoutKeys(whereDocumentsGo(settings));
    const redirects = redirectsBetween(whereBefore, where);
    if (keys.length > 0 || (redirects.length > 0 && where.service !== null)) {
      const folders = keys.includes('folders') ? { folders: changedFolders(before, settings) } : {};
      const detail = {
        keys,
        ...folders,
        ...(redirects.length > 0 ? { redirects } : {}),
        ...(saved === null ? { found: 'in the file' } : {}),
      };
      const who = saved?.actor ?? actor;
      appendAudit(ledger, { at: now, actor: who, action: 'settings.changed', subject: null, detail });
    }
    if (before === null || changed.length > 0) writeState(ledger, KEY, settings);
    if (whereBefore === null || redirects.length > 0) writeState(ledger, WHERE_KEY, where);
  });
}

export function changedKeys(before: object, after: object): string[] {
  const old = new Map<string, unknown>(Object.entries(before));
  const next = new Map<string, unknown>(Object.entries(after));
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    (key) => !isDeepStrictEqual(old.get(key), next.get(key)),
  );
}

function changedFolders(before: unknown, after: Settings): string[] {
  const rules = (settings: unknown) => {
    const known = foldersSchema.safeParse(settings);
    return new Map((known.data?.folders ?? []).map((rule) => [rule.id, rule]));
  };
  // The ledger has the old settings as JSON, which omits undefined fields. The new settings therefore also go through JSON before the
  // comparison.
  const [old, next] = [rules(before), rules(JSON.parse(JSON.stringify(after)))];
  return [...new Set([...old.keys(), ...next.keys()])].filter(
    (id) => !isDeepStrictEqual(old.get(id), next.get(id)),
  );
}
