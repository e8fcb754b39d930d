import { dayOf } from '../../../contract/local-day.ts';
import { say } from '../../../contract/say.ts';
import { narrowing, type taskVerbs } from '../../../contract/verbs/tasks.ts';
import type { Queued } from '../../../contract/views/drop.ts';
import {
  addEdit,
  addResume,
  checkAnswer,
  type EditRequest,
  keepAnswer,
} from '../../../core/answering/compose-answer.ts';
import { appendAudit } from '../../../core/audit/audit.ts';
import { exportTasks } from '../../../core/exports/export-tasks.ts';
import { answerFolderPath } from '../../../core/folders/answers/answer-places.ts';
import { newId } from '../../../core/ids.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { noteViewed } from '../../../core/ledger/tables/milestones.ts';
import type { NewFile } from '../../../core/ledger/tables/outbox-rows.ts';
import { isReferenceShared } from '../../../core/ledger/tables/submissions.ts';
import { handlingOf } from '../../../core/ledger/tasks/handling.ts';
import { findJourneys, journeyOf } from '../../../core/ledger/tasks/journeys.ts';
import { taskFacets } from '../../../core/ledger/tasks/task-queries.ts';
import { readTask } from '../../../core/ledger/tasks/task-row.ts';
import { searchTasks } from '../../../core/ledger/tasks/task-search.ts';
import { notesFound, passagesOf, searchedTexts } from '../../../core/ledger/tasks/task-texts.ts';
import { setDetailsDue } from '../../../core/ledger/tasks/tasks.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { askForTask, foreignTaskFullView } from '../../../core/views/foreign-task-view.ts';
import { receiptView } from '../../../core/views/receipt-view.ts';
import {
  knownTask,
  lacksDetails,
  newestPayload,
  taskFullView,
  taskTexts,
} from '../../../core/views/task-full-view.ts';
import { taskRows } from '../../../core/views/task-rows-view.ts';
import { asOf } from '../../../core/views/tasks-view.ts';
import { waitingView } from '../../../core/views/waiting-view.ts';
import { answersFolder } from '../../headless/practice-mode.ts';
import type { AppContext } from '../context.ts';
import { type Handler, type Handlers, stamp, undoTime } from './handlers.ts';

// Queues an answer as one message in the ledger. The person can take the answer back during the undo time.
const sendAnswer: Handler<'answers.send'> = async ({ task, drop, data }, context, { actor }) => {
  const { engine, ledger } = context.engine();
  const now = context.clock.now();
  const { notBefore, until } = undoTime(context);
  const id = newId(context.clock, context.random);
  const answer = { ledger, taskUuid: task, data, actor, id, notBefore };
  const keep = (files: readonly NewFile[]) =>
    ledger.transaction(() => {
      keepAnswer({ ledger }, checkAnswer(answer, files.length).message(files), now);
      return id;
    });
  if (drop === null) keep([]);
  else {
    refuseOfOtherTask(engine.drops.get(drop).task, task);
    // The number of files is known only inside `handOver`. If this early check fails, the drop stays unchanged.
    checkAnswer(answer, 1);
    await engine.drops.handOver(drop, keep);
  }
  engine.outbox.wake();
  context.changed();
  return { ids: [id], undo_until: until };
};

