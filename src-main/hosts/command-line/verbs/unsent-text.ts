import type { FolderRule } from '../../../contract/settings.ts';
import { openCounts } from '../../../contract/views/open-counts.ts';
import { systemClock } from '../../../core/clock.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { accountOf } from '../../../core/ledger/tables/counts.ts';
import { readFolder } from '../../../core/ledger/tables/folders.ts';
import { countDenied } from '../../../core/ledger/tasks/tasks.ts';
import { othersToSend } from '../../../core/views/overview/attention.ts';
import { overviewView } from '../../../core/views/overview/overview-view.ts';
import { t } from '../../language.ts';
import { stateText } from './state-text.ts';

const UNSENT_STATES = ['settling', 'held', 'queued', 'sending', 'unconfirmed', 'rejected'] as const;

/**
 * Returns sentences about what `openCounts` counts (I1): unsent files, answers and changes, Tasks that the service denies having, and
 * folders in trouble. Folders that the engine has not scanned since its start are the state of the engine, which `status` tells.
 */
export function unsentText(ledger: Ledger, rules: readonly FolderRule[]): string {
  const overview = overviewView({
    ...{ now: systemClock.now(), revision: 0, station: '', environment: '', rules },
    ...{ copies: null, ledger, engine: null, failure: null, drops: 0 },
  });
  const { foldersUnseen: _, ...open } = openCounts(overview);
  const others = othersToSend(ledger, rules);
  const all = accountOf(ledger);
  // As on Today, a file that another station handles is counted apart.
  const account = {
    ...all,
    settling: Math.max(0, all.settling - others.settling),
    queued: Math.max(0, all.queued - (others.all - others.settling)),
  };
  const states = UNSENT_STATES.filter((state) => account[state] > 0);
  const files = states.reduce((sum, state) => sum + account[state], 0);
  const answers = overview.answers_not_out;
  const refusedAnswers = overview.attention.reduce(
    (sum, item) => (item.kind === 'rejected' && item.problem.subject === 'answer' ? sum + item.count : sum),
    0,
  );
  const items = open.changes + open.refused - refusedAnswers;
  const folders = rules.map(({ id }) => ({ id, row: readFolder(ledger, id) }));
  const paused = folders.filter(({ row }) => row?.paused === 1).map(({ id }) => id);
  const unseen = folders.filter(({ row }) => row?.reachable !== 1 && row?.paused !== 1).map(({ id }) => id);
  const { gone, denied } = countDenied(ledger, 'station');
  const list = states.map((state) => `${account[state]} ${stateText(state)}`).join(', ');
  const sentences = [
    files > 0 && t('terminal.filesNotSent', { count: files, list }),
    all.unreadable > 0 && t('terminal.filesFoldersCannotReadNobodyKnows', { count: all.unreadable }),
    others.all > 0 && t('terminal.filesHandledAnotherStation', { count: others.all }),
    answers > 0 && t('terminal.answersNotSent', { count: answers }),
    items > 0 && t('terminal.itemsOutboxNotSent', { count: items }),
    open.folderTrouble > 0 && t('terminal.foldersNeedAttention', { count: open.folderTrouble }),
    open.unaccounted > 0 &&
      t('terminal.countsFilesNotAdd', {
        count: open.unaccounted,
      }),
    paused.length > 0 &&
      t('terminal.pausedNewFilesWait', { folders: paused.join(', '), count: paused.length }),
    unseen.length > 0 &&
      t('terminal.cannotReached', {
        folders: unseen.join(', '),
      }),
    gone > 0 && t('terminal.tasksGoneService', { count: gone }),
    denied > 0 && t('terminal.tasksUnknownStatus', { count: denied }),
  ].filter((sentence) => sentence !== false);
  const isLeft = Object.values(open).some((count) => count > 0) || sentences.length > 0;
  return isLeft ? sentences.join(' ') : t('terminal.nothingLeftSend');
}
