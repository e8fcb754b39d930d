import type { Recorded } from './file-book.ts';
import type { FolderSender } from './folder-sender.ts';
import type { GroupPlace } from './grouping.ts';
import { READY_MARKER } from './own-folders.ts';
import type { Settler } from './settler.ts';

export interface TakeUpParts {
  readonly settler: Pick<Settler, 'track' | 'forget'>;
  readonly sender: Pick<FolderSender, 'touch' | 'consider'>;
  readonly place: (path: string) => GroupPlace;
}

/** Goes on with a file as it was just recorded: it settles, or it ends here; a marker has its group looked at. */
export function takeUp({ settler, sender, place }: TakeUpParts, recorded: Recorded): void {
  if (recorded.open) {
    if (settler.track(recorded) && recorded.groupKey !== null) sender.touch(recorded.groupKey);
    return;
  }
  settler.forget(recorded.id);
  if (!recorded.path.endsWith(`/${READY_MARKER}`)) return;
  const group = place(recorded.path);
  if (group.kind === 'group' && group.key !== null) sender.consider(group.key);
}
