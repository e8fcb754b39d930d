import { ACCOUNT_STATES, type AccountView } from '../../../src-main/contract/views/common.ts';
import type { Attention, Overview } from '../../../src-main/contract/views/overview.ts';
import { refusedCount, waitingCount } from '../../state/needs.ts';
import { t } from '../../strings/translate.ts';

const total = (attention: readonly Attention[], kind: Attention['kind']) =>
  attention.reduce((sum, one) => (one.kind === kind && 'count' in one ? sum + one.count : sum), 0);

/** How many files more (or, negative, fewer) were found than have a state (I1); 0 is right. */
export function unaccounted(account: AccountView): number {
  return account.found - ACCOUNT_STATES.reduce((sum, state) => sum + account[state], 0);
}

function folderTrouble({ attention, folders_unreachable }: Overview): number {
  return Math.max(0, attention.filter(({ kind }) => kind === 'folder').length - folders_unreachable);
}

/** Whether something that should be on its way was kept from it. */
function isHeldUp({ sending }: Overview): boolean {
  return sending.rows.some(({ problem }) => problem !== null);
}

/**
 * Everything that keeps the answer to "is it all out?" from being yes, in words, the worst first; the Tasks that wait for a
 * person are not among them. `moving` is whether what is open can be on its way at all.
 */
export function openFacts(overview: Overview, moving: boolean): readonly string[] {
  const { account, attention, sending } = overview;
  const backlog = total(attention, 'backlog');
  const others = overview.others_to_send;
  const underway = Math.max(0, account.settling + account.queued + account.sending - others);
  const files = Math.max(0, account.held - backlog) + account.rejected;
  const answers = overview.answers_not_out;
  const counts = [
    ['today.unaccounted', Math.abs(unaccounted(account))],
    ['today.notSent', files],
    // What was refused is files where any are; else it is what a person did.
    ['today.refused', account.rejected === 0 ? refusedCount(overview) : 0],
    ['today.backlog', backlog],
    ['today.gone', total(attention, 'denied')],
    ['today.folders', overview.folders_unreachable],
    ['today.folderTrouble', folderTrouble(overview)],
    ['today.foldersPaused', overview.folders_paused],
    [moving ? 'today.foldersUnseen' : 'today.foldersNotSeen', overview.folders_unseen],
    ['today.answers', answers],
    [moving && !isHeldUp(overview) ? 'today.onWay' : 'today.notOut', underway],
    ['today.others', others],
    ['today.notConfirmed', account.unconfirmed],
    ['today.changes', underway + others + account.unconfirmed === 0 && answers === 0 ? sending.count : 0],
    ['today.drops', total(attention, 'drop')],
  ] as const;
  return counts.flatMap(([key, count]) => (count === 0 ? [] : [t(key, { count })]));
}

/** The Tasks that wait for a person, in words; none gives nothing. */
export function waitingFact(overview: Overview): readonly string[] {
  const count = waitingCount(overview);
  return count === 0 ? [] : [t('today.waiting', { count })];
}
