import type { VerbName } from '../../../contract/verbs/index.ts';

/** All that is answered while the station is locked. Whatever is not here is refused, also what is added to the contract later. */
const OPEN_WHILE_LOCKED: ReadonlySet<VerbName> = new Set<VerbName>([
  'lock.state',
  'lock.activity',
  'lock.now',
  'lock.unlock',
  // How the window looks.
  'preferences.get',
]);

/** Whether a verb is carried out while the station is locked. */
export function isOpenWhileLocked(name: VerbName): boolean {
  return OPEN_WHILE_LOCKED.has(name);
}
