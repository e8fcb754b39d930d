import type { SentFileRow, SubmissionRow } from '../../ledger/tables/outbox-rows.ts';
import type { TaskDetails } from '../../service/schemas.ts';
import type { ListQuery } from '../../service/service-client.ts';
import { ServiceError } from '../../service/service-failure.ts';
import { isNotFound } from '../../tracking/list-failure.ts';
import { type Control, type Denial, signature } from '../../tracking/positive-control.ts';
import { readPages, type WalkPage } from '../../tracking/walk.ts';
import { needsAttention } from '../attention.ts';
import type { OutboxContext } from '../context.ts';
import { inputsOf, keptAsFiles, mayHold } from './adoption.ts';
import { judgedOf } from './create-notes.ts';

const DAY_MS = 86_400_000;
/** The search starts a week before an unsent submission was queued, because another station may have sent the documents earlier. */
const WEEK_MS = 7 * DAY_MS;
const PAGE = 200;
const MOST_PAGES = 50;
// `MOST_COMPARED`: the largest number of unknown Tasks that are compared with the submission. `MOST_FETCHED`: the largest number of files
// of one Task that are downloaded for the comparison.
const MOST_COMPARED = 50;
const MOST_FETCHED = 50;

// External_ids of stations end in a ULID of 26 characters (`ids.ts`). Other programs may make such external_ids too.
const ID_LENGTH = 26;
const ENDS_IN_ID = /[0-7][0-9A-HJKMNP-TV-Z]{25}$/;

export type WindowLook =
  | { readonly is: 'found'; readonly task: TaskDetails }
  /** Each of these Tasks may contain the submission's documents under another external_id. */
  | { readonly is: 'perhaps'; readonly uuids: readonly string[] }
  | { readonly is: 'nothing' }
  /** The list could not be read completely, or the service does not list the inputs of a Task yet. */
  | { readonly is: 'unknown' };

/**
 * Searches for the Task after the look-up by external_id got a 404 (I2), in the list of the Tasks of the same task type that were created
 * around the attempts (docs/service.md 4.4). The list may show a Task before the look-up does, or with a changed external_id.
 */
export async function lookThroughWindow(
  context: OutboxContext,
  row: SubmissionRow,
  control: Control,
  { signedBy, signal }: Pick<Denial, 'signedBy' | 'signal'>,
): Promise<WindowLook> {
  const { client, submissions, ledger, clock } = context;
  const judged = judgedOf(ledger, row.id);
  const strangers: Strangers = { plain: new Set(), likeOurs: new Set() };
  const ours: string[] = [];
  let seen = 0;
  let isDark = false;
  const note = ({ tasks, unreadable }: WalkPage): void => {
    seen += tasks.length + unreadable.length;
    for (const task of tasks) {
      if (submissions.madeTask(task.uuid)) continue;
      if (task.external_id === row.external_id) ours.push(task.uuid);
      else if (!judged.has(task.uuid) && !submissions.hasExternalId(task.external_id ?? '')) {
        const isLikeOurs = isOfAStation(row, task.external_id ?? '');
        (isLikeOurs ? strangers.likeOurs : strangers.plain).add(task.uuid);
      }
    }
    for (const uuid of unreadable) {
      if (uuid === null) isDark = true;
      else if (!judged.has(uuid) && !submissions.madeTask(uuid)) strangers.plain.add(uuid);
    }
  };
  try {
    const lister = {
      list: async (query: ListQuery) => {
        const signed = signature();
        const page = await client.listTasks(query, { signal, onSigned: signed.note });
        // A page of the list that was requested with another token than the look-up may belong to another organization.
        if (signed.by() === null || signed.by() !== signedBy) isDark = true;
        return page;
      },
      now: clock.now,
      pageLength: PAGE,
    };
    const query = {
      taskType: [row.task_type],
      selectedDate: 'created',
      ...windowOf(row, control, clock.now()),
      // New Tasks come last in this order, so no Task moves to another page while the pages are read.
      orderBy: 'id',
      sortAscending: true,
      length: PAGE,
    } as const;
    const counted = await readPages(lister, query, note, (page) => page.count <= MOST_PAGES * PAGE);
    if (isDark || seen < counted) return { is: 'unknown' };
    const [uuid] = ours;
    if (uuid !== undefined) return { is: 'found', task: await client.getTask({ uuid }, { signal }) };
    return await compare(context, strangers, row, signal);
  } catch (error) {
    if (error instanceof ServiceError) return { is: 'unknown' };
    throw error;
  }
}

