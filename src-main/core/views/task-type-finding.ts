import { joined, type Said, say, sayProblem } from '../../contract/say.ts';
import { type Finding, findingOf } from '../../contract/views/folder.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';
import { allowedTaskTypes } from '../outbox/creates/allowed-task-types.ts';
import { rowProblem } from './problem-words.ts';
import { lastAllowedTaskTypes, taskTypeStandings } from './task-types-view.ts';

const WHAT = say('Task type');

/** Returns what this station knows about a task type from earlier submissions. Sends no request to the service. */
export function taskTypeFinding(ledger: Ledger, taskType: string): Finding {
  const standing = taskTypeStandings(ledger).find((one) => one.task_type === taskType);
  if (standing !== undefined && standing.accepted > 0) {
    const times = standing.accepted === 1 ? say('once') : say('{count} times', { count: standing.accepted });
    return finding(
      'ok',
      say('The service has accepted "{taskType}" {times}.', { taskType, times }),
      say('Nothing.'),
    );
  }
  if (standing !== undefined && standing.refused > 0) {
    return refusedFinding(taskType, lastAllowedTaskTypes(ledger));
  }
  return finding(
    'unknown',
    say(
      'This station has not sent any document as "{taskType}" yet, so Clearfolder does not know whether the service accepts this task type.',
      { taskType },
    ),
    say('Test the task type, or continue: Clearfolder keeps a rejected document for you.'),
  );
}

export function triedFinding(row: SubmissionRow): Finding {
  const { task_type: taskType, state } = row;
  if (state === 'accepted')
    return finding('ok', say('The service accepts "{taskType}".', { taskType }), say('Nothing.'));
  const problem = rowProblem(row);
  if (state === 'rejected' && problem?.code === 'service.task-type') {
    return refusedFinding(taskType, allowedTaskTypes(problem.detail ?? '', taskType));
  }
  if (state === 'rejected' && problem !== null)
    return finding('fault', sayProblem(problem).message, sayProblem(problem).next);
  const underWay = say(
    'The service has not answered about the test document, so Clearfolder does not know yet whether the service accepts "{taskType}".',
    { taskType },
  );
  return finding(
    'unknown',
    problem === null ? underWay : joined([underWay, sayProblem(problem).message], ' '),
    say('Test the task type again later. You can continue now.'),
  );
}

function refusedFinding(taskType: string, allowed: readonly string[]): Finding {
  return finding(
    'fault',
    allowed.length === 0
      ? say('The service does not accept "{taskType}".', { taskType })
      : say('The service does not accept "{taskType}". It allows: {list}.', {
          taskType,
          list: allowed.join(', '),
        }),
    allowed.length === 0
      ? say('Ask your administrator which task types your organization may use.')
      : say('Choose one of these task types.'),
  );
}

const finding = (state: Finding['state'], words: Said, next: Said) =>
  findingOf(state, { what: WHAT, words, next });
