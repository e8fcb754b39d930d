import { z } from 'zod';
import { dayOf } from '../../contract/local-day.ts';
import type { NeedsView, WaitingTask } from '../../contract/views/task.ts';
import { isAnswered } from '../answering/answered.ts';
import { wantsOf } from '../answering/needs.ts';
import { zoned } from '../ledger/db/date-time.ts';
import { type Ledger, readColumn, readNumber } from '../ledger/db/ledger.ts';
import { countPutAway, handlingOf, putAwayRow } from '../ledger/tasks/handling.ts';
import { currentDetails } from '../ledger/tasks/snapshots.ts';
import { answersOfWaiting, successorsOf } from '../ledger/tasks/task-messages.ts';
import { readTask } from '../ledger/tasks/task-row.ts';
import type { TaskDetails } from '../service/schemas.ts';
import { taskRows } from './task-rows-view.ts';
import { asOf } from './tasks-view.ts';

// SQL: the Task waits for a person. A gone Task accepts no answer, and a test of a task type needs no answer.
const WAITING = `status = 'waiting' AND gone_since IS NULL AND test = 0`;

/**
 * Returns Tasks, longest wait first. `rows` and `count` leave out the Tasks that a person answered, set aside or gave up; the other numbers
 * count these Tasks; `answers_not_out` counts the answers that the service does not have yet. With an `assignee`, `rows` and `count` have only the Tasks of this person.
 */
export function waitingView(
  ledger: Ledger,
  {
    offset,
    length,
    assignee = null,
  }: { readonly offset: number; readonly length: number; readonly assignee?: string | null },
  now: number,
): {
  as_of: string | null;
  count: number;
  answers_not_out: number;
  answered: number;
  set_aside: number;
  given_up: number;
  rows: Omit<WaitingTask, 'answer_folder'>[];
} {
  const day = dayOf(new Date(now));
  const answers = answersOf(ledger, now);
  const notOut = answers.filter(({ state }) => state !== 'accepted').length;
  const needing = `${WAITING} AND uuid NOT IN (SELECT value FROM json_each(@answered)) AND NOT EXISTS (${putAwayRow('@day')})
    AND (@assignee IS NULL OR uuid IN (SELECT task_uuid FROM task_assignee WHERE name = @assignee))`;
  const which = { answered: JSON.stringify(answers.map(({ task }) => task)), day, assignee };
  const uuids = readColumn(
    ledger.db.prepare(
      `SELECT uuid FROM task WHERE ${needing} ORDER BY changed_us, uuid LIMIT @length OFFSET @offset`,
    ),
    z.string(),
    { ...which, offset, length },
  );
  const handling = handlingOf(ledger, uuids, day);
  const successors = successorsOf(ledger, uuids);
  return {
    as_of: asOf(ledger),
    count: readNumber(ledger.db.prepare(`SELECT COUNT(*) FROM task WHERE ${needing}`), which),
    answers_not_out: notOut,
    answered: answers.length - notOut,
    ...tasksPutAway(ledger, now),
    rows: taskRows(ledger, uuids).map((row) => {
      const task = readTask(ledger, row.uuid);
      const details = task === null ? null : currentDetails(ledger, task);
      return {
        ...row,
        needs: details === null ? null : needsView(details),
        frozen_to: task?.frozen_to ?? successors.get(row.uuid) ?? null,
        assignee: handling(row.uuid).assignee,
      };
    }),
  };
}

/** Counts the waiting Tasks that the staff set aside or gave up. */
export function tasksPutAway(ledger: Ledger, now: number): { set_aside: number; given_up: number } {
  return countPutAway(ledger, WAITING, dayOf(new Date(now)));
}

/** Returns the answers of the waiting Tasks that count as answered. An answer whose state is not `accepted` is not out yet. */
export function answersOf(ledger: Ledger, now: number) {
  return answersOfWaiting(ledger).filter((answer) => isAnswered(answer, now));
}

/** Returns what a waiting Task needs, taken from the issues of one payload (I6). */
export function needsView(details: TaskDetails): NeedsView {
  const { documents, data, others } = wantsOf(details);
  return {
    since: zoned(details.latest_status_change),
    documents: documents.map(({ recordType, issue }) => ({ record_type: recordType, issue })),
    data: data.map(({ property, kind, issue }) => ({ property, kind, issue })),
    others: others.map(({ issue }) => ({ issue })),
  };
}
