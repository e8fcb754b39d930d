import { joined, type Said, say, sayProblem } from '../../contract/say.ts';
import { type Finding, findingOf } from '../../contract/views/folder.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import type { SubmissionRow } from '../ledger/tables/outbox-rows.ts';
import { allowedTaskTypes } from '../outbox/creates/allowed-task-types.ts';
import { rowProblem } from './problem-words.ts';
import { lastAllowedTaskTypes, taskTypeStandings } from './task-types-view.ts';

const WHAT = say('documents.taskType');

/** Returns what this station knows about a task type from earlier submissions. Sends no request to the service. */
export function taskTypeFinding(ledger: Ledger, taskType: string): Finding {
  const standing = taskTypeStandings(ledger).find((one) => one.task_type === taskType);
  if (standing !== undefined && standing.accepted > 0) {
    const times = say('documents.howManyTimes', { count: standing.accepted });
    return finding('ok', say('documents.serviceAccepted', { taskType, times }), say('common.nothingToDo'));
  }
  if (standing !== undefined && standing.refused > 0) {
    return refusedFinding(taskType, lastAllowedTaskTypes(ledger));
  }
  return finding('unknown', say('documents.stationNotSentAny', { taskType }), say('documents.testTaskType'));
}

export function triedFinding(row: SubmissionRow): Finding {
  const { task_type: taskType, state } = row;
  if (state === 'accepted')
    return finding('ok', say('documents.serviceAccepts', { taskType }), say('common.nothingToDo'));
  const problem = rowProblem(row);
  if (state === 'rejected' && problem?.code === 'service.task-type') {
    return refusedFinding(taskType, allowedTaskTypes(problem.detail ?? '', taskType));
  }
  if (state === 'rejected' && problem !== null)
    return finding('fault', sayProblem(problem).message, sayProblem(problem).next);
  const underWay = say('documents.serviceNotAnsweredAbout', { taskType });
  return finding(
    'unknown',
    problem === null ? underWay : joined([underWay, sayProblem(problem).message], ' '),
    say('documents.testTaskTypeAgain'),
  );
}

function refusedFinding(taskType: string, allowed: readonly string[]): Finding {
  return finding(
    'fault',
    allowed.length === 0
      ? say('documents.serviceNotAccept', { taskType })
      : say('documents.serviceNotAcceptAllows', {
          taskType,
          list: allowed.join(', '),
        }),
    allowed.length === 0 ? say('documents.askAdministratorTaskTypes') : say('documents.chooseTaskTypes'),
  );
}

const finding = (state: Finding['state'], words: Said, next: Said) =>
  findingOf(state, { what: WHAT, words, next });
