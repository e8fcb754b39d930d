import { z } from 'zod';
import type { Ledger } from '../../ledger/db/ledger.ts';
import { readState, writeState } from '../../ledger/db/station-state.ts';
import { placesAt, samePath } from '../../ledger/tables/folder-places.ts';

const keyOf = (folderId: string) => `folder.shared.${folderId}`;
/** The paths where another station was seen; `true` was kept before paths were, and is of any. */
const seenSchema = z.union([z.boolean(), z.array(z.string())]);

/**
 * Whether another station was ever seen in the folder at a path, over restarts. It is the folder that is shared, so what any
 * rule saw there counts, and nothing that it saw at another path; `folderId` is the rule that asks, of which nothing may be
 * known yet.
 */
export function seenOthers(ledger: Ledger, path: string, folderId?: string) {
  const ids = () => {
    const known = placesAt(ledger, path).map((place) => place.folderId);
    return [...new Set(folderId === undefined ? known : [folderId, ...known])];
  };
  const seenBy = (id: string) => readState(ledger, keyOf(id), seenSchema) ?? [];
  const sawHere = (id: string) => {
    const seen = seenBy(id);
    return typeof seen === 'boolean' ? seen : seen.some((one) => samePath(one, path));
  };
  return {
    othersKnown: ids().some(sawHere),
    onOther: () => {
      for (const id of ids()) {
        if (sawHere(id)) continue;
        const seen = seenBy(id);
        writeState(ledger, keyOf(id), [...(typeof seen === 'boolean' ? [] : seen), path]);
      }
    },
  };
}
