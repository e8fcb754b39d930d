import type { FolderRule } from '../../../contract/settings.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { accountOf, answersNotOut } from '../../../core/ledger/tables/counts.ts';
import { readFolder } from '../../../core/ledger/tables/folders.ts';
import { countDenied } from '../../../core/ledger/tasks/tasks.ts';

const UNSENT_STATES = ['settling', 'held', 'queued', 'sending', 'unconfirmed', 'rejected'] as const;

const counted = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`;

/** Returns sentences about unsent files and answers, Tasks that the service denies having, and paused or unreachable folders (I1). */
export function unsentText(ledger: Ledger, rules: readonly FolderRule[]): string {
  const account = accountOf(ledger);
  const states = UNSENT_STATES.filter((state) => account[state] > 0);
  const files = states.reduce((sum, state) => sum + account[state], 0);
  const answers = answersNotOut(ledger);
  const folders = rules.map(({ id }) => ({ id, row: readFolder(ledger, id) }));
  const paused = folders.filter(({ row }) => row?.paused === 1).map(({ id }) => id);
  const unseen = folders.filter(({ row }) => row?.reachable !== 1 && row?.paused !== 1).map(({ id }) => id);
  const { gone, denied } = countDenied(ledger, 'station');
  const sentences = [
    files > 0 &&
      `${counted(files, 'file is', 'files are')} not sent (${states.map((state) => `${account[state]} ${state}`).join(', ')}). For the reasons: clearfolder files.`,
    answers > 0 &&
      `${counted(answers, 'answer is', 'answers are')} not sent. For the reasons, see the history in: clearfolder task TASK.`,
    paused.length > 0 &&
      `${paused.join(', ')} ${paused.length === 1 ? 'is' : 'are'} paused, so new files wait. To resume: clearfolder resume FOLDER.`,
    unseen.length > 0 &&
      `${unseen.join(', ')} cannot be reached, so new files there are not known. For details: clearfolder folders.`,
    gone > 0 &&
      `${counted(gone, 'Task is', 'Tasks are')} gone from the service. For a list: clearfolder tasks --status gone.`,
    denied > 0 &&
      `${counted(denied, 'Task has', 'Tasks have')} an unknown status. For a list: clearfolder tasks.`,
  ].filter((sentence) => sentence !== false);
  return sentences.length === 0 ? 'Nothing is left to send.' : sentences.join(' ');
}
