import type { FolderRule } from '../../../contract/settings.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { accountOf, answersNotOut } from '../../../core/ledger/tables/counts.ts';
import { readFolder } from '../../../core/ledger/tables/folders.ts';
import { countDenied } from '../../../core/ledger/tasks/tasks.ts';

const UNSENT_STATES = ['settling', 'held', 'queued', 'sending', 'unconfirmed', 'rejected'] as const;

const counted = (count: number, singular: string, plural: string) =>
  `${count} ${count === 1 ? singular : plural}`;

/** Says whether anything is left to send, from the counts of all found files (I1). */
export function unsentText(ledger: Ledger, rules: readonly FolderRule[]): string {
  const account = accountOf(ledger);
  const parts = UNSENT_STATES.filter((state) => account[state] > 0).map(
    (state) => `${account[state]} ${state}`,
  );
  const open = UNSENT_STATES.reduce((sum, state) => sum + account[state], 0);
  const ids = rules.map(({ id }) => id);
  const isPaused = (id: string) => readFolder(ledger, id)?.paused === 1;
  const paused = ids.filter(isPaused);
  const unseen = ids.filter((id) => !isPaused(id) && readFolder(ledger, id)?.reachable !== 1);
  const sentences: string[] = [];
  if (open > 0) {
    sentences.push(
      `${counted(open, 'file is', 'files are')} not sent (${parts.join(', ')}). For the reasons: clearfolder files.`,
    );
  }
  const answers = answersNotOut(ledger);
  if (answers > 0) {
    sentences.push(
      `${counted(answers, 'answer is', 'answers are')} not sent. For the reasons, see the history in: clearfolder task TASK.`,
    );
  }
  if (paused.length > 0) {
    sentences.push(
      `${paused.join(', ')} ${paused.length === 1 ? 'is' : 'are'} paused, so new files wait. To resume: clearfolder resume FOLDER.`,
    );
  }
  if (unseen.length > 0) {
    sentences.push(
      `${unseen.join(', ')} cannot be reached, so new files there are not known. For details: clearfolder folders.`,
    );
  }
  const { gone, denied } = countDenied(ledger, 'station');
  if (gone > 0) {
    sentences.push(
      `${counted(gone, 'Task is', 'Tasks are')} gone from the service. For a list: clearfolder tasks --status gone.`,
    );
  }
  if (denied > 0) {
    sentences.push(
      `${counted(denied, 'Task is', 'Tasks are')} not confirmed by the service. For a list: clearfolder tasks.`,
    );
  }
  return sentences.length === 0 ? 'Nothing is left to send.' : sentences.join(' ');
}

/** Whether some files will change their state soon without a person. */
export function filesAreMoving(ledger: Ledger): boolean {
  const { settling, sending } = accountOf(ledger);
  return settling + sending > 0;
}
