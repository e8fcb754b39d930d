import pLimit from 'p-limit';
import { appendAudit, PROGRAM } from '../audit/audit.ts';
import type { Clock } from '../clock.ts';
import { stampOf } from '../ids.ts';
import { doubtEverythingOpen, holdBacklog } from '../ledger/backup/detect-restore.ts';
import { earlierBy, isBeyond, laterOf, microsOf } from '../ledger/db/date-time.ts';
import type { Ledger } from '../ledger/db/ledger.ts';
import { writeState } from '../ledger/db/station-state.ts';
import { newestRequest } from '../ledger/tables/engine-requests.ts';
import { doubtListed, RESTORED_AT } from '../ledger/tables/perhaps-sent.ts';
import {
  comparedTo,
  firstMadeSince,
  isWithoutRecord,
  knowsTask,
  lastSubmission,
  noteBeganWithoutFolders,
  noteComparedTo,
  readBehind,
  writeBehind,
} from '../ledger/tables/record-behind.ts';
import { readStamps } from '../ledger/tables/stamps.ts';
import { addTwin, doubledBy, lagBetween, mayDouble, noteLag } from '../ledger/tables/twins.ts';
import { adoptSummary } from '../ledger/tasks/tasks.ts';
import type { Log } from '../log/events.ts';
import type { TaskSummary } from '../service/schemas.ts';
import type { ListQuery, ServiceClient } from '../service/service-client.ts';
import { adoptTask, witnessTask } from './adopt-task.ts';
import { type Lister, readPages } from './walk.ts';

const DAY_MS = 86_400_000;
/** The maximum number of Tasks of the organization that the first look of a ledger without a Task reads. */
const MOST_LISTED = 10_000;
/** The maximum number of Tasks whose documents a station without a record compares with the files of its folders. */
const MOST_COMPARED = 200;
const ADOPTED_AT_ONCE = 4;
/**
 * A Task that was made this many microseconds after a Task of this run cannot come from before the restore of an older record: a request
 * that was on its way at that time has ended.
 */
const LATE_US = 600_000_000;

export interface RecordCheckParts {
  readonly ledger: Ledger;
  readonly client: Pick<ServiceClient, 'getTask' | 'itemSha256'>;
  readonly clock: Clock;
  readonly log: Log;
  /** Returns the task types of the watched folders. */
  readonly taskTypes: () => ReadonlySet<string>;
  /** Stops the folders, runs `change`, and starts the folders again. */
  readonly holdFolders: (change: () => void) => Promise<void>;
  /** Gives this station a stamp that no other station has, in the ledger and in the secret store. */
  readonly takeNewStamp: () => Promise<void>;
  /** Called when the first look of this run is complete. */
  readonly onDone: () => void;
}

/**
 * Compares the ledger with the list of the service. The list is the last witness of what was sent: somebody may put back the disk of a
 * virtual machine with the ledger, its marks and the watched folders. Every external_id of this station has its stamp, so a listed Task
 * with this stamp that the ledger does not know proves that the ledger is older than the truth.
 */
export interface RecordCheck {
  /** Whether the first look of this run is complete. Before, this station creates no Task. */
  readonly isDone: () => boolean;
  /** Reads the list from a day before the newest Task of the ledger on. @throws ServiceError; the next call begins again */
  look(lister: Lister, signal: AbortSignal): Promise<void>;
  /** Compares Tasks of any page of the list, and stores twins (`addTwin`). `settle` then acts on the other Tasks that were found. */
  note(tasks: readonly TaskSummary[]): void;
  /**
   * Acts on the Tasks that `note` found. Holds what waits in the folders until a person decides, and adds the Tasks with their documents to
   * the ledger. @throws ServiceError if the service fails; the Tasks are found again later
   */
  settle(signal: AbortSignal): Promise<void>;
}

