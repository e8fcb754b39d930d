import { z } from 'zod';
import { dayOf } from '../../contract/local-day.ts';
import { exportQuerySchema } from '../../contract/verbs/tasks.ts';
import { zoned } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { readState } from '../ledger/db/station-state.ts';
import { handlingOf } from '../ledger/tasks/handling.ts';
import { currentDetails, knownDetails } from '../ledger/tasks/snapshots.ts';
import { AS_OF_KEY, isTerminal, readTask, type TaskRow } from '../ledger/tasks/task-row.ts';
import { everyTask } from '../ledger/tasks/task-search.ts';
import { notesFound, passagesOf, searchedTexts } from '../ledger/tasks/task-texts.ts';
import { viewTask } from '../tracking/task-view.ts';

/** A Task in `tasks --json` (docs/architecture.md 12). Dates keep the form of the service, and a missing time zone becomes `Z`. */
export type TaskListEntry = ReturnType<typeof taskEntry>;

/** Returns all Tasks that match a query, in the order that the query names. The default order is newest first. */
export function tasksView(ledger: Ledger, query: z.input<typeof exportQuerySchema>) {
  const asked = exportQuerySchema.parse(query);
  const uuids = everyTask(ledger, asked);
  const passages = passagesOf(ledger, uuids, asked.search);
  const notes = notesFound(ledger, uuids, asked.search);
  const tasks = tasksNamed(ledger, uuids).map((task) => ({
    ...task,
    /** A passage of the read text that matches the search (`foundTaskSchema`); null if there is none. */
    passage: passages.get(task.uuid) ?? null,
    note: notes.get(task.uuid) ?? null,
  }));
  return { as_of: asOf(ledger), count: tasks.length, texts: searchedTexts(ledger, true), tasks };
}

export function tasksNamed(ledger: Ledger, uuids: readonly string[]): TaskListEntry[] {
  return uuids.flatMap((uuid) => {
    const row = readTask(ledger, uuid);
    return row === null ? [] : [taskEntry(ledger, row)];
  });
}

/** Returns the time of the oldest proof of an open Task (I10, `AS_OF_KEY`), ISO 8601; null before the first complete cycle. */
export function asOf(ledger: Ledger): string | null {
  return isoOf(readState(ledger, AS_OF_KEY, z.number()));
}

/**
 * Returns the time of the last proof of a Task (I10), ISO 8601. An ended Task does not move on its own, so the time of the station counts
 * for an ended Task; null before the first complete cycle.
 */
export function asOfTask(ledger: Ledger, { status, checked_at: at }: TaskRow): string | null {
  return isTerminal(status) ? asOf(ledger) : isoOf(at);
}

export function isoOf(at: number | null): string | null {
  return at === null ? null : new Date(at).toISOString();
}

export function taskEntry(ledger: Ledger, row: TaskRow) {
  const details = currentDetails(ledger, row);
  const view = details === null ? null : viewTask(details);
  const known = knownDetails(ledger, row.uuid);
  return {
    uuid: row.uuid,
    external_id: row.external_id,
    task_type: row.task_type,
    status: row.status,
    name: row.name,
    created: zoned(row.created),
    latest_status_change: zoned(row.latest_status_change),
    cleared: row.cleared && zoned(row.cleared),
    /** The time since which the service denies having the Task, ISO 8601; null if the service does not deny having the Task. */
    denied_since: isoOf(row.denied_since),
    /** The time since which the Task is gone at the service, ISO 8601; null if the Task is not gone. */
    gone_since: isoOf(row.gone_since),
    ...handlingOf(ledger, [row.uuid], dayOf(new Date()))(row.uuid),
    /** Which details this station has (`taskRowViewSchema.details`). Unless `loaded`, an empty list means "not known". */
    details: known.details,
    /** The time at which the details were loaded, ISO 8601; null without details. */
    details_as_of: isoOf(known.details_as_of),
    issues: view?.issues ?? [],
    verdicts: view?.verdicts ?? [],
    /** The conclusions about codes that have no verdict. */
    conclusions: view?.conclusions ?? [],
  };
}
