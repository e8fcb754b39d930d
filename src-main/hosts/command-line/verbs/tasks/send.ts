import { stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import type { Command } from 'commander';
import { ulid } from 'ulid';
import { z } from 'zod';
import { fits, LONGEST_NAME, LONGEST_REFERENCE } from '../../../../contract/characters.ts';
import { inWords, type Said, say } from '../../../../contract/say.ts';
import { callbackTemplate, faultOf } from '../../../../contract/settings.ts';
import {
  addEdit,
  addResume,
  composeAnswer,
  type EditRequest,
} from '../../../../core/answering/compose-answer.ts';
import { appendAudit } from '../../../../core/audit/audit.ts';
import { systemClock, systemRandom } from '../../../../core/clock.ts';
import { type DropOutcome, type NotTaken, submitDrop } from '../../../../core/drops/submit-drop.ts';
import type { TypedDocument } from '../../../../core/drops/typed-document.ts';
import { actor } from '../../../../core/installation/actor.ts';
import type { Ledger } from '../../../../core/ledger/db/ledger.ts';
import { folderIds } from '../../../../core/ledger/tables/folders.ts';
import { messageTable } from '../../../../core/ledger/tables/messages.ts';
import type { MessageRow } from '../../../../core/ledger/tables/outbox-rows.ts';
import { isReferenceShared } from '../../../../core/ledger/tables/submissions.ts';
import { tasksByReference } from '../../../../core/ledger/tasks/task-queries.ts';
import { isTerminal } from '../../../../core/ledger/tasks/task-row.ts';
import { describeError } from '../../../../core/log/describe-error.ts';
import { PlainError } from '../../../../core/plain-error.ts';
import type { ContentFault } from '../../../../core/spool/format-end.ts';
import { createSpool } from '../../../../core/spool/spool.ts';
import { outboxView } from '../../../../core/views/outbox/outbox-view.ts';
import { commandLineProblem } from '../../../../core/views/problem-words.ts';
import { taskDetailView } from '../../../../core/views/task-detail-view.ts';
import { type TaskListEntry, tasksNamed } from '../../../../core/views/tasks-view.ts';
import { besideEngine, type Workplace } from '../../../headless/beside-engine.ts';
import { withLedger } from '../../../headless/station-ledger.ts';
import { said, t } from '../../../language.ts';
import { textOf } from '../../argument-values.ts';
import { dataToSend, type GlobalOptions, jsonAmong } from '../../global-options.ts';
import { recordIfPossible, recordView } from '../../record-view.ts';
import { problemLines, type StationContext, show, type Terminal, UsageError } from '../../terminal.ts';
import { outboxLines } from '../lists.ts';
import { askEngine } from '../requests.ts';
import { stateText } from '../state-text.ts';
import { taskLines } from './task-lines.ts';

/** The options that accept files which Clearfolder does not send by itself. */
export interface AcceptOptions {
  readonly anyType?: boolean;
  readonly incomplete?: boolean;
}

export function faultsAccepted({ anyType = false, incomplete = false }: AcceptOptions): ContentFault[] {
  return [
    ...(anyType ? (['file.not-a-document', 'file.web-page'] as const) : []),
    ...(incomplete ? ['file.unfinished' as const] : []),
  ];
}

interface SubmitOptions extends AcceptOptions {
  readonly taskType: string;
  readonly together?: boolean;
  readonly wait?: boolean;
  readonly name?: string;
  readonly requestSpec?: Readonly<Record<string, unknown>>;
  readonly externalId?: string;
  readonly callback?: string;
  readonly text?: string;
}

const POLL_MS = 250;
const SETTLED_STATES = new Set(['accepted', 'rejected', 'withdrawn']);

/**
 * Whether the Task will not change before a person acts: the Task has ended, no longer exists at the service, or waits for a person (I7,
 * I10).
 */
export function isOver({ status, gone_since: gone }: Pick<TaskListEntry, 'status' | 'gone_since'>): boolean {
  return gone !== null || status === 'waiting' || isTerminal(status);
}

/**
 * `submit`: sends files and folders, a typed text and data, or only request details as a Task without documents (docs/service.md 4.2).
 * Then waits and resolves to the exit code as `showSubmitted` does. */
export async function submitFiles(
  { terminal, choice }: StationContext,
  paths: readonly string[],
  { taskType, together = false, wait = false, name, requestSpec = {}, ...more }: SubmitOptions,
  command: Command,
): Promise<0 | 1> {
  const typed = typedDocuments(more.text, jsonAmong(command.optsWithGlobals<GlobalOptions>()));
  const onlyDetails = paths.length + typed.length === 0;
  if (onlyDetails && Object.keys(requestSpec).length === 0)
    throw new UsageError(say('terminal.giveLeastFileFolder'));
  const asked = {
    name: nameOf(name),
    externalId: referenceOf(more.externalId),
    callbackTemplate: callbackOf(more.callback),
  };
  return await besideEngine(choice, async (place) => {
    const { station, ledger } = place;
    warnIfShared(terminal, ledger, asked.externalId);
    const outcome = await submitDrop({
      ledger,
      spool: createSpool({ dir: station.paths.spool, clock: systemClock }),
      paths: paths.map((path) => resolve(path)),
      taskType,
      requestSpec,
      onlyDetails,
      together,
      accept: faultsAccepted(more),
      typed,
      ...asked,
      clock: systemClock,
      random: systemRandom,
      onQueued: (id, at) =>
        appendAudit(ledger, { at, actor: actor(), action: 'submission.added', subject: id }),
    });
    return await showSubmitted(terminal, place, outcome, wait);
  });
}

/**
 * Waits until each submission is accepted, rejected or withdrawn, or has a problem. If `wait` is true, waits instead until each submission
 * is accepted, rejected or withdrawn, and each Task has ended or waits for a person. Then shows the outcome and resolves to the exit code.
 */
export async function showSubmitted(
  terminal: Terminal,
  { ledger, wake, abandoned }: Workplace,
  outcome: DropOutcome,
  wait: boolean,
): Promise<0 | 1> {
  wake();
  const notTaken = outcome.notTaken.map((refused) => ({
    path: refused.path,
    code: refused.code,
    said: refusalText(refused),
  }));
  for (const { path, said: why } of notTaken)
    terminal.err([t('terminal.pathNotSent', { path }), `    ${said(why)}`]);
  const submissions = () => outboxView(ledger, outcome.submissionIds);
  const tasks = () =>
    tasksNamed(
      ledger,
      submissions().flatMap((entry) => entry.task_uuid ?? []),
    );
  const until = async (done: () => boolean) => {
    while (!abandoned() && !done()) await systemClock.sleep(POLL_MS);
  };
  await until(() =>
    submissions().every((entry) => SETTLED_STATES.has(entry.state) || entry.problem !== null),
  );
  if (wait) {
    await until(
      () => submissions().every((entry) => SETTLED_STATES.has(entry.state)) && tasks().every(isOver),
    );
    recordIfPossible(terminal, () => {
      for (const { uuid } of tasks()) recordView(ledger, 'task.viewed', uuid);
    });
  }
  const entries = submissions();
  show(
    terminal,
    {
      submissions: entries,
      tasks: tasks(),
      not_taken: notTaken.map(({ said: why, ...one }) => ({ ...one, words: inWords(why, 'en') })),
    },
    () => [
      ...entries.flatMap(outboxLines),
      ...(entries.some((entry) => !SETTLED_STATES.has(entry.state))
        ? [t('terminal.documentsNotSentYet')]
        : []),
      ...(wait ? tasks().flatMap(taskLines) : []),
    ],
  );
  return notTaken.length === 0 && entries.every((entry) => entry.state === 'accepted') ? 0 : 1;
}

// Returns the text about a refused file. The usual texts promise that Clearfolder tries the file again, but `submit` does not try again.
function refusalText({ code, said: text }: NotTaken): Said {
  switch (code) {
    case 'file.empty':
      return say('terminal.fileEmpty');
    case 'file.unfinished':
      return say('terminal.endFileMissing');
    case 'file.changing':
      return say('terminal.fileChangedRead');
    case 'file.unreadable':
      return inWords(text, 'en').includes('ENOENT')
        ? say('terminal.fileFolderNotExist')
        : say('terminal.cannotOpenFile');
    case 'file.duplicate':
      return say('terminal.sameDocumentSentBefore');
    case 'file.duplicate-waits':
      return say('terminal.sameDocumentAlreadyOutbox');
    case 'file.web-page':
      return say('terminal.fileWebPage');
    case 'file.not-a-document':
      return say('terminal.fileNotPdf');
    default:
      return text;
  }
}

/**
 * `answer`: sends documents, data or both to a waiting Task. The ledger stores the answer before the answer is sent (I5). Resolves to the
 * exit code.
 */
export async function answerTask(
  { terminal, choice }: StationContext,
  id: string,
  { file = [], ...accept }: AcceptOptions & { readonly file?: readonly string[] },
  command: Command,
): Promise<0 | 1> {
  const data = parseData(dataToSend(command.optsWithGlobals<GlobalOptions>()));
  const files = file.map((path) => resolve(path));
  for (const path of files) await assertDocument(path);
  return await besideEngine(choice, async (place) => {
    const { station, ledger } = place;
    const { uuid } = taskDetailView(ledger, id);
    const messageId = ulid();
    await composeAnswer({
      ledger,
      spool: createSpool({ dir: station.paths.spool, clock: systemClock }),
      taskUuid: uuid,
      files,
      accept: faultsAccepted(accept),
      data,
      actor: actor(),
      now: systemClock.now(),
      id: messageId,
    });
    return await showOutcome(terminal, place, { id: messageId, uuid, what: 'answer' });
  });
}

/**
 * `rename`, `clear`, `unclear`, `external-id`, `note` and `event`: change a Task at the service. The ledger stores the change before the change is
 * sent (I5). Resolves to the exit code.
 */
export async function changeTask(
  { terminal, choice }: StationContext,
  id: string,
  payload: EditRequest['payload'],
): Promise<0 | 1> {
  return await besideEngine(choice, async (place) => {
    const { ledger } = place;
    const { uuid } = taskDetailView(ledger, id);
    const now = systemClock.now();
    const change = { id: ulid(), taskUuid: uuid, payload, actor: actor(), now, notBefore: now };
    addEdit({ ledger, ...change });
    return await showOutcome(terminal, place, { id: change.id, uuid, what: 'change' });
  });
}

/**
 * `event TASK NAME [--data JSON]`: sends an event with the name `name` and the data to the event log of a Task (docs/service.md 4.8). The
 * ledger stores the event before the event is sent (I5). Resolves to the exit code.
 */
export async function sendEvent(
  context: StationContext,
  id: string,
  name: string,
  _options: unknown,
  command: Command,
): Promise<0 | 1> {
  const extraData = parseData(dataToSend(command.optsWithGlobals<GlobalOptions>())) ?? {};
  const event = textOf(say('commands.name'), LONGEST_NAME, name);
  return await changeTask(context, id, { kind: 'event', event, extraData });
}

/**
 * `resume ID`: if `id` is the id of a folder, resumes the paused folder; otherwise resumes the waiting Task `id`. Resolves to the exit
 * code.
 */
export async function resume(context: StationContext, id: string): Promise<0 | 1> {
  const isFolder = await withLedger(context.choice, 'reader', (ledger, { settings }) => {
    if (settings.folders.some((rule) => rule.id === id) || folderIds(ledger).includes(id)) return true;
    if (tasksByReference(ledger, id).length > 0) return false;
    throw new PlainError('resume.unknown', say('terminal.noFolderNoTask', { id }), say('terminal.findId'));
  });
  if (isFolder) {
    await askEngine(context, { verb: 'resume', folder: id });
    return 0;
  }
  return await besideEngine(context.choice, async (place) => {
    const { ledger } = place;
    const { uuid } = taskDetailView(ledger, id);
    const now = systemClock.now();
    const messageId = ulid();
    addResume({ ledger, taskUuid: uuid, actor: actor(), id: messageId, now, notBefore: now });
    return await showOutcome(context.terminal, place, { id: messageId, uuid, what: 'request' });
  });
}

type OutcomeText = (values: { readonly uuid: string; readonly state: string }) => Said;

const OUTCOMES = {
  answer: {
    accepted: ({ uuid }) => say('terminal.serviceAcceptedAnswerContinues', { uuid }),
    rejected: () => say('terminal.serviceRejectedAnswer'),
    saved: ({ state }) => say('terminal.answerSaved', { state }),
  },
  change: {
    accepted: ({ uuid }) => say('terminal.serviceAcceptedChangeTask', { uuid }),
    rejected: () => say('terminal.serviceRejectedChange'),
    saved: ({ state }) => say('terminal.changeSaved', { state }),
  },
  request: {
    accepted: ({ uuid }) => say('terminal.serviceAcceptedRequestContinues', { uuid }),
    rejected: () => say('terminal.serviceRejectedRequest'),
    saved: ({ state }) => say('terminal.requestSavedSendsRequestAutomaticallyRuns', { state }),
  },
} as const satisfies Record<string, Record<'accepted' | 'rejected' | 'saved', OutcomeText>>;

// Waits until the service accepts or rejects the answer or change `id`, or until a problem occurs. Then shows the outcome and resolves to
// the exit code.
async function showOutcome(
  terminal: Terminal,
  { ledger, wake, abandoned }: Workplace,
  { id, uuid, what }: { readonly id: string; readonly uuid: string; readonly what: keyof typeof OUTCOMES },
): Promise<0 | 1> {
  wake();
  const messages = messageTable(ledger);
  let row = messages.get(id);
  // The messages of a Task go in their order, so a problem of an earlier message holds up this message too.
  const hasProblem = (waiting: MessageRow) =>
    waiting.problem_code !== null ||
    messages
      .heads()
      .some(
        (head) => head.task_uuid === uuid && head.id !== id && messages.get(head.id)?.problem_code != null,
      );
  while (row !== null && row.ended_at === null && !hasProblem(row) && !abandoned()) {
    await systemClock.sleep(POLL_MS);
    row = messages.get(id);
  }
  const problem = row && commandLineProblem(row, what === 'change' ? what : 'answer');
  const state = row?.state ?? 'queued';
  // The Task that got the message; not `uuid`, if a newer Task replaced that Task.
  const task = row?.progress.redirectedTo?.at(-1) ?? uuid;
  show(terminal, { id, task_uuid: task, state, problem }, () => [
    said(
      OUTCOMES[what][state === 'accepted' || state === 'rejected' ? state : 'saved']({
        uuid: task,
        state: stateText(state),
      }),
    ),
    ...problemLines(problem),
  ]);
  return state === 'rejected' ? 1 : 0;
}

export function typedDocuments(text: string | undefined, data: string | null): TypedDocument[] {
  if (data !== null) parseData(data);
  return [
    ...(text === undefined || text.trim() === '' ? [] : [{ kind: 'text', name: '', text } as const]),
    ...(data === null ? [] : [{ kind: 'json', name: '', text: data } as const]),
  ];
}

export function referenceOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  const reference = given.trim();
  if (reference.length >= 1 && fits(reference, LONGEST_REFERENCE)) return reference;
  throw new UsageError(say('terminal.lengthOfExternalId'));
}

