import { z } from 'zod';
import { placesAt } from '../ledger/folder-places.ts';
import type { Ledger } from '../ledger/ledger.ts';
import { readState, writeState } from '../ledger/station-state.ts';

const keyOf = (folderId: string) => `folder.shared.${folderId}`;

/**
 * Whether another station was ever seen in the folder at a path, over restarts. It is the folder that is shared, so what any
 * rule saw there counts; `folderId` is the rule that asks, of which nothing may be known yet.
 */
export function seenOthers(ledger: Ledger, path: string, folderId?: string) {
  const ids = () => {
    const known = placesAt(ledger, path).map((place) => place.folderId);
    return new Set(folderId === undefined ? known : [folderId, ...known]);
  };
  return {
    othersKnown: [...ids()].some((id) => readState(ledger, keyOf(id), z.boolean()) === true),
    onOther: () => {
      for (const id of ids()) writeState(ledger, keyOf(id), true);
    },
  };
}
