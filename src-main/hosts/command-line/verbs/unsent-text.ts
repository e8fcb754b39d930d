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
    files > 0 &&
      (files === 1
        ? t('1 file is not sent ({list}). For the reasons: clearfolder files.', { list })
        : t('{count} files are not sent ({list}). For the reasons: clearfolder files.', {
            count: files,
            list,
          })),
    all.unreadable > 0 &&
      (all.unreadable === 1
        ? t(
            '1 file or folder cannot be read, so nobody knows which documents it is or holds. For the name: clearfolder folders.',
          )
        : t(
            '{count} files or folders cannot be read, so nobody knows which documents these are or hold. For the names: clearfolder folders.',
            { count: all.unreadable },
          )),
    others.all > 0 &&
      (others.all === 1
        ? t('1 file is handled by another station.')
        : t('{count} files are handled by another station.', { count: others.all })),
    answers > 0 &&
      (answers === 1
        ? t('1 answer is not sent. For the reason: clearfolder outbox.')
        : t('{count} answers are not sent. For the reasons: clearfolder outbox.', {
            count: answers,
          })),
    items > 0 &&
      (items === 1
        ? t('1 other item of the outbox is not sent. For the reason: clearfolder outbox.')
        : t('{count} other items of the outbox are not sent. For the reasons: clearfolder outbox.', {
            count: items,
          })),
    open.folderTrouble > 0 &&
      (open.folderTrouble === 1
        ? t('1 folder needs attention. For the reason: clearfolder folders.')
        : t('{count} folders need attention. For the reasons: clearfolder folders.', {
            count: open.folderTrouble,
          })),
    open.unaccounted > 0 &&
      t('The counts of files do not add up: {count} files are in no state or in two. Report this message.', {
        count: open.unaccounted,
      }),
    paused.length > 0 &&
      (paused.length === 1
        ? t('{folder} is paused, so new files wait. To resume: clearfolder resume FOLDER.', {
            folder: paused.join(', '),
          })
        : t('{folders} are paused, so new files wait. To resume: clearfolder resume FOLDER.', {
            folders: paused.join(', '),
          })),
    unseen.length > 0 &&
      t('{folders} cannot be reached, so new files there are not known. For details: clearfolder folders.', {
        folders: unseen.join(', '),
      }),
    gone > 0 &&
      (gone === 1
        ? t('1 Task is gone from the service. For a list: clearfolder tasks --status gone.')
        : t('{count} Tasks are gone from the service. For a list: clearfolder tasks --status gone.', {
            count: gone,
          })),
    denied > 0 &&
      (denied === 1
        ? t('1 Task has an unknown status. For a list: clearfolder tasks.')
        : t('{count} Tasks have an unknown status. For a list: clearfolder tasks.', { count: denied })),
  ].filter((sentence) => sentence !== false);
  const isLeft = Object.values(open).some((count) => count > 0) || sentences.length > 0;
  return isLeft ? sentences.join(' ') : t('Nothing is left to send.');
}