export function createRecordCheck(parts: RecordCheckParts): RecordCheck {
  const { ledger, client, clock, log } = parts;
  // Submissions and requests of this run have higher numbers.
  const lastBefore = lastSubmission(ledger);
  const askedBefore = newestRequest(ledger);
  const found = new Map<string, TaskSummary>();
  /** Listed Tasks with the external_id of an unfinished submission. Once the submission has its Task, each other Task is a twin. */
  const perhapsTwins = new Map<string, TaskSummary>();
  let isDone = false;
  /** Whether the folders are held for the Tasks in `found`, and not all of these Tasks are added to the ledger yet. */
  let isHeld = false;

  const note = (tasks: readonly TaskSummary[]): void => {
    const stamps = readStamps(ledger);
    for (const task of tasks) {
      const stamp = stampOf(task.external_id ?? '');
      if (stamp !== null && stamps.includes(stamp) && !knowsTask(ledger, task)) found.set(task.uuid, task);
      noteTwin(task);
    }
  };

  function noteTwin(task: TaskSummary): void {
    const of = doubledBy(ledger, task);
    if (of !== null) ledger.transaction(() => keepTwin(task, of));
    if (of === null && mayDouble(ledger, task)) {
      perhapsTwins.set(task.uuid, task);
      // The disk may have been put back to a time when the submission still waited to be sent.
      doubtListed(ledger, task.external_id ?? '', clock.now());
    } else perhapsTwins.delete(task.uuid);
  }

  // The staff must see both Tasks, because each may get a decision of its own. The second Task is therefore followed like the first.
  function keepTwin(task: TaskSummary, of: string): void {
    const now = clock.now();
    if (!addTwin(ledger, task.uuid, of, now)) return;
    adoptSummary(ledger, task, now);
    const lag = lagBetween(ledger, task, of);
    if (lag !== null) noteLag(ledger, lag, now);
    const detail = { other: of };
    appendAudit(ledger, { at: now, actor: PROGRAM, action: 'task.made-twice', subject: task.uuid, detail });
  }

  async function look(lister: Lister, signal: AbortSignal): Promise<void> {
    const isNew = isWithoutRecord(ledger, clock.now());
    const from = isNew ? null : comparedTo(ledger, clock.now());
    let newest = from;
    let seen = 0;
    const others: TaskSummary[] = [];
    const types = parts.taskTypes();
    // New Tasks come last in the order of the ids, so no Task moves to another page while the pages are read. Without a date, the newest
    // Tasks come first, and the older Tasks beyond the maximum are left out.
    const order: ListQuery =
      from === null
        ? { orderBy: 'created', sortAscending: false }
        : { orderBy: 'id', sortAscending: true, dateFrom: earlierBy(from, DAY_MS) };
    await readPages(
      lister,
      { selectedDate: 'created', ...order, length: lister.pageLength },
      ({ tasks }) => {
        seen += tasks.length;
        note(tasks);
        if (isNew)
          others.push(...tasks.filter((task) => types.has(task.task_type) && !knowsTask(ledger, task)));
        for (const { created } of tasks)
          if (!isBeyond(created, clock.now())) newest = laterOf(newest, created);
      },
      () => from !== null || seen < MOST_LISTED,
    );
    if (found.size > 0) await settle(signal);
    else if (others.length > 0) await compareWithOthers(others, signal);
    if (isNew) noteBeganWithoutFolders(ledger, types.size === 0);
    if (newest !== null) noteComparedTo(ledger, newest);
    if (isDone) return;
    isDone = true;
    parts.onDone();
  }

  // Compares a station without a record with the Tasks of its organization, because the station may have sent documents before its record
  // was lost. A person decides about files with documents of these Tasks. If there are too many Tasks, a person decides about all files.
  async function compareWithOthers(others: readonly TaskSummary[], signal: AbortSignal): Promise<void> {
    if (others.length > MOST_COMPARED) {
      await parts.holdFolders(() =>
        ledger.transaction(() => {
          holdBacklog(ledger, clock.now());
          writeBehind(ledger, { at: clock.now(), kind: 'none', tasks: MOST_COMPARED, unread: 0 });
        }),
      );
      return;
    }
    const limit = pLimit(ADOPTED_AT_ONCE);
    await Promise.all(
      others.map(({ uuid }) => limit(() => witnessTask({ ledger, client, clock }, uuid, signal))),
    );
  }

  async function settle(signal: AbortSignal): Promise<void> {
    for (const task of [...perhapsTwins.values()]) noteTwin(task);
    // The outbox may have accepted a found Task meanwhile.
    for (const task of found.values()) if (knowsTask(ledger, task)) found.delete(task.uuid);
    if (found.size === 0) return;
    if (await isOfACopy()) return;
    if (!isHeld) await parts.holdFolders(() => ledger.transaction(hold));
    isHeld = true;
    const limit = pLimit(ADOPTED_AT_ONCE);
    await Promise.all([...found.values()].map((task) => limit(() => adopt(task, signal))));
    found.clear();
    isHeld = false;
  }

  function hold(): void {
    const now = clock.now();
    doubtEverythingOpen(ledger, now, askedBefore);
    writeState(ledger, RESTORED_AT, now);
    const before = readBehind(ledger);
    const { tasks, unread } = before?.kind === 'older' ? before : { tasks: 0, unread: 0 };
    writeBehind(ledger, { at: now, kind: 'older', tasks, unread });
    const detail = { tasks: found.size };
    appendAudit(ledger, { at: now, actor: PROGRAM, action: 'ledger.behind', subject: null, detail });
    log('ledger.backup', { outcome: 'the service has Tasks of this station that the ledger lacks' });
  }

  async function adopt(task: TaskSummary, signal: AbortSignal): Promise<void> {
    if (knowsTask(ledger, task)) return;
    await adoptTask({ ledger, client, clock }, task, signal);
  }

  // Whether another computer runs with a copy of the disk of this station: all found Tasks are younger than a Task that this run made. The
  // ledger is then not behind, and this station takes a stamp of its own.
  async function isOfACopy(): Promise<boolean> {
    const first = firstMadeSince(ledger, lastBefore);
    if (first === null) return false;
    if (![...found.values()].every(({ created }) => microsOf(created) > first + LATE_US)) return false;
    await parts.takeNewStamp();
    log('ledger.backup', { outcome: 'another computer sends with a copy of this station' });
    found.clear();
    return true;
  }

  return { isDone: () => isDone, look, note, settle };
}