/** Says if another Task of this station has the reference too. Such a reference is allowed (docs/service.md 1.7). */
export function warnIfShared(terminal: Terminal, ledger: Ledger, reference: string | null): void {
  if (reference === null || !isReferenceShared(ledger, reference)) return;
  terminal.err(t('documents.anotherTaskSubmissionStation', { reference }));
}

export function nameOf(given: string | undefined): string | null {
  if (given === undefined) return null;
  const name = given.trim();
  if (name.length >= 1 && fits(name, LONGEST_NAME)) return name;
  throw new UsageError(say('terminal.lengthOfName'));
}

export function callbackOf(given: string | undefined): string | null {
  const parsed = callbackTemplate.optional().safeParse(given);
  if (parsed.success) return parsed.data ?? null;
  const [issue] = parsed.error.issues;
  throw new UsageError(
    say('terminal.callbackNothingSent', {
      fault: issue === undefined ? say('terminal.notValid') : faultOf(issue),
    }),
  );
}

// Checks that `path` is a file with content. @throws PlainError
async function assertDocument(path: string): Promise<void> {
  const found = await stat(path).catch((error: unknown) => describeError(error));
  const name = basename(path);
  const fault =
    typeof found === 'string'
      ? say('terminal.cannotRead', { name, found })
      : !found.isFile()
        ? say('terminal.notFile', { name })
        : found.size === 0
          ? say('terminal.emptyAnswerNotSent', { name })
          : null;
  if (fault === null) return;
  throw new PlainError('answer.file', fault, say('terminal.giveEachCompleteDocument'));
}

function parseData(text: string | null): Record<string, unknown> | null {
  if (text === null) return null;
  try {
    return z.record(z.string(), z.unknown()).parse(JSON.parse(text));
  } catch {
    throw new UsageError(say('terminal.dataJsonObject'));
  }
}
