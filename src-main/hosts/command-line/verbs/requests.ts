import { say } from '../../../contract/say.ts';
import { backlogSchema, type FolderRule } from '../../../contract/settings.ts';
import { systemClock } from '../../../core/clock.ts';
import { engineIsRunning } from '../../../core/data-folder/engine-lock.ts';
import { openStation } from '../../../core/installation/open-station.ts';
import type { Ledger } from '../../../core/ledger/db/ledger.ts';
import { purposeHash } from '../../../core/ledger/tables/dedup-keys.ts';
import type { EngineRequest } from '../../../core/ledger/tables/engine-requests.ts';
import { createFiles } from '../../../core/ledger/tables/files.ts';
import { folderIds } from '../../../core/ledger/tables/folders.ts';
import { messageTable } from '../../../core/ledger/tables/messages.ts';
import { submissionById } from '../../../core/ledger/tables/submissions.ts';
import { PlainError } from '../../../core/plain-error.ts';
import { linkOfRunning } from '../../browser/running-link.ts';
import { askEngineToStop, noAnswer, PATIENCE_MS, requestOfEngine } from '../../headless/engine-beside.ts';
import { withLedger } from '../../headless/station-ledger.ts';
import { t } from '../../language.ts';
import { type StationContext, show, UsageError } from '../terminal.ts';

const POLL_MS = 150;

/** Asks the running engine to carry out a request and waits for the outcome. Without an engine, stores the request for the next engine. */
export function askEngine({ terminal, choice }: StationContext, request: EngineRequest): Promise<void> {
  return withLedger(choice, 'beside', async (ledger, station) => {
    assertKnown(ledger, station.settings.folders, request);
    const done = await requestOfEngine(station.folder.path, ledger, request);
    show(terminal, { done }, () => [done ? t('terminal.done') : t('terminal.requestSaved')]);
  });
}

/**
 * `stop`: stops the engine of the data folder, or a Clearfolder that serves its app without an engine, and waits for the end.
 * @throws PlainError `engine.no-answer`
 */
export async function stopEngine({ terminal, choice }: StationContext): Promise<void> {
  const { path } = (await openStation(choice)).folder;
  const stopped = (await askEngineToStop(path)) || (await stopWithoutEngine(path));
  while (engineIsRunning(path)) await systemClock.sleep(POLL_MS);
  show(terminal, { stopped }, () => [stopped ? t('terminal.stopped') : t('terminal.notRunningDataFolder')]);
}

// Ends a Clearfolder that serves its app although its engine cannot start. Returns false if there is none.
async function stopWithoutEngine(dataFolder: string): Promise<boolean> {
  const served = await linkOfRunning(dataFolder);
  if (served === null) return false;
  process.kill(served.pid, 'SIGTERM');
  const deadline = systemClock.monotonic() + PATIENCE_MS;
  while ((await linkOfRunning(dataFolder)) !== null) {
    if (systemClock.monotonic() > deadline) throw noAnswer(true);
    await systemClock.sleep(POLL_MS);
  }
  return true;
}

// Checks that the ids in a request exist. @throws PlainError `folder.unknown`, `outbox.unknown-id` or `file.unknown` for an unknown id
function assertKnown(ledger: Ledger, rules: readonly FolderRule[], request: EngineRequest): void {
  if ('folder' in request && request.folder !== null) assertFolderIsKnown(ledger, rules, request.folder);
  if (
    'submission' in request &&
    submissionById(ledger, request.submission) === null &&
    // `submission` may also be the id of an answer or a change. `answer --json` and `rename --json` print such ids.
    messageTable(ledger).get(request.submission) === null
  ) {
    throw new PlainError('outbox.unknown-id', say('terminal.outboxNoSubmissionAnswer'), say('common.findId'));
  }
  if ('file' in request && createFiles(ledger).byId(request.file) === null) {
    throw new PlainError('file.unknown', say('terminal.noFileNumber'), say('terminal.findNumber'));
  }
}

/** Checks that the settings or the ledger contain a folder with this id. @throws PlainError `folder.unknown` */
export function assertFolderIsKnown(ledger: Ledger, rules: readonly FolderRule[], id: string): void {
  const ids = new Set([...rules.map((rule) => rule.id), ...folderIds(ledger)]);
  if (!ids.has(id)) throw unknownFolder(id, [...ids]);
}

function unknownFolder(id: string, known: readonly string[]): PlainError {
  return new PlainError(
    'folder.unknown',
    say('terminal.noFolderId', { id }),
    known.length === 0
      ? say('terminal.addFolderUnderFolders')
      : say('terminal.foldersAre', { list: known.join(', ') }),
  );
}

/** Parses `backlog FOLDER send|skip|DATE`. @throws UsageError */
export function backlogRequest(folder: string, text: string): EngineRequest {
  const decision = backlogSchema.safeParse(text === 'send' || text === 'skip' ? text : { newerThan: text });
  if (!decision.success) throw new UsageError(say('terminal.useSendSkipDate'));
  return { verb: 'decide-backlog', folder, decision: decision.data };
}

/** Carries out `offer FOLDER send|dismiss` as `askEngine` does. @throws UsageError, PlainError `folder.unknown` */
export async function decideOffer(context: StationContext, folder: string, decision: string): Promise<void> {
  if (decision !== 'send' && decision !== 'dismiss') throw new UsageError(say('terminal.useSendDismiss'));
  const { settings } = await openStation(context.choice);
  const rule = settings.folders.find(({ id }) => id === folder);
  if (rule === undefined)
    throw unknownFolder(
      folder,
      settings.folders.map(({ id }) => id),
    );
  return await askEngine(context, { verb: 'decide-offer', folder, decision, purpose: purposeHash(rule) });
}

/** Parses `decide FILE send|leave-out|send-anyway|answer:TASK`. @throws UsageError */
export function fileRequest(number: string, text: string): EngineRequest {
  const file = Number(number);
  if (!Number.isInteger(file)) throw new UsageError(say('terminal.fileNumberFilesShows'));
  if (text === 'send' || text === 'leave-out') return { verb: 'decide-file', file, decision: text };
  if (text === 'send-anyway') return { verb: 'send-anyway', file };
  if (text.startsWith('answer:')) {
    return { verb: 'decide-file', file, decision: { answerTo: text.slice('answer:'.length) } };
  }
  throw new UsageError(say('terminal.useSendLeaveSend'));
}

/** Parses `retry [SUBMISSION] [--task-type TYPE]`. @throws UsageError for a task type without a submission */
export function retryRequest(
  submission: string | undefined,
  options: { readonly taskType?: string },
): EngineRequest {
  if (submission !== undefined) return { verb: 'retry', submission, ...options };
  if (options.taskType === undefined) return { verb: 'retry-all' };
  throw new UsageError(say('terminal.useTaskTypeSubmission'));
}
