import { dayOf } from '../../contract/local-day.ts';
import { say } from '../../contract/say.ts';
import type { AuditAction } from '../../contract/views/audit.ts';
import { appendAudit } from '../audit/audit.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { decideTwin } from '../ledger/tables/twins.ts';
import { addStaffNote, assignTask, putAway, takeBack } from '../ledger/tasks/handling.ts';
import { readTask } from '../ledger/tasks/task-row.ts';
import { PlainError } from '../plain-error.ts';

/**
 * An act of a person on a Task at this station. Clearfolder does not tell the service about the act.
 * - `staff-note`: adds a note that only the staff read
 * - `assign`: names the person who looks after the Task; null removes the name
 * - `set-aside`: keeps a waiting Task off the Waiting screen until the local day `until` (`YYYY-MM-DD`)
 * - `give-up`: keeps a waiting Task off the Waiting screen for a reason
 * - `take-back`: ends `set-aside` or `give-up`
 * - `twin`: says whether this Task is superfluous, because the service made two Tasks of one submission; otherwise both Tasks are wanted
 */
export type Deed =
  | { readonly kind: 'staff-note'; readonly id: string; readonly text: string }
  | { readonly kind: 'assign'; readonly to: string | null }
  | { readonly kind: 'set-aside'; readonly until: string }
  | { readonly kind: 'give-up'; readonly reason: string }
  | { readonly kind: 'take-back' }
  | { readonly kind: 'twin'; readonly superfluous: boolean };

/**
 * Stores the deed and adds an audit entry in one transaction. The audit entry contains neither the text of a note nor a reason.
 * @throws PlainError `task.unknown`, `task.not-waiting`, `task.day`, `task.not-away`, `task.no-twin`
 */
export function handleTask(
  ledger: Ledger,
  taskUuid: string,
  deed: Deed,
  { actor, now }: { readonly actor: string; readonly now: number },
): void {
  ledger.transaction(() => {
    const task = readTask(ledger, taskUuid);
    if (task === null) throw unknown();
    const by = { task: taskUuid, author: actor, at: now };
    const audit = (action: AuditAction, detail: Record<string, unknown> = {}) =>
      appendAudit(ledger, { at: now, actor, action, subject: taskUuid, detail });
    switch (deed.kind) {
      case 'staff-note':
        addStaffNote(ledger, { ...by, id: deed.id, text: deed.text });
        return audit('task.noted');
      case 'assign':
        assignTask(ledger, by, deed.to);
        return audit('task.assigned', { to: deed.to });
      case 'set-aside':
        if (task.status !== 'waiting' || task.gone_since !== null) throw notWaiting();
        if (deed.until <= dayOf(new Date(now))) throw notLater();
        putAway(ledger, by, { until: deed.until });
        return audit('task.set-aside', { until: deed.until });
      case 'give-up':
        if (task.status !== 'waiting' || task.gone_since !== null) throw notWaiting();
        putAway(ledger, by, { reason: deed.reason });
        return audit('task.given-up');
      case 'take-back':
        if (!takeBack(ledger, taskUuid)) throw notAway();
        return audit('task.taken-back');
      case 'twin': {
        const { superfluous } = deed;
        if (!decideTwin(ledger, taskUuid, { superfluous, at: now, by: actor })) throw noTwin();
        return audit('task.twin-decided', { superfluous });
      }
    }
  });
}

function noTwin(): PlainError {
  return new PlainError(
    'task.no-twin',
    say('terminal.serviceTaskSubmission'),
    say('terminal.openTaskSeeState'),
  );
}

function unknown(): PlainError {
  return new PlainError(
    'task.unknown',
    say('documents.stationNotKnowTaskNothingChanged'),
    say('documents.searchTaskListTasks'),
  );
}

function notWaiting(): PlainError {
  return new PlainError(
    'task.not-waiting',
    say('documents.taskNotWaitingAnswer'),
    say('documents.openTaskSeeStatus'),
  );
}

function notLater(): PlainError {
  return new PlainError('task.day', say('documents.taskSetAsideUntil'), say('documents.chooseLaterDay'));
}

function notAway(): PlainError {
  return new PlainError(
    'task.not-away',
    say('documents.taskNeitherSetAside'),
    say('documents.openTaskSeeStatus'),
  );
}
