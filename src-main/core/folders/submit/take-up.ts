import { READY_MARKER } from '../../share-io/own-folders.ts';
import type { Recorded } from '../file-recorder.ts';
import type { GroupPlace } from '../group/grouping.ts';
import type { Settler } from '../settler.ts';
import type { GroupSubmitter } from './group-submitter.ts';

export interface TakeUpParts {
  readonly settler: Pick<Settler, 'track' | 'forget'>;
  readonly sender: Pick<GroupSubmitter, 'touch' | 'consider'>;
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