export const tasksHandlers: Handlers<keyof typeof taskVerbs> = {
  'tasks.page': async (query, context) => {
    const { count, uuids, whole, textsWhole } = await searchTasks(ledgerOf(context), query);
    const { ledger } = context.engine();
    const passages = passagesOf(ledger, uuids, query.search);
    const notes = notesFound(ledger, uuids, query.search);
    const handling = handlingOf(ledger, uuids, today(context));
    const rows = taskRows(ledger, uuids).map((row) => ({
      ...row,
      passage: passages.get(row.uuid) ?? null,
      note: notes.get(row.uuid) ?? null,
      handling: handling(row.uuid),
    }));
    return {
      as_of: asOf(ledger),
      count,
      offset: query.offset,
      rows,
      texts: searchedTexts(ledger, textsWhole),
      whole,
    };
  },
  'tasks.export': async ({ format, language, ...query }, context, { actor }) => {
    const { ledger } = context.engine();
    const at = context.clock.now();
    // The audit entry is written first, so that no export can happen without an audit entry.
    const detail = { format, ...narrowing(query) };
    appendAudit(ledger, { at, actor, action: 'tasks.exported', subject: null, detail });
    let tasks = 0;
    const name = `clearfolder-tasks-${stamp(at)}.${format}`;
    const texts = async function* () {
      for await (const part of exportTasks(ledger, query, { format, language }, at)) {
        tasks += part.tasks;
        yield part.text;
      }
    };
    return { file: await context.made.make(name, texts()), name, tasks };
  },
  'tasks.facets': (_, context) => taskFacets(context.engine().ledger),
  'tasks.get': ({ task }, context) => {
    const { engine, ledger } = context.engine();
    const view = taskFullView(ledger, task, today(context));
    // If a Task had already ended when this station first saw the Task in a list, the ledger has no details of the Task.
    if (lacksDetails(ledger, task)) {
      setDetailsDue(ledger, task, true);
      engine.tracker.lookSoon();
    }
    if (context.station().settings.sending.milestones) noteViewed(ledger, task, context.clock.now());
    return view;
  },
  'tasks.ask': async ({ reference }, context) => {
    const { client, ledger } = context.engine();
    const details = await askForTask(client, reference);
    const { uuid } = details;
    if (readTask(ledger, uuid) !== null) return { uuid, foreign: null };
    return { uuid, foreign: foreignTaskFullView(ledger, details, context.clock.now()) };
  },
  'tasks.raw': ({ task }, context) => {
    const { taken_at: at, status, payload } = newestPayload(context.engine().ledger, task);
    return { taken_at: new Date(at).toISOString(), status, json: JSON.stringify(payload, null, 2) };
  },
  'tasks.receipt': ({ task }, context) => receiptView(context.engine().ledger, task),
  'tasks.printed': ({ task, what }, context, { actor }) => {
    const { ledger } = context.engine();
    knownTask(ledger, task);
    const at = context.clock.now();
    appendAudit(ledger, { at, actor, action: 'task.printed', subject: task, detail: { what } });
    return null;
  },
  'documents.printed': ({ task, item, page }, context, { actor }) => {
    const { ledger } = context.engine();
    knownTask(ledger, task);
    const detail = { item, page: page ?? 'all' };
    appendAudit(ledger, {
      at: context.clock.now(),
      actor,
      action: 'document.printed',
      subject: task,
      detail,
    });
    return null;
  },
  'tasks.texts': ({ task }, context) => taskTexts(context.engine().ledger, task),
  'tasks.look': ({ task }, context) => {
    const { engine, ledger } = context.engine();
    knownTask(ledger, task);
    setDetailsDue(ledger, task, true);
    engine.tracker.lookSoon();
    return null;
  },
  'tasks.set-cleared': ({ tasks, cleared }, context, { actor }) =>
    queueEdits(context, [...new Set(tasks)], { kind: 'cleared', cleared }, actor),
  'tasks.rename': ({ task, name }, context, { actor }) =>
    queueEdits(context, [task], { kind: 'name', name }, actor),
  'tasks.shares-external-id': ({ external_id: id }, context) =>
    isReferenceShared(context.engine().ledger, id),
  'tasks.set-external-id': ({ task, external_id: externalId }, context, { actor }) =>
    queueEdits(context, [task], { kind: 'external-id', externalId }, actor),
  'tasks.add-note': ({ task, text }, context, { actor }) =>
    queueEdits(context, [task], { kind: 'event', event: 'note', extraData: { text } }, actor),
  'tasks.resume': ({ task }, context, { actor }) =>
    queue(context, [task], (message) => addResume({ ...message, actor })),
  'tasks.journeys': async (query, context) => {
    const { more, journeys } = await journeysFor(ledgerOf(context), query);
    const tasks = Map.groupBy(
      taskRows(
        context.engine().ledger,
        journeys.flatMap((journey) => journey.uuids),
      ),
      (task) => task.journey,
    );
    return {
      more,
      rows: journeys.map(({ key, count }) => ({ key, count, tasks: tasks.get(key) ?? [] })),
    };
  },
  'waiting.list': (page, context) => {
    const { ledger, station } = context.engine();
    const practises = station.settings.environment === 'practice';
    const { rows, ...view } = waitingView(ledger, page, context.clock.now());
    return {
      ...view,
      rows: rows.map((row) => ({ ...row, answer_folder: answerFolderPath(ledger, station.settings, row) })),
      practice_answers: practises ? answersFolder(station.folder.practice) : null,
    };
  },
  'answers.send': sendAnswer,
};

const today = ({ clock }: AppContext) => dayOf(new Date(clock.now()));

const ledgerOf =
  ({ engine }: AppContext) =>
  () =>
    engine().ledger;

async function journeysFor(
  ledger: () => Ledger,
  { key, ...query }: Parameters<typeof findJourneys>[1] & { readonly key: string | null },
) {
  if (key === null) return await findJourneys(ledger, query);
  const journey = journeyOf(ledger(), key);
  return { more: false, journeys: journey === null ? [] : [journey] };
}

function queueEdits(
  context: AppContext,
  tasks: readonly string[],
  payload: EditRequest['payload'],
  actor: string,
): Queued {
  return queue(context, tasks, (message) => addEdit({ ...message, payload, actor }));
}

/**
 * Calls `add` once for each of the `tasks`. `add` writes a message for the Task into the outbox. The outbox sends the messages after the
 * undo time. @throws, before any call of `add`, if a Task is unknown
 */
function queue(
  context: AppContext,
  tasks: readonly string[],
  add: (message: Omit<EditRequest, 'payload' | 'actor'>) => void,
): Queued {
  const { engine, ledger } = context.engine();
  for (const task of tasks) knownTask(ledger, task);
  const now = context.clock.now();
  const { notBefore, until } = undoTime(context);
  const ids = ledger.transaction(() =>
    tasks.map((taskUuid) => {
      const id = newId(context.clock, context.random);
      add({ ledger, taskUuid, id, now, notBefore });
      return id;
    }),
  );
  engine.outbox.wake();
  context.changed();
  return { ids, undo_until: until };
}

// Refuses documents that were added for another Task, perhaps of another patient. @throws PlainError `answer.other-task`
function refuseOfOtherTask(gatheredFor: string | null, task: string): void {
  if (gatheredFor === null || gatheredFor === task) return;
  throw new PlainError(
    'answer.other-task',
    say('documents.documentsAddedAnswerAnother'),
    say('documents.addDocumentsTaskBelong'),
  );
}
