import { ACCOUNT_STATES, type AccountView } from './common.ts';
import type { Attention, Connection, Overview } from './overview.ts';

const total = (attention: readonly Attention[], kind: Attention['kind']) =>
  attention.reduce((sum, one) => (one.kind === kind && 'count' in one ? sum + one.count : sum), 0);

/** How many files more (or, negative, fewer) were found than have a state (I1); 0 is right. */
export function unaccounted(account: AccountView): number {
  return account.found - ACCOUNT_STATES.reduce((sum, state) => sum + account[state], 0);
}

/** Everything that keeps the answer to "is it all out?" from being yes, counted; the Tasks that wait for a person are not among it. */
export function openCounts(overview: Overview) {
  const { account, attention, sending, folders_unreachable: unreachable, others_to_send: others } = overview;
  const backlog = total(attention, 'backlog');
  const isGone = (one: Attention) => one.kind === 'denied' && one.problem.code === 'tracking.gone';
  const gone = total(attention.filter(isGone), 'denied');
  const underway = Math.max(0, account.settling + account.queued + account.sending - others);
  const answers = overview.answers_not_out;
  return {
    unaccounted: Math.abs(unaccounted(account)),
    notSent: Math.max(0, account.held - backlog) + account.rejected,
    // What was refused is files where any are; else it is what a person did.
    refused: account.rejected === 0 ? total(attention, 'rejected') : 0,
    backlog,
    gone,
    denied: total(attention, 'denied') - gone,
    folders: unreachable,
    folderTrouble: Math.max(0, attention.filter(({ kind }) => kind === 'folder').length - unreachable),
    foldersPaused: overview.folders_paused,
    foldersUnseen: overview.folders_unseen,
    answers,
    underway,
    others,
    unconfirmed: account.unconfirmed,
    changes: underway + others + account.unconfirmed === 0 && answers === 0 ? sending.count : 0,
    drops: total(attention, 'drop'),
  };
}

/** Whether the service told everything, so that what is counted is true now (I10). */
export function isConfirmed({ state, confirmed_at: confirmed, problem }: Connection): boolean {
  return state === 'connected' && confirmed !== null && problem === null;
}

/** Whether nothing is left to send, for certain: what Today and the tray call "out". */
export function isEverythingOut(overview: Overview): boolean {
  return (
    isConfirmed(overview.connection) && Object.values(openCounts(overview)).every((count) => count === 0)
  );
}
