import type { HeldCauses } from '../../src-main/contract/views/common.ts';
import { t } from './translate.ts';

/** Returns why files wait for a decision: one sentence for each cause, with the number of its files if there are several causes. */
export function heldCausesText(causes: HeldCauses): string {
  const several = causes.length > 1 ? 'yes' : 'no';
  return causes.map(({ cause, count }) => t(`folders.backlog.cause.${cause}`, { several, count })).join(' ');
}

/** Returns the name of the state `held`, with the number of the files that wait for a decision if other files are on hold too. */
export function heldText(held: number, undecided: number): string {
  const isOne = undecided === 0 || undecided === held;
  return isOne ? t('today.account.held') : t('today.account.heldFor', { count: undecided });
}