/** The Tasks of the list that this station does not know, by uuid. Each Task may contain the documents of the submission. */
interface Strangers {
  /** All Tasks that are not in `likeOurs`. */
  readonly plain: Set<string>;
  /** Tasks whose external_id has the form that stations use, so that another station probably made the Task. */
  readonly likeOurs: Set<string>;
}

function isOfAStation(row: SubmissionRow, externalId: string): boolean {
  return ENDS_IN_ID.test(externalId) && !externalId.endsWith(row.external_id.slice(-ID_LENGTH));
}

// Returns the period in which the Task can have been created, by the clock of the service. The period ends now, because another station
// may have sent the documents. The times of the control Task show how far the clocks of the service and of this computer differ.
// The margin is at least a day, because somebody may have corrected the clock of this computer after the attempts.
function windowOf(row: SubmissionRow, control: Control, now: number): { dateFrom: string; dateTo: string } {
  const began = Math.min(row.first_sent_at ?? row.created_at - WEEK_MS, now);
  const { first_sent_at: sent = null, ended_at: accepted = null } =
    control.is === 'found' ? control.known : {};
  const created = control.is === 'found' ? Date.parse(control.task.created) : null;
  const offsets = [sent, accepted].flatMap((at) => (at === null || created === null ? [] : [created - at]));
  const iso = (ms: number) => new Date(ms).toISOString();
  return {
    dateFrom: iso(began + Math.min(...offsets, -DAY_MS)),
    dateTo: iso(now + Math.max(...offsets, DAY_MS)),
  };
}

async function compare(
  context: OutboxContext,
  { plain, likeOurs }: Strangers,
  row: SubmissionRow,
  signal: AbortSignal,
): Promise<WindowLook> {
  const files = context.submissions.files(row.id);
  const alike: string[] = [];
  let isAnyUnlisted = false;
  for (const uuid of [...plain, ...likeOurs].slice(0, MOST_COMPARED)) {
    try {
      const task = await context.client.getTask({ uuid }, { signal });
      const isUnlisted = inputsOf(task).length === 0;
      isAnyUnlisted ||= isUnlisted;
      if (isUnlisted || (await mayBeOurs(context, task, files, signal))) alike.push(uuid);
    } catch (error) {
      // The list contains the Task, so a 404 does not prove that the Task is gone. The Task counts as a possible match.
      if (!isNotFound(error)) throw error;
      alike.push(uuid);
    }
  }
  // The service may list the inputs of a Task late, so the search has no result yet. Once the submission needs a person anyway, a Task
  // without inputs counts as a possible match.
  if (isAnyUnlisted && !needsAttention(row, context.clock.now())) return { is: 'unknown' };
  // Of the Tasks beyond `MOST_COMPARED`, those in `plain` count as possible matches, and those in `likeOurs` do not.
  const uuids = [...alike, ...[...plain].slice(MOST_COMPARED)];
  return uuids.length === 0 ? { is: 'nothing' } : { is: 'perhaps', uuids };
}

// Whether a Task under another external_id may contain all of these documents. If the bytes of the Task can be downloaded, the bytes
// decide. Otherwise the number and the names of the documents decide. Must be called only if the service lists inputs of the Task.
async function mayBeOurs(
  { client }: OutboxContext,
  task: TaskDetails,
  files: readonly SentFileRow[],
  signal: AbortSignal,
): Promise<boolean> {
  const inputs = inputsOf(task);
  if (!mayHold(files, task)) return false;
  const stored = inputs.filter((item) => item.data_type === 'file');
  const sought = keptAsFiles(files);
  if (sought.size > 0 && stored.length <= MOST_FETCHED) {
    const hashes = new Set<string>();
    for (const item of stored) {
      const hash = await client.itemSha256(task.uuid, item.uuid, { signal }).catch((error: unknown) => {
        if (error instanceof ServiceError && !signal.aborted) return null;
        throw error;
      });
      if (hash === null) return isNamedAlike(files, inputs);
      hashes.add(hash);
    }
    return [...sought].every((sha256) => hashes.has(sha256));
  }
  return isNamedAlike(files, inputs);
}

function isNamedAlike(files: readonly SentFileRow[], inputs: ReturnType<typeof inputsOf>): boolean {
  const stem = (name: string) =>
    name
      .trim()
      .toLowerCase()
      .replace(/\.[^.]*$/, '');
  const names = new Set(files.map((file) => stem(file.file_name)));
  return inputs.some(({ name }) => name == null || names.has(stem(name)));
}
