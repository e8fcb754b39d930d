import type { Finding } from '../../contract/views/folder.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';
import { allowedTaskTypes } from '../outbox/creates/allowed-task-types.ts';
import { rowProblem } from './problem-words.ts';
import { lastAllowedTaskTypes, taskTypeStandings } from './task-types-view.ts';

const WHAT = 'Task type';

/** Returns what this station knows about a task type from earlier submissions. Sends no request to the service. */
export function taskTypeFinding(ledger: Ledger, taskType: string): Finding {
  const standing = taskTypeStandings(ledger).find((one) => one.task_type === taskType);
  if (standing !== undefined && standing.accepted > 0) {
    const times = standing.accepted === 1 ? 'once' : `${standing.accepted} times`;
    return finding('ok', `The service has accepted "${taskType}" ${times}.`, 'Nothing.');
  }
  if (standing !== undefined && standing.refused > 0) {
    return refusedFinding(taskType, lastAllowedTaskTypes(ledger));
  }
  return finding(
    'unknown',
    `This station has not sent any document as "${taskType}" yet, so Clearfolder does not know whether the service accepts this task type.`,
    'Test the task type, or continue: Clearfolder keeps a rejected document for you.',
  );
}

export function triedFinding(row: SubmissionRow): Finding {
  const { task_type: taskType, state } = row;
  if (state === 'accepted') return finding('ok', `The service accepts "${taskType}".`, 'Nothing.');
  const problem = rowProblem(row);
  if (state === 'rejected' && problem?.code === 'service.task-type') {
    return refusedFinding(taskType, allowedTaskTypes(problem.detail ?? '', taskType));
  }
  if (state === 'rejected' && problem !== null) return finding('fault', problem.message, problem.next);
  return finding(
    'unknown',
    `The test document is still being sent, so Clearfolder does not know yet whether the service accepts "${taskType}".${problem === null ? '' : ` ${problem.message}`}`,
    'Check the outbox later. You can continue now.',
  );
}

function refusedFinding(taskType: string, allowed: readonly string[]): Finding {
  const list = allowed.length === 0 ? '' : ` It allows: ${allowed.join(', ')}.`;
  return finding(
    'fault',
    `The service does not accept "${taskType}".${list}`,
    allowed.length === 0
      ? 'Ask your administrator which task types your organization may use.'
      : 'Choose one of these task types.',
  );
}

const finding = (state: Finding['state'], words: string, next: string): Finding => ({
  what: WHAT,
  state,
  words,
  next,
});
