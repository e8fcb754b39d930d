import type { FolderRule } from '../../contract/settings.ts';
import type { Ledger } from '../../core/ledger/db/ledger.ts';
import { accountOf, answersNotOut } from '../../core/ledger/tables/counts.ts';
import { readFolder } from '../../core/ledger/tables/folders.ts';
import { countDenied } from '../../core/ledger/tasks/tasks.ts';

const NOT_OUT = ['settling', 'held', 'queued', 'sending', 'unconfirmed', 'rejected'] as const;

const counted = (count: number, one: string, many: string) => `${count} ${count === 1 ? one : many}`;

const listed = (folders: readonly { readonly id: string }[]) => folders.map(({ id }) => id).join(', ');

/** Whether everything that should have gone out is out, said by the count of every file that was found (I1). */
export function outWords(ledger: Ledger, rules: readonly FolderRule[]): string {
  const account = accountOf(ledger);
  const parts = NOT_OUT.filter((state) => account[state] > 0).map((state) => `${account[state]} ${state}`);
  const open = NOT_OUT.reduce((sum, state) => sum + account[state], 0);
  const folders = rules.map(({ id }) => ({ id, row: readFolder(ledger, id) }));
  const paused = folders.filter(({ row }) => row?.paused === 1);
  const unseen = folders.filter(({ row }) => row?.reachable !== 1 && row?.paused !== 1);
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
      `${listed(paused)} ${paused.length === 1 ? 'is' : 'are'} paused, so new files wait. To resume: clearfolder resume FOLDER.`,
    );
  }
  if (unseen.length > 0) {
    sentences.push(
      `${listed(unseen)} cannot be reached, so new files there are not known. For details: clearfolder folders.`,
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

/** Whether files are on their way by themselves just now. */
export function filesAreMoving(ledger: Ledger): boolean {
  const { settling, sending } = accountOf(ledger);
  return settling + sending > 0;
}
