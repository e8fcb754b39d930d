import type { HeldCauses } from '../../src-main/contract/views/common.ts';
import { t } from './translate.ts';

/** Returns why files wait for a decision: one sentence for each cause, with the number of its files if there are several causes. */
export function heldCausesText(causes: HeldCauses): string {
  const several = causes.length > 1 ? 'yes' : 'no';
  return causes.map(({ cause, count }) => t(`folders.backlog.cause.${cause}`, { several, count })).join(' ');
}
