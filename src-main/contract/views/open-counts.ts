import type { ProblemSubject } from '../problem.ts';
import { ACCOUNT_STATES, type AccountView } from './common.ts';
import type { Attention, Connection, Overview } from './overview.ts';

const total = (attention: readonly Attention[], kind: Attention['kind']) =>
  attention.reduce((sum, item) => (item.kind === kind && 'count' in item ? sum + item.count : sum), 0);

/** Returns the number of found files minus the sum of the files in all states. Any result but 0 violates I1. */
export function unaccounted(account: AccountView): number {
  return account.found - ACCOUNT_STATES.reduce((sum, state) => sum + account[state], 0);
}

/** Returns whether the held files are empty or incomplete. */
const isUnfit = (item: Attention) =>
  item.kind === 'held' && ['file.empty', 'file.unfinished'].includes(item.problem.code);

/** Returns the number of rejected rows of the outbox about which `is` is true. */
const rejectedOf = (attention: readonly Attention[], is: (subject: ProblemSubject | undefined) => boolean) =>
  total(
    attention.filter((item) => item.kind === 'rejected' && is(item.problem.subject)),
    'rejected',
  );

/** Counts, by kind, everything that contradicts "everything is sent". A Task that waits for a person's answer is not counted. */
export function openCounts(overview: Overview) {
  const { account, attention, sending, folders_unreachable: unreachable, others_to_send: others } = overview;
  const { others_settling: othersSettling } = overview;
  const backlog = total(attention, 'backlog');
  const unfit = total(attention.filter(isUnfit), 'held');
  const isGone = (item: Attention) => item.kind === 'denied' && item.problem.code === 'tracking.gone';
  const gone = total(attention.filter(isGone), 'denied');
  const underway = Math.max(0, account.queued + account.sending - (others - othersSettling));
  const refusedAnswers = rejectedOf(attention, (subject) => subject === 'answer');
  return {
    unrecorded: overview.files_unrecorded,
    unaccounted: Math.abs(unaccounted(account)),
    unreadable: account.unreadable,
    rejected: account.rejected,
    onHold: Math.max(0, account.held - backlog - unfit),
    unfit,
    // `rejected` counts the files of rejected submissions. Without such a file, the rejected submissions are Tasks without documents.
    refused: rejectedOf(
      attention,
      (subject) => account.rejected === 0 || (subject !== 'folder' && subject !== 'drop'),
    ),
    backlog,
    gone,
    denied: total(attention, 'denied') - gone,
    folders: unreachable,
    folderTrouble: Math.max(0, attention.filter(({ kind }) => kind === 'folder').length - unreachable),
    foldersPaused: overview.folders_paused,
    foldersUnseen: overview.folders_unseen,
    answers: Math.max(0, overview.answers_not_out - refusedAnswers),
    settling: Math.max(0, account.settling - othersSettling),
    underway,
    others,
    unconfirmed: account.unconfirmed,
    changes:
      underway + others + account.unconfirmed === 0 && overview.answers_not_out === 0 ? sending.count : 0,
    drops: total(attention, 'drop'),
  };
}

/**
 * Counts the files of this station that the service has (`out`), and the files that should go out (`all`). Files that are ignored, left
 * out or duplicates need not go out, and neither do files that wait for a person's decision. Files of another station are not counted.
 * `all - out` equals the sum of the open counts of files without `backlog`.
 */
export function filesToSend(overview: Overview): { readonly out: number; readonly all: number } {
  const { account } = overview;
  const { unrecorded, rejected, onHold, unfit, settling, underway, unconfirmed } = openCounts(overview);
  const lost = Math.max(0, unaccounted(account));
  const notOut = unrecorded + rejected + onHold + unfit + settling + underway + unconfirmed + lost;
  return { out: account.accepted, all: account.accepted + notOut };
}

/** Whether the service has confirmed the states of Tasks that screens show (I10). */
export function isConfirmed({ state, confirmed_at: confirmed, problem }: Connection): boolean {
  return state === 'connected' && confirmed !== null && problem === null;
}

/** Whether a problem holds up a document on its way. Today and the tray then say "not sent yet" instead of "being sent". */
export function isHeldUp({ sending }: Overview): boolean {
  return sending.rows.some(({ problem }) => problem !== null);
}

// Whether the connection is `starting` only because this station has had no open Task yet. Without an open Task, tracking makes no request
// (`cycle.ts`), so no response can confirm the connection.
function hasNothingToConfirm({ connection, checking, attention }: Overview): boolean {
  const { state, confirmed_at: confirmed, problem } = connection;
  const isQuiet = state === 'starting' && confirmed === null && problem === null;
  return isQuiet && checking.count === 0 && attention.every(({ kind }) => kind !== 'waiting');
}

/**
 * Whether everything is out: nothing is left to send, and the service has confirmed the states of Tasks. The Today screen and the tray show
 * this result. `whose`: the report of a station to the other stations is about the files of this station alone (`own`), and needs no
 * confirmation if there is nothing to confirm.
 */
export function isEverythingOut(overview: Overview, whose: 'all' | 'own' = 'all'): boolean {
  const { others, ...own } = openCounts(overview);
  const isTold = isConfirmed(overview.connection) || (whose === 'own' && hasNothingToConfirm(overview));
  return (
    overview.state !== 'cannot-record' &&
    isTold &&
    Object.values(own).every((count) => count === 0) &&
    (whose === 'own' || others === 0)
  );
}
