import { openCounts } from '../../../src-main/contract/views/open-counts.ts';
import type { Overview } from '../../../src-main/contract/views/overview.ts';
import { waitingCount } from '../../state/needs.ts';
import { t } from '../../strings/translate.ts';

/** Whether something that should be on its way was kept from it. */
function isHeldUp({ sending }: Overview): boolean {
  return sending.rows.some(({ problem }) => problem !== null);
}

/**
 * Everything that keeps the answer to "is it all out?" from being yes, in words, the worst first. `moving` is whether what is open can
 * be on its way at all.
 */
export function openFacts(overview: Overview, moving: boolean): readonly string[] {
  const open = openCounts(overview);
  const counts = [
    ['today.unaccounted', open.unaccounted],
    ['today.notSent', open.notSent],
    ['today.refused', open.refused],
    ['today.backlog', open.backlog],
    ['today.gone', open.gone],
    ['today.denied', open.denied],
    ['today.folders', open.folders],
    ['today.folderTrouble', open.folderTrouble],
    ['today.foldersPaused', open.foldersPaused],
    [moving ? 'today.foldersUnseen' : 'today.foldersNotSeen', open.foldersUnseen],
    ['today.answers', open.answers],
    [moving && !isHeldUp(overview) ? 'today.onWay' : 'today.notOut', open.underway],
    ['today.others', open.others],
    ['today.notConfirmed', open.unconfirmed],
    ['today.changes', open.changes],
    ['today.drops', open.drops],
  ] as const;
  return counts.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]));
}

/** The Tasks that wait for a person, in words; none gives nothing. */
export function waitingFact(overview: Overview): readonly string[] {
  const count = waitingCount(overview);
  return count === 0 ? [] : [t('today.waiting', { count })];
}
